import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Requests } from '../../indexers/following/requests.ts';
import { runExchange } from '../../src/outbound/exchange.ts';
import { OutboundClient } from '../../src/outbound/outbound-client.ts';

type Behaviour = (socket: Socket) => void;

const repeat = (socket: Socket, text: string, everyMs = 10) => {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer));
};
const flood = (socket: Socket, text: string) => {
  const pour = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', pour);
  pour();
};

/** What the other side of a connection can do instead of answering. */
const behaviours: readonly (readonly [string, Behaviour])[] = [
  ['says nothing', () => undefined],
  [
    'switches protocols',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: Upgrade\r\n\r\n'),
  ],
  ['switches protocols that are not named', (socket) => socket.write('HTTP/1.1 101 \r\n\r\n')],
  ['sends interim answers', (socket) => repeat(socket, 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n')],
  ['floods with interim answers', (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000))],
  [
    'drips a header',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\na: ');
      repeat(socket, 'a');
    },
  ],
  ['floods with headers', (socket) => flood(socket, `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(10_000)}`)],
  [
    'drips a body',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
      repeat(socket, 'a');
    },
  ],
  [
    'never ends its chunks',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      repeat(socket, '1\r\na\r\n');
    },
  ],
  [
    'floods with extensions of chunks',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      flood(socket, `1;${'a'.repeat(1_000)}\r\na\r\n`);
    },
  ],
  ['ends only its own side', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf')],
];

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** @returns the address of a server that behaves so, and when all its connections are closed */
async function serverThat(behave: Behaviour) {
  const connections: Promise<void>[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections.push(new Promise((resolve) => socket.once('close', () => resolve())));
    socket.on('error', () => undefined).on('end', () => socket.destroy());
    socket.once('data', () => behave(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, allClosed: () => Promise.all(connections) };
}

describe.each(behaviours)('with another side that %s', (_, behave) => {
  it('an exchange ends, and its connection is closed', async () => {
    const { origin, allClosed } = await serverThat(behave);
    const options = { agent: false, timeoutMs: 300, maxBytes: 100_000 };
    const read = async (answer: AsyncIterable<Buffer>) => {
      for await (const chunk of answer) void chunk;
    };
    // One of the answers is read as whole.
    await runExchange(origin, options, read).catch(() => undefined);
    await allClosed();
  });

  it('a delivery ends with an outcome', async () => {
    const { origin, allClosed } = await serverThat(behave);
    const outside = new OutboundClient({ permittedOrigins: [origin], timeoutMs: 300 });
    const outcome = await outside.post({ url: origin, headers: {}, body: '{}' });
    expect([
      { kind: 'unreachable' },
      { kind: 'answered', status: 101 },
      { kind: 'answered', status: 200 },
    ]).toContainEqual(outcome);
    await allClosed();
  });

  it('a request to a publisher fails with the reason', async () => {
    const { origin, allClosed } = await serverThat(behave);
    const requests = new Requests({ paceMs: 0, timeoutMs: 300, maxBytes: 100_000 });
    await expect(requests.get(new URL(origin))).rejects.toThrow(
      /cannot be read|answers with more|answers 101/,
    );
    await allClosed();
  });
});

describe('an exchange', () => {
  it('ends with its signal', async () => {
    const { origin, allClosed } = await serverThat(() => undefined);
    const stopping = new AbortController();
    const options = { agent: false, timeoutMs: 60_000, maxBytes: 1_000, signal: stopping.signal };
    const running = runExchange(origin, options, async () => undefined);
    stopping.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    await allClosed();
  });

  it('ends although a name is never resolved', async () => {
    const options = { agent: false, timeoutMs: 100, maxBytes: 1_000, lookup: () => undefined };
    await expect(runExchange('http://silent.jp/', options, async () => undefined)).rejects.toThrow(
      'TOO_SLOW',
    );
  });

  it('is over as soon as its answer was read', async () => {
    const { origin, allClosed } = await serverThat((socket) =>
      socket.write('HTTP/1.1 204 No Content\r\n\r\n'),
    );
    const options = { agent: false, timeoutMs: 60_000, maxBytes: 1_000 };
    expect(await runExchange(origin, options, async ({ statusCode }) => statusCode)).toBe(204);
    await allClosed();
  });
});
