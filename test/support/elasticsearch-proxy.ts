import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { testStack } from './environment.ts';

export interface ElasticsearchProxy {
  readonly url: string;
  /** Milliseconds to hold a request whose body is this text. */
  delayMs: (body: string) => number;
  /** Whether the engine fails a request whose body is this text, instead of answering it. */
  fails: (body: string) => boolean;
  /** Whether there is no engine. */
  isAway: boolean;
  /** Bodies of the forwarded requests, in order. */
  readonly bodies: string[];
  stop(): Promise<void>;
}

/** A proxy between the service and the real engine, so that a test can delay or fail requests, and read all of them. */
export async function startElasticsearchProxy(): Promise<ElasticsearchProxy> {
  const target = new URL(testStack().elasticsearchUrl);
  const bodies: string[] = [];
  const stopping = new AbortController();
  const proxy = { delayMs: (_: string) => 0, fails: (_: string) => false, isAway: false };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    bodies.push(body.toString());
    await wait(proxy.delayMs(body.toString()), undefined, { signal: stopping.signal }).catch(() => undefined);
    if (proxy.isAway) {
      outgoing.destroy();
      return;
    }
    if (proxy.fails(body.toString())) {
      outgoing.writeHead(500, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' });
      outgoing.end(JSON.stringify({ error: { type: 'search_phase_execution_exception' }, status: 500 }));
      return;
    }
    const { method, url, headers } = incoming;
    const passed = forward(
      { host: target.hostname, port: target.port, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    passed.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    bodies,
    stop: () =>
      new Promise<void>((resolve) => {
        stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
