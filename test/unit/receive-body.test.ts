import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, jest } from '@jest/globals';
import { type Receiving, receiveBody, receivingInTemporaryFiles } from '../../src/http/receive-body.ts';
import { SlowClientsBytes } from '../../src/http/slow-clients-bytes.ts';

let receiving: Receiving = receivingInTemporaryFiles;
const server = createServer(async (request, response) => {
  try {
    const large = request.url === '/';
    const body = await receiveBody(request, response, { accountId: 'a', limit: 1000, large, receiving });
    response.end(await body.bytes());
    body.release();
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const handle = await open(import.meta.filename);
await handle.close();
const files: Pick<FileHandle, 'writeFile'> = Object.getPrototypeOf(handle);
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = async (body: string) => (await fetch(url, { method: 'POST', body })).text();

it('reads a body only when its last piece is written, however slow the disk is', async () => {
  const { writeFile } = files;
  const slow = jest.spyOn(files, 'writeFile').mockImplementation(async function (this: FileHandle, ...given) {
    await wait(50);
    return writeFile.apply(this, given);
  });
  expect(await send('name\n株式会社架空\n')).toBe('name\n株式会社架空\n');
  slow.mockRestore();
});

it('refuses a body whose last piece could not be written', async () => {
  const full = jest.spyOn(files, 'writeFile').mockImplementation(async () => {
    await wait(50);
    throw new Error('ENOSPC');
  });
  expect(await send('name')).toBe('Error: ENOSPC');
  full.mockRestore();
});

it('bounds the bodies that are under way, also if no byte of them is ever decoded', async () => {
  const few = new SlowClientsBytes({ maxTotal: 1024 * 1024, maxPerAccount: 100 * 1024 });
  receiving = { ...receivingInTemporaryFiles, inMemory: few };
  const header = Buffer.concat([Buffer.from('1f8b0808000000000003', 'hex'), Buffer.from('name')]);
  const refusals: string[] = [];
  const endless = Array.from({ length: 12 }, () => {
    const sent = request(new URL('/small', url), { method: 'POST', headers: { 'content-encoding': 'gzip' } });
    sent.on('error', () => undefined).on('response', async (answer) => refusals.push(await text(answer)));
    sent.write(header);
    return sent;
  });
  while (refusals.length < 6) await wait(5);
  expect(refusals.filter((refusal) => !refusal.includes('too many requests in progress'))).toEqual([]);
  for (const sent of endless) sent.destroy();
});
