import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findProcess, listProcesses } from '../../engine/processes/process-table.mjs';
import { idOf } from '../support/companies.ts';
import { testStack } from '../support/environment.ts';
import type { TestAccount } from '../support/service.ts';
import { size } from '../support/size.ts';
import { sourceSuite } from '../support/sources.ts';

/** One service with two workers, as `node dist/main.js` runs it, over the stores of the suite. */

const program = path.resolve(import.meta.dirname, '../../dist/main.js');
const { database, service, account, end } = await sourceSuite();
const stateFolder = mkdtempSync(path.join(tmpdir(), 'workers-'));
const started: { readonly child: ChildProcess; readonly ended: Promise<unknown> }[] = [];
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  // The workers hold the output, too: it ends with the last of them.
  await Promise.all(started.map(({ ended }) => ended));
  await end();
  rmSync(stateFolder, { recursive: true, force: true });
});

interface LogLine {
  readonly msg: string;
  readonly url?: string;
  readonly worker?: number;
  readonly request_id?: string;
}

function start(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      WORKERS: '2',
      PORT: '0',
      DATABASE_URL: database.url,
      ELASTICSEARCH_URL: testStack().elasticsearchUrl,
      INDEX_PREFIX: service.indexPrefix,
      STATE_FOLDER: stateFolder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: LogLine[] = [];
  const errors = { text: '' };
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  child.stderr.on('data', (piece) => {
    errors.text += piece;
  });
  const ended = once(child, 'close').then(([code]: unknown[]) => code);
  started.push({ child, ended });
  return {
    child,
    lines,
    errors,
    ended,
    async ready(): Promise<string> {
      return (await logged(lines, (line) => line.msg === 'ready')).url ?? '';
    },
  };
}

async function logged(lines: readonly LogLine[], isWanted: (line: LogLine) => boolean): Promise<LogLine> {
  for (;;) {
    const found = lines.find(isWanted);
    if (found) return found;
    await wait(20);
  }
}

const childrenOf = (pid = 0): number[] =>
  listProcesses().flatMap((each) => (each.parent === pid ? [each.pid] : []));

const isRunning = (pid: number) => findProcess(pid) !== undefined;

const running = start();
let url: string;
beforeAll(async () => {
  url = await running.ready();
});

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly id: string;
}

interface Found {
  readonly company: { readonly company_id: string };
}

/** A client with one connection, which the service gives to one of the workers. */
class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async send(who: TestAccount, method: string, below: string, body?: object, key?: string): Promise<Answer> {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const outgoing = request(`${url}/api/service${below}`, {
      method,
      agent: this.#agent,
      headers: {
        'x-api-key': who.apiKey,
        ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    });
    outgoing.end(bytes);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const id = String(answer.headers['x-request-id']);
    return { status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)), id };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Connections of worker 1 and of worker 2. The log says which worker answered. */
async function connections(who: TestAccount, each: number): Promise<Record<1 | 2, Connection[]>> {
  const found: Record<1 | 2, Connection[]> = { 1: [], 2: [] };
  while (found[1].length < each || found[2].length < each) {
    const connection = new Connection();
    const { id } = await connection.send(who, 'GET', '/credits/balance');
    const { worker } = await logged(running.lines, ({ request_id }) => request_id === id);
    const same = found[worker === 1 ? 1 : 2];
    if (same.length < each) same.push(connection);
    else connection.close();
  }
  return found;
}

/** One connection of each worker. */
async function oneOfEach(who: TestAccount): Promise<[Connection, Connection]> {
  const { 1: [one] = [], 2: [two] = [] } = await connections(who, 1);
  if (!one || !two) throw new Error('no connections');
  return [one, two];
}

const search = { query: idOf(1), limit: 1 };

/** So that the window of a limit does not end meanwhile. */
async function awayFromWindowEnd(windowMs: number, neededMs: number): Promise<void> {
  const remaining = windowMs - (Date.now() % windowMs);
  if (remaining < neededMs) await wait(remaining);
}

