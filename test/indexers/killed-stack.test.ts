import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { removePostgres } from '../../engine/postgres/postgres-place.ts';
import { testStack } from '../support/environment.ts';

const program = path.resolve(import.meta.dirname, '../../dist/open-stack.js');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'killed-stack-'));
});
afterAll(() => {
  removePostgres(path.join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
});

/** A process that runs its own PostgreSQL on the kept folder. */
async function startHolder(): Promise<{ holder: ChildProcess; url: string }> {
  const script = `
    const { openStack } = await import(${JSON.stringify(program)});
    const stack = await openStack({ purpose: 'start', stateFolder: ${JSON.stringify(folder)} });
    console.log(stack.databaseUrl);
    setInterval(() => {}, 1000);`;
  const { DATABASE_URL: _, ...env } = process.env;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, ELASTICSEARCH_URL: testStack().elasticsearchUrl },
  });
  for await (const url of createInterface({ input: holder.stdout })) return { holder, url };
  throw new Error('the stack did not start');
}

/** Ids and command lines of the server and of the process that watches for the end of its starter. */
function processesOf(cluster: string): { pid: number; command: string }[] {
  const { stdout } = spawnSync('ps', ['-axwwo', 'pid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    return pid !== undefined && command.includes(cluster) ? [{ pid: Number(pid), command }] : [];
  });
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a stack whose process is killed', () => {
  it('stops its PostgreSQL, even if all processes got a signal before, and keeps the data', async () => {
    const { holder, url } = await startHolder();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS value');
    const [{ data_directory: cluster } = { data_directory: '' }] = await query<{ data_directory: string }>(
      url,
      'SHOW data_directory',
    );
    const watch = processesOf(cluster).find(({ command }) => command.includes('postgres-watch'));
    process.kill(watch?.pid ?? 0, 'SIGTERM');
    const ended = once(holder, 'exit');
    holder.kill('SIGKILL');
    await ended;
    for (let tries = 0; tries < 200 && processesOf(cluster).length > 0; tries += 1) await wait(100);
    expect(processesOf(cluster)).toEqual([]);

    const again = await startHolder();
    expect(await query(again.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    again.holder.kill('SIGKILL');
    for (let tries = 0; tries < 200 && processesOf(cluster).length > 0; tries += 1) await wait(100);
    expect(processesOf(cluster)).toEqual([]);
  }, 120_000);
});
