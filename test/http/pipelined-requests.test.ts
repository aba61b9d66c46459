import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { createHttpServer } from '../../src/http/http-server.ts';
import { openLog } from '../../src/http/request-log.ts';

/** Requests that were begun. */
let begun: string[] = [];
const held: ServerResponse[] = [];
const server = createHttpServer(({ url = '', method }, response) => {
  begun.push(`${method} ${url}`);
  if (url === '/held') held.push(response);
  else response.end(`answer of ${url};`);
}, openLog('silent')).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
beforeEach(() => {
  begun = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function send(requests: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(requests);
  return socket;
}

it('requests that come at once on a connection are served one after the other, in their order', async () => {
  const paths = Array.from({ length: 20 }, (_, at) => `/${at}`);
  const post = 'POST /body HTTP/1.1\r\nContent-Length: 4\r\n\r\nGET ';
  const others = paths.map((path) => `GET ${path} HTTP/1.1\r\n\r\n`).join('');
  const socket = send(
    `GET /held HTTP/1.1\r\n\r\n${post}${others}GET /last HTTP/1.1\r\nConnection: close\r\n\r\n`,
  );
  const answered = text(socket);
  while (held.length === 0) await wait(5);
  await wait(50);
  expect(begun).toEqual(['GET /held']);
  held.pop()?.end('answer of /held;');
  const expected = ['/held', '/body', ...paths, '/last'];
  expect((await answered).match(/answer of [^;]*/g)).toEqual(expected.map((path) => `answer of ${path}`));
});

it('a connection on which thousands come at once is closed, and no other request has to wait for them', async () => {
  let read = 0;
  const count = () => {
    read += 1;
  };
  server.on('request', count);
  const closed = text(send('GET /held HTTP/1.1\r\n\r\n'.repeat(2_000)));
  const before = fetch(`http://127.0.0.1:${port}/other`);
  expect(await (await before).text()).toBe('answer of /other;');
  expect(await closed).toBe('');
  expect(begun.filter((path) => path === 'GET /held')).toHaveLength(1);
  expect(begun).toContain('GET /other');
  server.off('request', count);
  // The rest is not even read.
  expect(read).toBeLessThan(100);
});
