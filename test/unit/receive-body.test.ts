import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { receiveBody, receivingIn } from '../../src/http/receive-body.ts';

/** Files are written late from now on, as on a busy machine. */
async function writeLate(folder: string): Promise<void> {
  const file = await open(path.join(folder, 'any'), 'w');
  const handles: FileHandle = Object.getPrototypeOf(file);
  const { writeFile } = handles;
  jest.spyOn(handles, 'writeFile').mockImplementation(async function (this: FileHandle, ...given) {
    await delay(50);
    return writeFile.apply(this, given);
  });
  await file.close();
}

it('keeps all of a body in a file, also if it was whole before it was read', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'receive-body-'));
  await writeLate(folder);
  const server = createServer(async (request, response) => {
    while (!request.complete) await turn();
    const kept = { accountId: 'a', limit: 1_000, large: true, receiving: receivingIn(folder) };
    const received = await receiveBody(request, response, kept);
    const body = await received.bytes().catch(String);
    received.release();
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '会社名\n架空\n' });
    expect(await answer.text()).toBe('会社名\n架空\n');
  } finally {
    jest.restoreAllMocks();
    server.close();
    rmSync(folder, { recursive: true });
  }
});
