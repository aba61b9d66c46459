import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { ensureServerAccount } from '../../engine/postgres/postgres-binaries.ts';
import { removePostgres } from '../../engine/postgres/postgres-place.ts';
import { startPostgres } from '../../engine/postgres/postgres-server.ts';
import type { Primary } from '../../engine/postgres/postgres-standby.ts';
import { projectFolder } from '../../engine/project-folder.ts';
import { openDatabase } from '../../src/database/database.ts';
import {
  type AskedFor,
  answersOf,
  balancesOf,
  type Caller,
  callerOf,
  useEverything,
} from '../support/asked-service.ts';
import { noteChange } from '../support/companies.ts';
import { urlsOf } from '../support/database.ts';
import { suiteIndexPrefix, testStack } from '../support/environment.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { testSecretKey } from '../support/service.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { OperatedBuild } from './operated.ts';

/** The recovery of docs/operations.md to a moment before damage, with a PostgreSQL that archives its log. */

const companies = 3_000;

const folder = mkdtempSync(path.join(tmpdir(), 'recovery-'));
const inFolder = (name: string) => path.join(folder, name);
/** Where the log goes; the server's account can write there. */
let archive: string;
const indexPrefix = suiteIndexPrefix();
type Postgres = Awaited<ReturnType<typeof startPostgres>>;
let postgres: Postgres;
let knex: Knex;
let receiver: Receiver;
const running = new Set<ServiceProcess>();
const figures: string[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  postgres = await start('primary');
  archive = path.join(realpathSync(inFolder('primary')), 'archive');
  mkdirSync(archive);
  giveToServer(archive);
  await withDatabase(async (admin) => {
    await admin.raw("ALTER SYSTEM SET archive_mode = 'on'");
    await admin.raw(
      `ALTER SYSTEM SET archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`,
    );
  });
  await postgres.stop();
  postgres = await start('primary');
  knex = openDatabase({ url: postgres.url });
}, 120_000);

