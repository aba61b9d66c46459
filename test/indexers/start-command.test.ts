import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ensureDemoKeys } from '../../engine/demo-accounts.ts';
import { readStartOptions } from '../../engine/start-options.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';

/** What `npm start` reports when it cannot start, and what it does after a start that was killed. */

async function start(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/run-built.mjs', 'start', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', ...environment },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      text += piece;
    });
  }
  const [code] = await once(child, 'close');
  return { code, text };
}

describe('npm start', () => {
  it.each([
    [
      'invalid addresses',
      [],
      { DATABASE_URL: 'postgres://app:geheim@ho st/app', ELASTICSEARCH_URL: 'ftp://elastic:geheim@host' },
      /^The configuration is invalid:\n {2}DATABASE_URL must be a postgres:\/\/ URL\n {2}ELASTICSEARCH_URL must be an http:\/\/ or https:\/\/ URL\n$/,
    ],
    [
      'a database that does not answer',
      [],
      { DATABASE_URL: 'postgres://app:geheim@127.0.0.1:1/app' },
      /\nPostgreSQL does not answer \(ECONNREFUSED\): is it running, and is DATABASE_URL right\?\n$/,
    ],
    [
      'an address of another machine',
      [],
      { HOST: '192.0.2.1', PORT: '8080' },
      /^Port 8080 on 192.0.2.1 cannot be used by the service /,
    ],
    ['a folder that does not exist', ['--data', '/nowhere'], {}, /^\/nowhere cannot be read: ENOENT.*\n$/],
  ] as const)(
    'says in one sentence what is wrong, and no secret: %s',
    async (_, args, environment, sentence) => {
      const { code, text } = await start([...args], environment);
      expect(code).toBe(1);
      expect(text).toMatch(sentence);
      expect(text).not.toMatch(/geheim|\n {4}at /);
    },
  );

  it('refuses to start without companies', () => {
    const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    const printed = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(() => readStartOptions(['--companies', '0'])).toThrow('exit 1');
    expect(printed.mock.lastCall?.[0]).toMatch(/It must be at least 1\.\n$/);
    printed.mockRestore();
    exit.mockRestore();
  });
});

describe('the keys of the demo accounts', () => {
  let database: SuiteDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await suiteDatabase();
    folder = mkdtempSync(path.join(tmpdir(), 'cds-keys-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  it('are kept between starts, and created again when a crash left incomplete ones', async () => {
    const keys = await ensureDemoKeys(database.url, folder);
    expect(await ensureDemoKeys(database.url, folder)).toEqual(keys);
    const file = path.join(folder, 'demo-keys.json');
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, 20));
    const others = await ensureDemoKeys(database.url, folder);
    expect(others.demo).not.toBe(keys.demo);
    expect(await ensureDemoKeys(database.url, folder)).toEqual(others);
  });
});