const quota = size(100, 2_000);
const requests = 5 * quota;

describe('two workers', () => {
  it(`serve exactly the quota of an account, of ${requests} requests on connections to both`, async () => {
    const limited = await service.createAccount({
      plan: 'unlimited',
      overrides: { daily_search_quota: quota },
    });
    // The day in Tokyo ends at a whole hour.
    await awayFromWindowEnd(3_600_000, 120_000);
    const { 1: one, 2: two } = await connections(limited, 4);
    const served = new Map<Connection, number>();
    const statuses: Record<number, number> = {};
    let sent = 0;
    const client = async (connection: Connection) => {
      while (sent < requests) {
        sent += 1;
        const { status } = await connection.send(limited, 'POST', '/search', search);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 200) served.set(connection, (served.get(connection) ?? 0) + 1);
      }
    };
    await Promise.all([...one, ...two].map(client));
    expect(statuses).toEqual({ 200: quota, 429: requests - quota });
    for (const connection of [...one, ...two]) expect(served.get(connection)).toBeGreaterThan(0);
    // A worker writes the counts of its own when it is asked, the other one within a second.
    const usage = async () => {
      const { body } = await service.as(limited).get('/api/service/usage').expect(200);
      return body.day.search_quota;
    };
    while ((await usage()).used < quota) await wait(50);
    expect(await usage()).toMatchObject({ used: quota, remaining: 0 });
    for (const connection of [...one, ...two]) connection.close();
  }, 180_000);

  it('share the rate of a minute', async () => {
    const limited = await service.createAccount({ plan: 'unlimited', overrides: { heavy_per_minute: 10 } });
    const [one, two] = await oneOfEach(limited);
    await awayFromWindowEnd(60_000, 20_000);
    const body = { items: [{ key: 'a', identifier_type: 'company_id', identifier: idOf(1) }] };
    const statuses = await Promise.all(
      [one, two].map(async (connection) => {
        const own: number[] = [];
        for (let sent = 0; sent < 40; sent += 1)
          own.push((await connection.send(limited, 'POST', '/resolve/batch', body)).status);
        return own;
      }),
    );
    expect(statuses.flat().filter((status) => status === 200)).toHaveLength(10);
    expect(new Set(statuses.flat())).toEqual(new Set([200, 429]));
  });

  it('continue the pages of each other', async () => {
    const who = (await account()).account;
    const [one, two] = await oneOfEach(who);
    const found: unknown[] = [];
    let cursor: unknown;
    for (let page = 0; page === 0 || cursor !== null; page += 1) {
      const next = { limit: 2, ...(page > 0 && { cursor }) };
      const { status, body } = await (page % 2 === 0 ? one : two).send(who, 'POST', '/search', next);
      expect(status).toBe(200);
      found.push(...(body.companies as Found[]).map(({ company }) => company.company_id));
      cursor = Object(body.meta).next_cursor;
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(4);
  });

  it('charge once for one Idempotency-Key that both receive at once', async () => {
    const payer = await account(100);
    const [one, two] = await oneOfEach(payer.account);
    for (let round = 1; round <= 5; round += 1) {
      const sourceId = await payer.mapped([{ name: `株式会社孤立電機${' '.repeat(round)}` }]);
      const key = randomUUID();
      const [at, pay] = [`/sources/${sourceId}/resolve`, { execute: true, maxCredits: 10 }];
      const answers = await Promise.all(
        [one, two, one, two].map((connection) => connection.send(payer.account, 'POST', at, pay, key)),
      );
      for (const { status, body } of answers)
        if (status !== 200) expect(Object(body.error).code).toBe('idempotency_key_in_use');
      const charged = answers.filter(({ body }) => Object(body.billing).deduplicated === false);
      expect(charged).toHaveLength(1);
      expect(await payer.balance()).toBe(100 - round);
    }
  });

  it('refuse a revoked key within a second', async () => {
    const who = await service.createAccount({ plan: 'unlimited' });
    const [one, two] = await oneOfEach(who);
    for (const connection of [one, two])
      expect((await connection.send(who, 'POST', '/search', search)).status).toBe(200);
    await service.accounts.revokeKey(who.accountId, who.keyId);
    await wait(1_000);
    for (const connection of [one, two])
      expect((await connection.send(who, 'POST', '/search', search)).status).toBe(401);
  });

  it('show the metrics of both, and never forget what a worker counted', async () => {
    const who = await service.createAccount({ plan: 'unlimited' });
    const { 1: one, 2: two } = await connections(who, 2);
    const counted = async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const count = /^http_request_duration_seconds_count\{.*route="\/api\/service\/discovery".*\} (\d+)$/m;
      return Number(count.exec(metrics)?.[1] ?? 0);
    };
    for (const connection of [...one, ...two]) {
      expect((await connection.send(who, 'GET', '/discovery')).status).toBe(200);
      connection.close();
    }
    expect(await counted()).toBe(4);
    const [pid = 0] = childrenOf(running.child.pid);
    process.kill(pid, 'SIGKILL');
    await logged(running.lines, ({ msg }) => msg === 'a worker ended');
    expect(await counted()).toBe(4);
    while (childrenOf(running.child.pid).length < 2) await wait(50);
    for (const connection of await oneOfEach(who)) {
      expect((await connection.send(who, 'GET', '/discovery')).status).toBe(200);
      connection.close();
    }
    expect(await counted()).toBe(6);
  });

  it('run jobs in one of them', async () => {
    const listening = async (channel: string) => {
      const [row] = await database
        .knex('pg_stat_activity')
        .whereRaw('datname = current_database()')
        .whereILike('query', `LISTEN %${channel}%`)
        .count({ count: '*' });
      return Number(row?.count);
    };
    while ((await listening('jobs:insert')) === 0) await wait(50);
    // The service of the suite, which runs no jobs, is the third.
    while ((await listening('api_key_changed')) < 3) await wait(50);
    // One for each lane.
    expect(await listening('jobs:insert')).toBe(4);
  });
});

