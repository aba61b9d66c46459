import { randomUUID } from 'node:crypto';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { buildErrorEnvelope } from '../contract/error-envelope.ts';
import { getErrorEntry, ServiceError } from '../contract/errors.ts';
import { serveInOrder } from './pipelined-requests.ts';
import type { Logger } from './request-log.ts';
import { awaitsContinue } from './unread-body.ts';

// Longer than the 60 s for which load balancers keep idle connections: they should close them, not the service, which
// could then close one just as a request arrives.
const keepAliveMs = 65_000;

/** Limit for the head of a request, from its connection, or from its first byte on a connection that was used before. */
const headersMs = 15_000;
const checkEveryMs = 5_000;
/** Connections that have not sent a whole head yet. Above that, the oldest one is closed. */
const maxWithoutRequest = 1_000;

const tooLong: ReadonlySet<string | undefined> = new Set([
  'HPE_HEADER_OVERFLOW',
  'HPE_CHUNK_EXTENSIONS_OVERFLOW',
]);

/**
 * An HTTP server without Node's default answers: invalid HTTP, which never reaches a route, gets the error envelope too,
 * and a client that asks first (`Expect: 100-continue`) gets the permission to send its body only if the service will read it.
 */
export function createHttpServer(listener: RequestListener, log: Logger): Server {
  const serve = serveInOrder(listener);
  // The app refuses a missing Host, with the error envelope.
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMs,
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkEveryMs,
      requireHostHeader: false,
    },
    serve,
  );
  limitSilentConnections(server);
  const newest = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => newest.set(socket, response));
  server.on('checkContinue', (request, response) => {
    newest.set(request.socket, response);
    awaitsContinue.add(request);
    serve(request, response);
  });
  // No other expectation is defined, and unknown ones may be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => {
    const failure = new ServiceError('method_not_allowed', { message: 'This service is not a proxy.' });
    const id = randomUUID();
    log.info({ request_id: id, error_code: failure.code }, 'CONNECT refused');
    const answer = renderAnswer(failure, id, ['Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
    socket.end(answer, () => socket.destroy());
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = newest.get(socket);
    const halfSent = response?.headersSent && !response.writableFinished;
    // After a partial answer, the client would read this one as its rest.
    if (!socket.writable || halfSent || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const failure = toFailure(error);
    const id = randomUUID();
    log.info({ request_id: id, error_code: failure.code, reason: error.code }, 'invalid request');
    socket.end(renderAnswer(failure, id));
  });
  return server;
}

/** So that connections that send nothing, or half a head, cannot use up the descriptors of the process. */
function limitSilentConnections(server: Server): void {
  // In the order in which they were opened.
  const silent = new Set<Duplex>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
    const [oldest] = silent;
    if (silent.size <= maxWithoutRequest || oldest === undefined) return;
    silent.delete(oldest);
    oldest.destroy();
  });
  const markAsHeard = ({ socket }: { readonly socket: Duplex }) => silent.delete(socket);
  server.on('request', markAsHeard).on('checkContinue', markAsHeard).on('checkExpectation', markAsHeard);
}

function toFailure({ code }: NodeJS.ErrnoException): ServiceError {
  if (tooLong.has(code))
    return new ServiceError('payload_too_large', {
      message: 'The request line and headers are larger than 16 KiB.',
    });
  const message =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'The request did not arrive in time.'
      : 'The data sent is not a valid HTTP request.';
  return new ServiceError('invalid_request', { message, details: [{ field: '(request)', message }] });
}

function renderAnswer(failure: ServiceError, id: string, headers: readonly string[] = []): string {
  const body = JSON.stringify(buildErrorEnvelope(failure, id));
  const { status } = getErrorEntry(failure.code);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...headers,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
