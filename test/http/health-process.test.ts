import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { suiteDatabase } from '../support/database.ts';
import { testStack } from '../support/environment.ts';
import { startReceiver } from '../support/receiver.ts';

const program = path.resolve(import.meta.dirname, '../../dist/main.js');

const started: ChildProcess[] = [];

if (!existsSync(program))
  throw new Error('dist/main.js is missing: run `npm test`, which builds it, or `npm run build`.');
const database = await suiteDatabase();
const accounts = new AccountsService(new AccountsStore(database.knex));
const { account_id } = await accounts.createAccount({ name: 'process' });
const apiKey = (await accounts.createKey(account_id)).api_key;
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
const receiver = await startReceiver();
afterAll(async () => {
  await receiver.stop();
  await database.drop();
});

/** Runs the production program with nothing in its environment but what is given. */
function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, [program], { env: { PATH: process.env.PATH ?? '', ...environment } });
  started.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.on('data', (text) => {
    output.stderr += text;
  });
  const ended = once(child, 'close').then(([code]: unknown[]) => code);
  return { child, output, ended };
}

/** Starts the service for production and waits until it says that it is ready. */
async function start(environment: Record<string, string> = {}) {
  const running = run({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    ELASTICSEARCH_URL: testStack().elasticsearchUrl,
    CURSOR_KEYS: 'k'.repeat(32),
    SECRET_KEYS: 's'.repeat(32),
    PORT: '0',
    DRAIN_DELAY_MS: '0',
    ...environment,
  });
  for (let waited = 0; waited < 15_000; waited += 50) {
    const line = running.output.stdout.split('\n').find((text) => text.includes('"ready"'));
    if (line) return { ...running, url: String(JSON.parse(line).url) };
    await wait(50);
  }
  throw new Error(`the service did not start: ${running.output.stderr}${running.output.stdout}`);
}

/** A request whose body is only half sent, so that it stays in flight until it is ended. */
async function halfSent(url: string): Promise<{ sending: ClientRequest; answer: Promise<IncomingMessage> }> {
  const headers = { 'x-api-key': apiKey, 'Content-Type': 'application/json' };
  const sending = request(`${url}/api/service/search`, { method: 'POST', headers });
  const answer = once(sending, 'response').then(([response]: IncomingMessage[]) => {
    if (!response) throw new Error('no response');
    return response;
  });
  answer.catch(() => undefined);
  sending.write('{"limit":');
  await wait(200);
  return { sending, answer };
}

describe('the production program', () => {
  it('says what is wrong with its configuration, without secrets, and ends', async () => {
    const { output, ended } = run({
      NODE_ENV: 'production',
      DATABASE_URL: 'mysql://app:hidden-password@db/app',
      CURSOR_KEYS: 'hidden-cursor-key',
      SECRET_KEYS: 'hidden-secret-key',
    });
    expect(await ended).toBe(1);
    expect(output.stderr.split('\n').map((line) => line.trim())).toEqual([
      'The configuration is invalid:',
      'DATABASE_URL must be a postgres:// URL',
      'ELASTICSEARCH_URL is required',
      'CURSOR_KEYS must be secrets of at least 32 characters each, separated by commas',
      'SECRET_KEYS must be secrets of at least 32 characters each, separated by commas',
      '',
    ]);
    expect(output.stderr + output.stdout).not.toContain('hidden');
  });

  it.each([
    [
      'a state folder that it cannot write to',
      { STATE_FOLDER: '/dev/null/state' },
      /^The configuration is invalid:\n {2}STATE_FOLDER must name a writable folder\n$/,
    ],
    [
      'a schema to bring up to date in a database that does not answer',
      { DATABASE_URL: 'postgres://app:hidden@127.0.0.1:1/app', MIGRATE: 'true' },
      /^PostgreSQL does not answer \(ECONNREFUSED\), but MIGRATE=true needs it at the start\. Check DATABASE_URL\.\n$/,
    ],
    [
      'a port that is in use',
      { PORT: new URL(receiver.origin).port },
      /^Port \d+ on 127\.0\.0\.1 is in use: set PORT to another port\.\n$/,
    ],
  ])('says in one sentence that it has %s, and ends', async (_, environment, sentence) => {
    const { output, ended } = run({
      DATABASE_URL: database.url,
      ELASTICSEARCH_URL: testStack().elasticsearchUrl,
      PORT: '0',
      ...environment,
    });
    expect(await ended).toBe(1);
    expect(output.stderr).toMatch(sentence);
    expect(output.stdout).toBe('');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'on %s finishes the request in flight and ends with 0',
    async (signal) => {
      const { child, url, ended, output } = await start();
      const { sending, answer } = await halfSent(url);
      child.kill(signal);
      await wait(200);
      expect(child.exitCode).toBeNull();
      await expect(fetch(`${url}/healthz`)).rejects.toThrow();
      sending.end('0}');
      expect((await answer).statusCode).toBe(400);
      (await answer).resume();
      expect(await ended).toBe(0);
      expect(output.stdout.trim().split('\n').at(-1)).toContain('"stopped"');
    },
  );

  it('waits for a running request no longer than configured', async () => {
    const { child, url, ended } = await start({ STOP_TIMEOUT_MS: '300' });
    const { answer } = await halfSent(url);
    child.kill('SIGTERM');
    await expect(answer).rejects.toThrow();
    expect(await ended).toBe(0);
  });

  it('ends at once on a second signal', async () => {
    const { child, url, ended } = await start();
    await halfSent(url);
    child.kill('SIGTERM');
    await wait(100);
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
  });
});