describe('the program with several workers', () => {
  it('finishes the requests of all workers on SIGTERM, also if they get the signal too, and ends with 0', async () => {
    const { child, ready, ended, lines } = start();
    const address = await ready();
    const workers = childrenOf(child.pid);
    expect(workers).toHaveLength(2);
    const who = (await account()).account;
    const headers = { 'x-api-key': who.apiKey, 'Content-Type': 'application/json' };
    const sent = Array.from({ length: 4 }, () => {
      const sending = request(`${address}/api/service/search`, { method: 'POST', headers, agent: false });
      sending.write('{"limit":');
      return { sending, answer: once(sending, 'response') };
    });
    await wait(300);
    for (const pid of workers) process.kill(pid, 'SIGTERM');
    child.kill('SIGTERM');
    await logged(lines, ({ msg }) => msg === 'stopping');
    for (const { sending } of sent) sending.end('1}');
    for (const { answer } of sent) {
      const [response] = (await answer) as [IncomingMessage];
      expect(response.resume().statusCode).toBe(200);
    }
    expect(await ended).toBe(0);
    expect(workers.filter(isRunning)).toEqual([]);
    expect(lines.at(-1)?.msg).toBe('stopped');
  });

  it('leaves no worker when it is killed', async () => {
    const { child, ready } = start();
    await ready();
    const workers = childrenOf(child.pid);
    expect(workers).toHaveLength(2);
    child.kill('SIGKILL');
    while (workers.some(isRunning)) await wait(50);
  });

  it('says in one sentence why no worker can start, and ends', async () => {
    const { ended, errors, lines } = start({ PORT: new URL(url).port });
    expect(await ended).toBe(1);
    expect(errors.text).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use: set PORT to another port\.\n$/);
    expect(lines).toEqual([]);
  });
});
