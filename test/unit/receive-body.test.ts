import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, jest } from '@jest/globals';
import { receiveBody, receivingInTemporaryFiles } from '../../src/http/receive-body.ts';

const server = createServer(async (request, response) => {
  try {
    const receiving = receivingInTemporaryFiles;
    const body = await receiveBody(request, response, {
      accountId: 'a',
      limit: 1000,
      large: true,
      receiving,
    });
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