afterAll(async () => {
  for (const service of running) await service.kill();
  await knex.destroy();
  await postgres.stop();
  await receiver.stop();
  const elasticsearch = new Client({ node: testStack().elasticsearchUrl });
  const indices = await elasticsearch.indices.get({ index: `${indexPrefix}*`, allow_no_indices: true });
  for (const index of Object.keys(indices)) await elasticsearch.indices.delete({ index });
  await elasticsearch.close();
  for (const name of ['primary', 'recovered']) removePostgres(inFolder(name));
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

function start(name: string, more: { standbyOf?: Primary } = {}): Promise<Postgres> {
  return startPostgres({ folder: inFolder(name), durable: true, onProgress: () => undefined, ...more });
}

async function withDatabase(work: (admin: Knex) => Promise<unknown>): Promise<void> {
  const admin = openDatabase({ url: postgres.url, poolSize: 1 });
  try {
    await work(admin);
  } finally {
    await admin.destroy();
  }
}

/** The service and the commands on the server that runs now. */
function build(): OperatedBuild {
  const { serving, operating } = urlsOf(postgres.url);
  const environment = {
    DATABASE_URL: serving,
    DATABASE_OPERATE_URL: operating,
    DATABASE_MIGRATE_URL: postgres.url,
    ELASTICSEARCH_URL: testStack().elasticsearchUrl,
    INDEX_PREFIX: indexPrefix,
    STATE_FOLDER: inFolder('state'),
    CURSOR_KEYS: 'a key for cursors of 32 characters',
    SECRET_KEYS: testSecretKey,
  };
  return new OperatedBuild(projectFolder, environment, receiver.origin);
}

async function started(of: OperatedBuild): Promise<ServiceProcess> {
  const service = await of.start();
  running.add(service);
  return service;
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  figures.push(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return result;
}

/** Charges the account once more. */
async function charge({ call }: Caller, key: string): Promise<void> {
  const { corporate_number: number } = await knex('companies').whereNotNull('corporate_number').first();
  const rows = [{ 法人番号: number }];
  const body = { headers: ['法人番号'], rows };
  const { source } = await call('/sources/import', { body, idempotencyKey: key });
  const at = `/sources/${source.source_id}`;
  await call(`${at}/map`, { body: { entity: 'company', columns: { corporate_number: '法人番号' } } });
  const resolve = { body: { execute: true, maxCredits: 1 }, idempotencyKey: `${key}-resolve` };
  expect((await call(`${at}/resolve`, resolve)).billing.credits_used).toBe(1);
}

/** What nobody wanted: a List is gone, companies have wrong names, and credits were spent. The index follows. */
async function damage(of: OperatedBuild, caller: Caller): Promise<void> {
  const { list_id: list } = await knex('lists').first();
  await caller.call(`/lists/${list}`, { method: 'DELETE' });
  for (let at = 0; at < 5; at += 1) await charge(caller, `afterwards-${at}`);
  const ids: string[] = await knex('companies').limit(200).pluck('company_id');
  await knex.transaction(async (transaction) => {
    for (const id of ids) {
      await transaction.raw(
        `UPDATE company_names SET name = '株式会社誤読込' WHERE company_id = ? AND kind = 'legal'`,
        [id],
      );
      await noteChange(transaction, id);
    }
  });
  await of.ops('sync', 'all');
}

/** All of the log until now is in the archive. */
async function untilArchived(): Promise<void> {
  const { rows } = await knex.raw<{ rows: { file: string }[] }>(
    'SELECT pg_walfile_name(pg_switch_wal()) AS file',
  );
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows: done } = await knex.raw<{ rows: { archived: boolean }[] }>(
      'SELECT last_archived_wal >= ? AS archived FROM pg_stat_archiver',
      [rows[0]?.file ?? ''],
    );
    if (done[0]?.archived) return;
    await wait(50);
  }
  throw new Error('the log was not archived');
}

describe('a database that is damaged', () => {
  it('is recovered to the moment before, with the same answers and balances', async () => {
    const before = build();
    await before.ops('migrate');
    await before.ops('generate', '--companies', String(companies));
    await before.ops('reindex', 'all');
    await before.ops('account', 'create', 'example', '--plan', 'unlimited');
    for (const creditClass of ['basic', 'enrichment'])
      await before.ops(
        'credits',
        'grant',
        'example',
        '--class',
        creditClass,
        '--amount',
        '10000',
        '--key',
        creditClass,
      );
    const { api_key } = JSON.parse((await before.ops('key', 'create', 'example', '--json')).out);
    let service = await started(before);
    const caller = callerOf(service.url, api_key);

    // The copy is made while the service writes.
    const writing = { stopped: false, calls: 0 };
    const charging = (async () => {
      for (; !writing.stopped; writing.calls += 1) await charge(caller, `meanwhile-${writing.calls}`);
    })();
    // It is awaited later; until then it must not end the process.
    charging.catch(() => undefined);
    // npm's PostgreSQL has no pg_basebackup. A standby begins with the same copy.
    await timed('copy of the data folder', async () => {
      const standbyOf = { folder: inFolder('primary'), url: postgres.url };
      await (await start('recovered', { standbyOf })).stop();
    });
    copyData('data', 'base');
    writing.stopped = true;
    await charging;
    expect(writing.calls).toBeGreaterThan(0);
    const tooEarly = await clock();

    const asked: readonly AskedFor[] = await useEverything(caller, {
      knex,
      receiver: receiver.origin,
      requests: 1_000,
    });
    await before.ops('sync', 'all');
    await untilDelivered();
    const answers = await answersOf(caller, asked);
    expect(answers).toHaveLength(1_000);
    const balances = await balancesOf(knex);
    const feed = await caller.call('/changes?limit=100');
    const { next_cursor: at } = (await caller.call('/changes?since=now')).meta;
    const moment = await clock();
    // As the operator saves it.
    cpSync(inFolder('state'), inFolder('saved-state'), { recursive: true });
    await wait(1_000);

    await damage(before, caller);
    const wrong = await caller.call(`/changes?since=${at}&limit=100`);
    expect(wrong.items.length).toBeGreaterThan(0);
    const { next_cursor: ahead } = wrong.meta;
    const damaged = await answersOf(caller.at(service.url), asked.slice(20)).catch(String);
    expect(damaged).not.toEqual(answers.slice(20));
    expect(await balancesOf(knex)).not.toEqual(balances);
    await untilArchived();
    expect(await service.stop()).toBe(0);
    running.delete(service);
    await knex.destroy();
    await postgres.stop();

    await recoverTo(tooEarly);
    expect(await balancesOf(knex)).not.toEqual(balances);
    // Its own log is in the archive, too, and must not be taken for that of the damaged server.
    await untilArchived();
    await knex.destroy();
    await postgres.stop();
    copyData('base', 'data');
    await timed('recovery of PostgreSQL', () => recoverTo(moment));
    expect(await balancesOf(knex)).toEqual(balances);

    // Deleting the List has removed its exported files.
    cpSync(inFolder('saved-state'), inFolder('state'), { recursive: true, force: false });
    const after = build();
    // The index knows more than the database. Only a new one makes them equal.
    const compared = await after.tried('verify', 'companies', '--repair');
    expect(compared.code).toBe(1);
    expect(compared.out).toContain('still differ: run reindex');
    await timed('new indices', () => after.ops('reindex', 'all'));
    expect((await after.ops('verify', 'all')).out).toContain('the same as in the database');
    expect((await after.ops('credits', 'verify')).out).toMatch(/^All \d+ balances add up/);
    service = await started(after);
    const recovered = caller.at(service.url);
    expect(await timed('1,000 answers', () => answersOf(recovered, asked))).toEqual(answers);
    // Readers that are further than the database would miss what comes next.
    await expect(recovered.call(`/changes?since=${ahead}`)).rejects.toThrow('invalid_cursor');
    expect((await recovered.call(`/changes?since=${at}&limit=100`)).items).toEqual([]);
    expect((await recovered.call('/changes?limit=100')).items).toEqual(feed.items);
    await after.ops('feed', 'restart');
    await expect(recovered.call(`/changes?since=${at}`)).rejects.toThrow('invalid_cursor');

    // It works on from there.
    await charge(recovered, 'afterwards-0');
    expect((await after.ops('credits', 'verify')).out).toMatch(/^All \d+ balances add up/);
    expect(await service.stop()).toBe(0);
    running.delete(service);
    console.log(figures.join('\n'));
  }, 600_000);
});

function giveToServer(file: string): void {
  const { uid, gid } = ensureServerAccount();
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}

/** Copies the data folder of the recovered server, which does not run, or puts its copy back. */
function copyData(from: string, to: string): void {
  const place = realpathSync(inFolder('recovered'));
  rmSync(path.join(place, to), { recursive: true, force: true });
  const { status, stderr } = spawnSync('cp', ['-Rp', path.join(place, from), path.join(place, to)], {
    ...ensureServerAccount(),
    cwd: place,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the data folder could not be copied: ${stderr}`);
}

async function clock(): Promise<string> {
  const { rows } = await knex.raw<{ rows: { now: string }[] }>('SELECT clock_timestamp()::text AS now');
  return rows[0]?.now ?? '';
}

async function recoverTo(time: string): Promise<void> {
  const cluster = path.join(realpathSync(inFolder('recovered')), 'data');
  rmSync(path.join(cluster, 'standby.signal'));
  const signal = path.join(cluster, 'recovery.signal');
  writeFileSync(signal, '');
  giveToServer(signal);
  appendFileSync(
    path.join(cluster, 'postgresql.auto.conf'),
    [
      "primary_conninfo = ''",
      `restore_command = 'cp "${archive}/%f" "%p"'`,
      `recovery_target_time = '${time}'`,
      "recovery_target_action = 'promote'",
      "recovery_target_timeline = 'current'",
      '',
    ].join('\n'),
  );
  postgres = await start('recovered');
  knex = openDatabase({ url: postgres.url });
  await untilPromoted();
}

async function untilPromoted(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await knex.raw<{ rows: { recovering: boolean }[] }>(
      'SELECT pg_is_in_recovery() AS recovering',
    );
    if (rows[0]?.recovering === false) return;
    await wait(100);
  }
  throw new Error('the recovery did not end');
}

/** The answer about a delivery does not change any more. */
async function untilDelivered(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const pending = await knex('list_deliveries').where({ status: 'pending' });
    if (pending.length === 0) return;
    await wait(100);
  }
  throw new Error('the delivery was not sent');
}
