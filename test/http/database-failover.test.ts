import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import pg from 'pg';
import supertest from 'supertest';
import { removePostgres } from '../../engine/postgres/postgres-place.ts';
import { startPostgres } from '../../engine/postgres/postgres-server.ts';
import type { StartedPart } from '../../engine/processes/local-part.ts';
import { withSession } from '../../indexers/operator/database-session.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import { isDatabaseUnavailable } from '../../src/database/unavailable.ts';
import { AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { openLog } from '../../src/http/request-log.ts';
import { type RunningService, startService } from '../../src/process/service.ts';
import { creditParts } from '../support/credits.ts';
import { suiteIndexPrefix, testStack } from '../support/environment.ts';

// Two servers of its own: a primary, and a standby that follows it by streaming replication.

const folder = mkdtempSync(path.join(tmpdir(), 'failover-'));
const primaryFolder = path.join(folder, 'primary');
const standbyFolder = path.join(folder, 'standby');
const options = { durable: true, onProgress: () => undefined };

let primary: StartedPart;
let standby: StartedPart;
/** The standby first, so that the order of the hosts decides nothing. */
let bothUrl: string;
let knex: Knex;
let service: RunningService;

beforeAll(async () => {
  primary = await startPostgres({ ...options, folder: primaryFolder });
  await query(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await query(primary, 'ALTER SYSTEM SET synchronous_commit = local');
  await query(primary, 'SELECT pg_reload_conf()');
  standby = await startPostgres({
    ...options,
    folder: standbyFolder,
    standbyOf: { folder: primaryFolder, url: primary.url },
  });
  // From now on, a commit is acknowledged only when the standby has it too.
  await query(primary, 'ALTER SYSTEM RESET synchronous_commit');
  await query(primary, 'SELECT pg_reload_conf()');
  bothUrl = primary.url.replace(/@[^/]*/, `@${new URL(standby.url).host},${new URL(primary.url).host}`);
  knex = openDatabase({ url: bothUrl, acquireTimeoutMs: 5_000 });
  await migrateDatabase(knex);
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: bothUrl,
    DATABASE_READ_URL: bothUrl,
    ELASTICSEARCH_URL: testStack().elasticsearchUrl,
    INDEX_PREFIX: suiteIndexPrefix(),
    STATE_FOLDER: path.join(folder, 'state'),
    PORT: '0',
  });
  service = await startService(config, openLog('silent'));
}, 120_000);

afterAll(async () => {
  await service?.stop();
  await knex?.destroy();
  await Promise.all([primary?.stop(), standby?.stop()]);
  for (const each of [primaryFolder, standbyFolder]) removePostgres(each);
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

async function query<Row extends pg.QueryResultRow>({ url }: StartedPart, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Ends the server as a crash would. */
async function crash(serverFolder: string, server: StartedPart): Promise<void> {
  const [pid] = readFileSync(path.join(serverFolder, 'data', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGQUIT');
  await server.ended;
}

async function untilListening(server: StartedPart): Promise<void> {
  const listening = "SELECT query FROM pg_stat_activity WHERE query ~ '^LISTEN'";
  while ((await query<{ query: string }>(server, listening)).length < 2) await wait(100);
}

describe('two hosts of the database', () => {
  it('are a primary and a standby, of which the primary is written to', async () => {
    const hosts = await knex.raw('SELECT inet_server_port() AS port');
    expect(hosts.rows).toEqual([{ port: Number(new URL(primary.url).port) }]);
    await untilListening(primary);
    const { rows } = await withSession(bothUrl, (client) =>
      client.query('SELECT pg_is_in_recovery() AS follows'),
    );
    expect(rows).toEqual([{ follows: false }]);
  });

  it('give reads that may be a moment old to the standby', async () => {
    const reads = openDatabase({ url: bothUrl, role: 'standby' });
    try {
      expect((await reads.raw('SELECT pg_is_in_recovery() AS follows')).rows).toEqual([{ follows: true }]);
    } finally {
      await reads.destroy();
    }
  });

  it('lose no credit when the primary dies and the standby takes over', async () => {
    const accounts = new AccountsService(new AccountsStore(knex));
    const { account_id: accountId } = await accounts.createAccount({ name: 'failover', plan: 'unlimited' });
    const { api_key: apiKey } = await accounts.createKey(accountId);
    const { credits } = creditParts(knex);
    let failures = 0;
    /** Granted once for its key, however often it is sent. */
    const grant = async () => {
      const key = randomUUID();
      for (;;) {
        try {
          await credits.grantCredits(accountId, { creditClass: 'basic', amount: 1, key });
          return;
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error;
          failures += 1;
          await wait(20);
        }
      }
    };
    const ask = () => supertest(service.url).get('/api/service/credits/balance').set('x-api-key', apiKey);
    for (let turn = 0; turn < 20; turn += 1) await grant();
    expect((await ask().expect(200)).body.balances.basic.available).toBe(20);

    await crash(primaryFolder, primary);
    const meanwhile = grant();
    const refused = await ask().expect(503);
    expect(refused.body.error.code).toBe('database_unavailable');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    while (failures === 0) await wait(20);
    await query(standby, 'ALTER SYSTEM RESET synchronous_standby_names');
    await query(standby, 'SELECT pg_promote()');
    await meanwhile;
    for (let turn = 0; turn < 20; turn += 1) await grant();

    expect((await ask().expect(200)).body.balances.basic.available).toBe(41);
    expect((await credits.verifyBalances()).faults).toEqual([]);
    // The queue and the listener for revoked keys have found the new primary too.
    await untilListening(standby);
  });

  it('are unavailable while none takes writes, and then go on', async () => {
    const write = () =>
      knex.raw('UPDATE accounts SET name = name').then(
        () => 'written',
        (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : error),
      );
    expect(await write()).toBe('written');
    await query(standby, 'ALTER SYSTEM SET default_transaction_read_only = on');
    await query(standby, 'SELECT pg_reload_conf()');
    let outcome = await write();
    while (outcome === 'written') outcome = await write();
    expect(outcome).toBe('unavailable');
    expect(await write()).toBe('unavailable');
    await query(standby, 'ALTER SYSTEM RESET default_transaction_read_only');
    await query(standby, 'SELECT pg_reload_conf()');
    while (outcome === 'unavailable') outcome = await write();
    expect(outcome).toBe('written');
  });

  it('are refused when more than one takes writes', async () => {
    const back = await startPostgres({
      ...options,
      folder: primaryFolder,
      port: Number(new URL(primary.url).port),
    });
    try {
      await expect(withSession(bothUrl, async () => undefined)).rejects.toThrow(
        'more than one host takes writes',
      );
    } finally {
      await back.stop();
    }
  });
});
