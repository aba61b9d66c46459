import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { sendAnswer } from '../../src/http/answers.ts';
import { SlowClientsBytes } from '../../src/http/slow-clients-bytes.ts';

const MiB = 1024 * 1024;

it('sends every stream whole whose client reads it, however many an account has at once', async () => {
  const count = 20;
  const unsent = new SlowClientsBytes({ maxTotal: 16 * MiB, maxPerAccount: 8 * MiB });
  let begun = 0;
  let beginAll: () => void = () => undefined;
  const allBegan = new Promise<void>((resolve) => {
    beginAll = resolve;
  });
  const server = createServer((request, response) => {
    request.record = { accountId: 'one' } as IncomingMessage['record'];
    const stream = Readable.from(
      (async function* () {
        yield 'first, ';
        begun += 1;
        if (begun === count) beginAll();
        await allBegan;
        yield 'last';
      })(),
    );
    sendAnswer(
      request,
      response,
      { stream, headers: { 'Content-Type': 'text/plain' } },
      { place: undefined, unsent },
    ).catch(() => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const read = async () => (await fetch(`http://127.0.0.1:${port}`)).text();
    const answers = await Promise.allSettled(Array.from({ length: count }, read));
    expect(answers).toEqual(answers.map(() => ({ status: 'fulfilled', value: 'first, last' })));
    expect(unsent.held).toBe(0);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('keeps no listener for each time that it waited for its client', async () => {
  const piece = Buffer.alloc(256 * 1024, 'a');
  const unsent = new SlowClientsBytes({ maxTotal: 16 * MiB, maxPerAccount: 8 * MiB });
  const listeners: number[] = [];
  const server = createServer((request, response) => {
    request.record = { accountId: 'one' } as IncomingMessage['record'];
    const stream = Readable.from(
      (async function* () {
        for (let at = 0; at < 60; at += 1) {
          listeners.push(response.listenerCount('close'));
          yield piece;
        }
      })(),
    );
    void sendAnswer(
      request,
      response,
      { stream, headers: { 'Content-Type': 'text/plain' } },
      { place: undefined, unsent },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}`);
    expect((await answer.arrayBuffer()).byteLength).toBe(60 * piece.length);
    expect(Math.max(...listeners)).toBeLessThan(10);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
