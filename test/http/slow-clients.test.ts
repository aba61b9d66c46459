import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { ServiceError } from '../../src/contract/errors.ts';
import { Admission, computeAdmissionBounds } from '../../src/http/admission.ts';
import { createApp } from '../../src/http/app.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { openLog } from '../../src/http/request-log.ts';
import { fullAccess, testRoute, unlimited } from '../support/test-route.ts';

/** More than the system keeps for a connection. */
const pieces = 400;
const piece = Buffer.alloc(64 * 1024, 'a');
let made = 0;

async function* endless(): AsyncGenerator<Buffer> {
  for (let at = 0; at < pieces; at += 1) {
    made += 1;
    yield piece;
  }
}

const log = openLog('silent');
const admission = new Admission(computeAdmissionBounds(1, 1));
const server = createHttpServer(
  createApp({
    routes: [
      testRoute('GET /table', { work: 'table' }, async () => ({
        headers: { 'Content-Type': 'text/csv' },
        stream: Readable.from(endless()),
      })),
      testRoute('GET /quick', { work: 'table' }, async () => ({ body: { ok: true } })),
    ],
    log,
    trustProxy: false,
    admission,
    async authenticate(key) {
      if (key === 'wrong') throw new ServiceError('invalid_api_key');
      const account = { accountId: key, keyId: key, planId: 'plan', ...fullAccess, limits: unlimited };
      return account;
    },
  }),
  log,
).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

function open(): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

const get = (path: string, key: string) =>
  fetch(`http://127.0.0.1:${port}/api/service${path}`, { headers: { 'x-api-key': key } });

it('a client that does not read its table keeps no place, and has the whole of it when it reads', async () => {
  const slow = open().pause();
  slow.write('GET /api/service/table HTTP/1.1\r\nHost: a\r\nx-api-key: slow\r\nConnection: close\r\n\r\n');
  while (admission.getCounts('table').inProgress === 0 && made === 0) await wait(10);
  while (admission.getCounts('table').inProgress > 0) await wait(10);
  expect(made).toBeLessThan(pieces);
  expect((await get('/quick', 'other')).status).toBe(200);
  let bytes = 0;
  for await (const chunk of slow) bytes += (chunk as Buffer).length;
  expect(bytes).toBeGreaterThan(pieces * piece.length);
  expect(made).toBe(pieces);
  expect(admission.getCounts('table').inProgress).toBe(0);
});

it('of more connections without a request than there may be, the oldest are closed', async () => {
  const first = open();
  first.write('GET /half HTTP/1.1\r\n');
  const closed = once(first, 'close');
  first.resume();
  const others = Array.from({ length: 1_000 }, open);
  await Promise.all(others.map((socket) => once(socket, 'connect')));
  await closed;
  expect((await get('/quick', 'other')).status).toBe(200);
});
