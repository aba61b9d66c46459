import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { canReachDocker } from '../../engine/containers.ts';
import { ensureCursorKey } from '../../engine/kept-keys.ts';
import { findRunningStack, openStack } from '../../engine/open-stack.ts';
import { completePackage } from '../../engine/postgres/postgres-binaries.ts';
import { findLockHolder, tryLock } from '../../engine/processes/folder-lock.ts';
import { assertDisk, assertMemory, parseHeapMegabytes } from '../../engine/processes/machine-resources.ts';
import { assertPortFree, findFreePort } from '../../engine/processes/ports.ts';
import {
  identifyProcess,
  isRunning,
  recordChild,
  stopRecordedChild,
} from '../../engine/processes/processes.ts';

const host = '127.0.0.1';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stack-parts-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that waits, with `mark` in its command line, and the promise of its end. */
async function waitingProcess(mark: string): Promise<{ pid: number; ended: Promise<unknown> }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', mark], { stdio: 'ignore' });
  await once(child, 'spawn');
  return { pid: child.pid ?? 0, ended: once(child, 'exit') };
}

describe('a folder lock', () => {
  it('names the running process that holds it, and is free again once released', () => {
    const first = tryLock(folder, 'x.lock');
    expect(tryLock(folder, 'x.lock')).toEqual({ holder: identifyProcess(process.pid) });
    expect(findLockHolder(folder, 'x.lock')?.pid).toBe(process.pid);
    if ('lock' in first) first.lock.release();
    expect(findLockHolder(folder, 'x.lock')).toBeNull();
    expect(tryLock(folder, 'x.lock')).toHaveProperty('lock');
  });

  it('is taken over from a process that was killed', async () => {
    const { pid, ended } = await waitingProcess('holder');
    writeFileSync(path.join(folder, 'x.lock'), JSON.stringify(identifyProcess(pid)));
    expect(tryLock(folder, 'x.lock')).toMatchObject({ holder: { pid } });
    process.kill(pid, 'SIGKILL');
    await ended;
    expect(tryLock(folder, 'x.lock')).toHaveProperty('lock');
  });

  it('is taken over when another process now has the id of its holder', () => {
    writeFileSync(path.join(folder, 'x.lock'), JSON.stringify({ pid: process.pid, started: 'another time' }));
    expect(tryLock(folder, 'x.lock')).toHaveProperty('lock');
  });

  it('is taken over when a crash left it incomplete', () => {
    writeFileSync(path.join(folder, 'x.lock'), '{"pid":');
    expect(tryLock(folder, 'x.lock')).toHaveProperty('lock');
  });
});

describe('a child process of a killed start', () => {
  it('is stopped by its record', async () => {
    const { pid, ended } = await waitingProcess(folder);
    const identity = recordChild(path.join(folder, 'process.json'), pid);
    const [stopped] = await Promise.all([
      stopRecordedChild(path.join(folder, 'process.json'), folder, 'SIGTERM'),
      ended,
    ]);
    expect(stopped).toBe(true);
    expect(isRunning(identity)).toBe(false);
    expect(existsSync(path.join(folder, 'process.json'))).toBe(false);
  });

  it('is left alone when its command line is not ours', async () => {
    const { pid, ended } = await waitingProcess('a stranger');
    const identity = recordChild(path.join(folder, 'process.json'), pid);
    expect(await stopRecordedChild(path.join(folder, 'process.json'), folder, 'SIGTERM')).toBe(false);
    expect(isRunning(identity)).toBe(true);
    process.kill(pid, 'SIGKILL');
    await ended;
  });
});

describe('ports', () => {
  it('a free port can be listened on', async () => {
    const port = await findFreePort(host);
    await expect(assertPortFree(port, host, 'the test')).resolves.toBeUndefined();
  });

  it('a busy port is named in one sentence with the part that needs it', async () => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(assertPortFree(port, host, 'the HTTP service')).rejects.toThrow(
      `Port ${port} on ${host} is already in use, so the HTTP service cannot listen there`,
    );
    server.close();
  });

  it('an address of another machine is named in one sentence', async () => {
    await expect(assertPortFree(8080, '192.0.2.1', 'the service')).rejects.toThrow(
      /^Port 8080 on 192.0.2.1 cannot be used by the service \(EADDRNOTAVAIL\). Choose an address of this machine.$/,
    );
  });
});

