import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from '@jest/globals';
import { projectFolder } from '../../engine/project-folder.ts';
import { idOf } from '../support/companies.ts';
import { testStack } from '../support/environment.ts';
import { listSuite } from '../support/lists.ts';
import { testSecretKey } from '../support/service.ts';

/**
 * The programs as in the image: a user that may write STATE_FOLDER and the folder for temporary files, and nothing else. Only
 * root can start programs as another user. Everybody else starts them as themselves, in the same closed folders.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'locked-'));
const code = path.join(folder, 'code');
const state = path.join(folder, 'state');
const temporary = path.join(folder, 'tmp');
const nobody = 65_534;
/** What the image has of `dist`. */
const inImage = /^(main|ops|import-worker|research-worker)\.js|^desk|^chunk-/;

const user = install();
const suite = await listSuite([{ number: 1, name: '株式会社施錠' }]);
await suite.service.reindexObservations();
const { urls, url: ownerUrl } = suite.database;
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await suite.end();
  for (const each of [code, path.join(code, 'dist')]) chmodSync(each, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

const environment = {
  PATH: process.env.PATH ?? '',
  TMPDIR: temporary,
  HOME: '/nonexistent',
  NODE_ENV: 'production',
  STATE_FOLDER: state,
  ELASTICSEARCH_URL: testStack().elasticsearchUrl,
  INDEX_PREFIX: suite.service.indexPrefix,
  CURSOR_KEYS: 'a key for cursors of 32 characters',
  SECRET_KEYS: testSecretKey,
  PORT: '0',
  DRAIN_DELAY_MS: '0',
};

/** Puts the program into a folder that cannot be written. @returns who can run it there */
function install(): { uid?: number; gid?: number } {
  const dist = path.join(projectFolder, 'dist');
  mkdirSync(path.join(code, 'dist'), { recursive: true });
  copyFileSync(path.join(projectFolder, 'package.json'), path.join(code, 'package.json'));
  for (const name of readdirSync(dist).filter((each) => inImage.test(each)))
    if (statSync(path.join(dist, name)).isFile())
      copyFileSync(path.join(dist, name), path.join(code, 'dist', name));
  symlinkSync(path.join(projectFolder, 'node_modules'), path.join(code, 'node_modules'));
  for (const each of [code, path.join(code, 'dist')]) chmodSync(each, 0o555);
  chmodSync(folder, 0o755);
  for (const each of [state, temporary]) mkdirSync(each, { mode: 0o700 });
  const other = { uid: nobody, gid: nobody };
  // The folder of this run lets others pass, but not look. The packages may be in a folder that only root can read.
  if (process.getuid?.() === 0) chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o011);
  const reads = { ...other, cwd: code, env: { PATH: process.env.PATH ?? '' } };
  if (process.getuid?.() !== 0 || spawnSync(process.execPath, ['-e', "require('pg')"], reads).status !== 0)
    return {};
  for (const each of [state, temporary]) chownSync(each, nobody, nobody);
  return other;
}

function run(args: readonly string[], variables: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, args, {
    ...user,
    cwd: code,
    env: { ...environment, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const output = { err: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  return { child, output, ended: once(child, 'close').then(([status]: unknown[]) => status) };
}

async function readyUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the service has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg?: string; url?: string };
    if (msg === 'ready' && url !== undefined) return url;
  }
  throw new Error('the service ended before it was ready');
}

describe('in a read-only folder, as a user without rights', () => {
  it('the programs could not be changed by what runs', async () => {
    // As root without another user, nothing is refused.
    if (process.getuid?.() === 0 && user.uid === undefined) return;
    const write = "require('fs').writeFileSync('dist/x.js', '')";
    const { ended, output } = run(['-e', write], {});
    expect(await ended).toBe(1);
    expect(output.err).toMatch(/EACCES|EROFS/);
  });

  it('the schema is brought up to date', async () => {
    const { ended, output, child } = run(['dist/ops.js', 'migrate'], {
      DATABASE_MIGRATE_URL: ownerUrl,
      DATABASE_URL: urls.serving,
    });
    child.stdout.resume();
    expect({ status: await ended, err: output.err }).toEqual({ status: 0, err: '' });
  });

  it('the service serves, writes its files only into STATE_FOLDER, and ends in order', async () => {
    const account = await suite.richAccount();
    const { child, ended, output } = run(['--enable-source-maps', 'dist/main.js'], {
      DATABASE_URL: urls.serving,
      DATABASE_READ_URL: urls.reading,
    });
    const url = await readyUrl(child);
    child.stdout.resume();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const listId = await suite.saveList(account, [idOf(1)]);
    const headers = { 'x-api-key': account.apiKey };
    const exported = await fetch(`${url}/api/service/lists/${listId}/export`, { headers });
    expect(exported.status).toBe(200);
    await exported.arrayBuffer();
    expect(readdirSync(path.join(state, 'exports', account.accountId))).toEqual([listId]);
    expect(readdirSync(state)).toEqual(['exports']);
    const search = await fetch(`${url}/api/service/search`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '施錠' }),
    });
    expect(search.status).toBe(200);
    if (user.uid !== undefined) expect(statSync(path.join(state, 'exports')).uid).toBe(nobody);
    child.kill('SIGTERM');
    expect({ status: await ended, err: output.err }).toEqual({ status: 0, err: '' });
    expect(readdirSync(temporary)).toEqual([]);
  });
});
