import { createServer, type IncomingMessage, type RequestListener, request as sendRequest } from 'node:http';
import { duplexPair, Readable } from 'node:stream';

/**
 * A `fetch` that sends requests to a listener of this process: through Node's HTTP client, parser and server, but over a
 * pair of streams and no network.
 */
export function fetchFrom(listener: RequestListener): (request: Request) => Promise<Response> {
  // It never listens: connections are given to it.
  const server = createServer({ requireHostHeader: false }, listener);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const [near, far] = duplexPair();
    server.emit('connection', far);
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = sendRequest({
        method: request.method,
        path: `${pathname}${search}`,
        headers: {
          host: 'localhost',
          connection: 'close',
          ...Object.fromEntries(request.headers),
          ...(body && { 'content-length': body.length }),
        },
        createConnection: () => near,
        signal: request.signal,
      });
      outgoing.on('response', resolve);
      outgoing.on('error', reject);
      outgoing.end(body);
    });
    // The client has no other way to tell the server that it has gone.
    incoming.once('close', () => far.destroy());
    const head = { status: incoming.statusCode ?? 500, headers: copyHeaders(incoming) };
    if (!hasBody(request, incoming)) return new Response(null, head);
    return new Response(Readable.toWeb(incoming) as ReadableStream, head);
  };
}

function hasBody({ method }: Request, { statusCode }: IncomingMessage): boolean {
  return method !== 'HEAD' && statusCode !== 204 && statusCode !== 304;
}

function copyHeaders({ headers }: IncomingMessage): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of [value ?? []].flat()) copied.append(name, each);
  return copied;
}