describe('the secret of cursors', () => {
  it('is kept between starts, and created again when a crash left an incomplete one', () => {
    const key = ensureCursorKey(folder);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(ensureCursorKey(folder)).toBe(key);
    const file = path.join(folder, 'cursor-key');
    expect(statSync(file).mode & 0o077).toBe(0);
    // As in a copy from elsewhere.
    chmodSync(file, 0o644);
    expect(ensureCursorKey(folder)).toBe(key);
    expect(statSync(file).mode & 0o077).toBe(0);
    writeFileSync(file, '');
    expect(ensureCursorKey(folder)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('machine resources', () => {
  it('reads heap sizes in megabytes and refuses others', () => {
    expect([parseHeapMegabytes('1500m'), parseHeapMegabytes('2g'), parseHeapMegabytes('1G')]).toEqual([
      1500, 2048, 1024,
    ]);
    for (const wrong of ['', '1', '64m', 'much'])
      expect(() => parseHeapMegabytes(wrong)).toThrow(/use 256m or more/);
  });

  it('refuses memory and disk that are too small, saying how much is needed', () => {
    expect(() => assertMemory(1500, 2011)).toThrow(
      /needs 2012 MB \(heap 1500 MB\), but only 2011 MB are free/,
    );
    expect(() => assertMemory(1500, 2012)).not.toThrow();
    expect(() => assertDisk(folder, 2047)).toThrow(/needs 2048 MB, but only 2047 MB are free/);
    expect(() => assertDisk(folder, 2048)).not.toThrow();
  });
});

describe('the embedded PostgreSQL package', () => {
  it('is completed if its install script was not allowed to run', () => {
    const native = path.join(folder, 'native');
    mkdirSync(path.join(native, 'lib'), { recursive: true });
    mkdirSync(path.join(native, 'bin'));
    writeFileSync(path.join(native, 'lib/libx.so.1.2'), 'x');
    for (const name of ['initdb', 'pg_ctl', 'postgres'])
      writeFileSync(path.join(native, 'bin', name), '', { mode: 0o644 });
    const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
    writeFileSync(path.join(native, 'pg-symlinks.json'), JSON.stringify(links));
    completePackage(native);
    completePackage(native);
    expect(readlinkSync(path.join(native, 'lib/libx.so.1'))).toBe('libx.so.1.2');
    expect(statSync(path.join(native, 'bin/postgres')).mode & 0o555).toBe(0o555);
  });
});

describe('a Docker daemon', () => {
  it('is recognised by its answer to a ping', async () => {
    const socket = path.join(folder, 'docker.sock');
    expect(await canReachDocker(`unix://${socket}`)).toBe(false);
    const server = createHttpServer((request, response) => {
      response.statusCode = request.url === '/_ping' ? 200 : 404;
      response.end();
    }).listen(socket);
    await once(server, 'listening');
    expect(await canReachDocker(`unix://${socket}`)).toBe(true);
    server.close();
  });
});

describe('openStack', () => {
  const kept = { database: process.env.DATABASE_URL, elasticsearch: process.env.ELASTICSEARCH_URL };

  function setUrls(database: string | undefined, elasticsearch: string | undefined): void {
    for (const [name, value] of Object.entries({
      DATABASE_URL: database,
      ELASTICSEARCH_URL: elasticsearch,
    })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }

  afterEach(() => setUrls(kept.database, kept.elasticsearch));

  it('uses the URLs of the environment and starts nothing', async () => {
    setUrls('postgres://db.example/x', 'https://search.example');
    const stack = await openStack({ purpose: 'start', stateFolder: folder });
    expect(stack).toMatchObject({
      databaseUrl: 'postgres://db.example/x',
      elasticsearchUrl: 'https://search.example',
      kinds: { database: 'external', elasticsearch: 'external' },
    });
    await stack.close();
  });

  it('refuses a state folder that a running process uses, naming that process', async () => {
    setUrls(undefined, undefined);
    const claim = tryLock(folder, 'stack.lock');
    await expect(openStack({ purpose: 'start', stateFolder: folder })).rejects.toThrow(
      `Another stack is using ${folder} (process ${process.pid})`,
    );
    if ('lock' in claim) claim.lock.release();
  });

  it('leaves nothing behind when a part cannot start', async () => {
    setUrls('postgres://db.example/x', undefined);
    const ofAKilledStack = path.join(folder, 'stack.json');
    writeFileSync(ofAKilledStack, JSON.stringify({ databaseUrl: 'a', elasticsearchUrl: 'b' }));
    await expect(openStack({ purpose: 'start', stateFolder: folder, heap: '1m' })).rejects.toThrow(
      /heap size "1m"/,
    );
    expect(findLockHolder(folder, 'stack.lock')).toBeNull();
    expect(existsSync(ofAKilledStack)).toBe(false);
  });

  it('can be found by another command only while it runs', () => {
    writeFileSync(
      path.join(folder, 'stack.json'),
      JSON.stringify({ databaseUrl: 'a', elasticsearchUrl: 'b' }),
    );
    expect(findRunningStack(folder)).toBeNull();
    const claim = tryLock(folder, 'stack.lock');
    expect(findRunningStack(folder)).toEqual({ databaseUrl: 'a', elasticsearchUrl: 'b' });
    if ('lock' in claim) claim.lock.release();
  });
});
