import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { getTableFile, type Manifest, readManifest, writeManifest } from '../../indexers/backup/manifest.ts';
import { generate } from '../../lab/fictional/writing.ts';
import { migrationNames } from '../../src/database/listed-migrations.ts';
import { applyMigrations } from '../../src/database/migrate.ts';
import { migrateQueue } from '../../src/database/queue.ts';
import { type AskedFor, answersOf, balancesOf, callerOf, useEverything } from '../support/asked-service.ts';
import { emptyDatabase, type SuiteDatabase } from '../support/database.ts';
import { suiteIndexPrefix, testStack } from '../support/environment.ts';
import { ops } from '../support/operator.ts';
import { startReceiver } from '../support/receiver.ts';
import { serviceSuite, startTestService } from '../support/service.ts';
import { size } from '../support/size.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
const inFolder = (name: string) => path.join(folder, name);
const receiver = await startReceiver();
const settings = {
  CURSOR_KEYS: 'a key for cursors of 32 characters',
  DELIVERY_TEST_RECEIVERS: receiver.origin,
};
const { database, service, end } = await serviceSuite([], { ...settings, STATE_FOLDER: inFolder('state') });
const restored: SuiteDatabase[] = [];
afterAll(async () => {
  await end();
  for (const each of restored) await each.drop();
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function newDatabase(): Promise<SuiteDatabase> {
  const made = await emptyDatabase();
  restored.push(made);
  return made;
}

const environment = (of: SuiteDatabase, state = 'state') => ({
  DATABASE_URL: of.url,
  ELASTICSEARCH_URL: testStack().elasticsearchUrl,
  STATE_FOLDER: inFolder(state),
  OPERATOR: 'mori@console',
});
const run = (of: SuiteDatabase, ...args: string[]) => ops(args, environment(of));

/** The command line in a process of its own, which can be killed. */
function start(of: SuiteDatabase, ...args: string[]): ChildProcess {
  return spawn(process.execPath, ['dist/ops.js', ...args], {
    env: { PATH: process.env.PATH, ...environment(of, 'state-of-killed') },
    stdio: 'ignore',
  });
}

/** Starts the command, and kills it as soon as this holds. @returns whether it was killed before its end */
async function killWhen(
  holds: () => Promise<boolean>,
  of: SuiteDatabase,
  ...args: string[]
): Promise<boolean> {
  const child = start(of, ...args);
  const exit = once(child, 'exit');
  while (child.exitCode === null && !(await holds())) await wait(1);
  child.kill('SIGKILL');
  await exit;
  return child.signalCode === 'SIGKILL';
}

const account = await service.createAccount({
  plan: 'unlimited',
  credits: { basic: 10_000, enrichment: 10_000 },
});
const busy = await service.createAccount({ plan: 'unlimited', credits: { basic: 100_000 } });
/** Requests that change nothing, and whose answers a restored service must repeat. */
let requests: readonly AskedFor[];

const companies = size(400, 3000);
beforeAll(async () => {
  await generate({ databaseUrl: database.url, companies, seed: 1, today: '2026-11-20' });
  await Promise.all([service.reindexCompanies(), service.reindexObservations()]);
  requests = await useEverything(owner, {
    knex: database.knex,
    receiver: receiver.origin,
    requests: size(100, 1000),
  });
}, 120_000);

const owner = callerOf(service.url, account.apiKey);
/** Of this account: the other one is charged meanwhile. */
const balances = async (knex: Knex) =>
  (await balancesOf(knex)).filter((each) => Object(each).account_id === account.accountId);

/** Everything that a schema consists of, in words of Postgres. */
async function schemaOf(knex: Knex): Promise<object[]> {
  const { rows } = await knex.raw<{ rows: object[] }>(
    `SELECT 'constraint' AS what, conrelid::regclass::text AS place, conname::text AS name, pg_get_constraintdef(oid) || convalidated::text AS text
       FROM pg_constraint WHERE connamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)
     UNION ALL SELECT 'index', tablename, indexname, indexdef FROM pg_indexes WHERE schemaname IN ('public', 'graphile_worker')
     UNION ALL SELECT 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT 'function', '', proname, md5(prosrc) FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)
     UNION ALL SELECT 'column', table_name, column_name, data_type || is_nullable || coalesce(column_default, '') || is_identity
       FROM information_schema.columns WHERE table_schema IN ('public', 'graphile_worker')
     ORDER BY 1, 2, 3, 4`,
  );
  return rows;
}

/** Charges the busy account until it is stopped. */
function keepBusy(): { stop(): Promise<number> } {
  let stopped = false;
  let calls = 0;
  const charging = (async () => {
    const { call } = callerOf(service.url, busy.apiKey);
    const row = (at: number) => ({ 会社名: `株式会社忙しい${at}` });
    while (!stopped) {
      const { source } = await call('/sources/import', { body: { headers: ['会社名'], rows: [row(calls)] } });
      const own = `/sources/${source.source_id}`;
      await call(`${own}/map`, { body: { entity: 'company', columns: { name: '会社名' } } });
      const body = { execute: true, maxCredits: 1 };
      await call(`${own}/resolve`, { body, idempotencyKey: `busy-${calls}` });
      calls += 1;
    }
  })();
  return {
    async stop() {
      stopped = true;
      await charging;
      return calls;
    },
  };
}

describe('a backup of a service that is running, restored on an empty machine', () => {
  it('gives the same answers and balances, and the same rows in every table', async () => {
    const before = await answersOf(owner, requests);
    const read = await owner.call('/changes?since=now');
    expect(before).toHaveLength(size(100, 1000));
    const work = keepBusy();
    const made = await run(database, 'backup', inFolder('whole'), '--json');
    expect(await work.stop()).toBeGreaterThan(0);
    expect({ code: made.code, err: made.err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(made.out)).toMatchObject({ exports: 1, missing_exports: 0 });

    const target = await newDatabase();
    const indexPrefix = suiteIndexPrefix();
    const there = { ...environment(target, 'state-restored'), INDEX_PREFIX: indexPrefix };
    const { code, err, out } = await ops(['restore', inFolder('whole'), '--json'], there);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ restored: true, left_out: [] });
    expect(await schemaOf(target.knex)).toEqual(await schemaOf(database.knex));

    // The files of a backup of the restored database are the same, byte for byte.
    await ops(['backup', inFolder('again')], there);
    const tablesOf = async (name: string) =>
      (await readManifest(inFolder(name))).tables.filter(
        // The commands themselves are recorded, and the feed has the numbers of its server.
        ({ name }) => !['audit_entries', 'company_changes'].includes(name),
      );
    expect(await tablesOf('again')).toEqual(await tablesOf('whole'));
    const [first, second] = await Promise.all(['whole', 'again'].map((name) => readManifest(inFolder(name))));
    expect(second?.sequences).toEqual(first?.sequences);
    expect(second?.exports).toEqual(first?.exports);

    const again = await ops(['restore', inFolder('whole'), '--reindex'], there);
    expect(again.out).toContain('Nothing was changed.');
    expect(again.out).toContain(`serves ${companies.toLocaleString('en')} documents`);
    const copy = await startTestService(target, {
      ...settings,
      STATE_FOLDER: inFolder('state-restored'),
      INDEX_PREFIX: indexPrefix,
    });
    try {
      expect(await answersOf(owner.at(copy.url), requests)).toEqual(before);
      // Its transactions have other numbers, so a cursor of the old server would skip changes.
      const { body } = await copy.as(account).get(`/api/service/changes?since=${read.meta.next_cursor}`);
      expect(body.error?.code).toBe('invalid_cursor');
    } finally {
      await copy.stop();
    }
    expect(await balances(target.knex)).toEqual(await balances(database.knex));
    expect((await ops(['credits', 'verify'], there)).out).toMatch(/^All \d+ balances add up/);
    await expect(target.knex.raw('UPDATE credit_ledger SET amount = 1')).rejects.toThrow();
    await expect(target.knex('api_keys').insert({ account_id: account.keyId })).rejects.toThrow();
    const ids = await target.knex('company_changes').max('change_id as last').first();
    const [{ change_id: next }] = (
      await target.knex.raw(
        `INSERT INTO company_changes (company_id, version, change) SELECT company_id, 1, 'added' FROM companies LIMIT 1 RETURNING change_id`,
      )
    ).rows;
    expect(next).toBeGreaterThan(Number(ids?.last));
  }, 300_000);

  it('has files that only its owner can read, and no manifest before the end', async () => {
    for (const file of ['', 'data', 'manifest.json', 'data/public.accounts.copy.gz'])
      expect(statSync(path.join(inFolder('whole'), file)).mode & 0o077).toBe(0);
    expect(existsSync(path.join(inFolder('whole'), 'incomplete'))).toBe(false);
    expect(await run(database, 'backup', inFolder('whole'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('already contains a complete backup'),
    });
    writeFileSync(inFolder('a-file'), '');
    expect((await run(database, 'backup', folder)).err).toContain('is not empty: choose a new folder');
  });
});

describe('kill -9', () => {
  it('leaves a backup that is refused, and made again by the same command', async () => {
    const target = inFolder('killed');
    const written = () => {
      const data = path.join(target, 'data');
      return existsSync(data) ? readdirSync(data).length : 0;
    };
    let killed = 0;
    const moments = size(2, 20);
    for (let moment = 1; moment <= moments; moment += 1) {
      rmSync(target, { recursive: true, force: true });
      // At the first file, then later each time.
      const enough = 1 + Math.floor(((moment - 1) * 40) / moments);
      if (!(await killWhen(async () => written() >= enough, database, 'backup', target))) continue;
      if (existsSync(path.join(target, 'manifest.json'))) continue;
      killed += 1;
      expect((await run(database, 'check-backup', target)).err).toContain('must be made again');
    }
    expect(killed).toBeGreaterThan(0);
    rmSync(path.join(target, 'manifest.json'), { force: true });
    writeFileSync(path.join(target, 'incomplete'), '');
    appendFileSync(path.join(target, 'data', 'public.accounts.copy.gz'), 'half');
    expect((await run(database, 'backup', target)).code).toBe(0);
    expect((await run(database, 'check-backup', target)).out).toContain('All files are as the backup');
  }, 120_000);

  it('leaves an empty database, into which the same command restores', async () => {
    const target = await newDatabase();
    /** Whether a transaction of the command is this old, in milliseconds. */
    const working = async (ms: number) => {
      const { rows } = await target.knex.raw(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
           AND clock_timestamp() - xact_start >= make_interval(secs => ?)`,
        [ms / 1_000],
      );
      return rows.length > 0;
    };
    let killed = 0;
    const moments = size(2, 25);
    for (let moment = 0; moment < moments; moment += 1) {
      const ms = (moment * 400) / moments;
      if (!(await killWhen(() => working(ms), target, 'restore', inFolder('whole')))) break;
      await settled(target.knex);
      const { rows } = await target.knex.raw("SELECT FROM pg_tables WHERE schemaname = 'public'");
      // Killed after its commit, it is complete.
      if (rows.length > 0) break;
      killed += 1;
    }
    expect(killed).toBeGreaterThan(0);
    expect((await run(target, 'restore', inFolder('whole'))).code).toBe(0);
    expect(await balances(target.knex)).toEqual(await balances(database.knex));
    expect(await target.knex('companies').count()).toEqual([{ count: companies }]);
  }, 120_000);
});

/** Postgres ends the transaction of a killed process when it notices. */
async function settled(knex: Knex): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { rows } = await knex.raw(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state IS NOT NULL',
    );
    if (rows.length === 0) return;
    await wait(20);
  }
  throw new Error('the connections of the killed command did not end');
}

describe('restore refuses', () => {
  /** A copy of the backup that was changed. */
  async function refusal(
    change: (folder: string, manifest: Manifest) => Promise<void> | void,
  ): Promise<string> {
    const copy = mkdtempSync(inFolder('changed-'));
    cpSync(inFolder('whole'), copy, { recursive: true });
    await change(copy, await readManifest(copy));
    const target = await newDatabase();
    const { code, err } = await run(target, 'restore', copy);
    expect(code).toBe(1);
    const { rows } = await target.knex.raw("SELECT FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([]);
    return err;
  }
  const accounts = (copy: string) => getTableFile(copy, { schema: 'public', name: 'accounts' });

  it('a database that has tables, and names those with rows', async () => {
    const { code, err } = await run(database, 'restore', inFolder('whole'));
    expect(code).toBe(1);
    expect(err).toMatch(/The database is not empty: it has \d+ tables, \d+ with rows: .*public\.accounts, /);
  });

  it('files that are missing, damaged or cut off, and names each', async () => {
    const err = await refusal((copy) => {
      rmSync(accounts(copy));
      truncateSync(getTableFile(copy, { schema: 'public', name: 'companies' }), 10);
      const names = getTableFile(copy, { schema: 'public', name: 'company_names' });
      const bytes = readFileSync(names);
      bytes[50] = Number(bytes[50]) ^ 1;
      writeFileSync(names, bytes);
    });
    expect(err).toMatch(/accounts\.copy\.gz is missing\./);
    expect(err).toMatch(/companies\.copy\.gz is damaged: it has 10 bytes instead of \d+\./);
    expect(err).toMatch(/company_names\.copy\.gz is damaged: its SHA-256 differs\./);
  });

  it('a manifest that was changed, is not one, or is missing', async () => {
    const manifest = (copy: string) => path.join(copy, 'manifest.json');
    const changed = await refusal((copy) =>
      writeFileSync(manifest(copy), readFileSync(manifest(copy), 'utf8').replace('"rows": ', '"rows": 1')),
    );
    expect(changed).toContain('was changed or damaged: its digest differs');
    expect(await refusal((copy) => writeFileSync(manifest(copy), '[1'))).toContain('it is not JSON');
    expect(await refusal((copy) => writeFileSync(manifest(copy), '{}'))).toContain(
      'is not the manifest of a backup',
    );
    expect(await refusal((copy) => rmSync(manifest(copy)))).toContain('does not contain a complete backup');
  });

  it('a backup of a newer build, or of another format', async () => {
    const newer = await refusal((copy, manifest) =>
      writeManifest(copy, { ...manifest, migrations: [...manifest.migrations, '9999_later'] }),
    );
    expect(newer).toContain('from a newer build (version 0.1.0): this build lacks the migrations 9999_later');
    const format = await refusal((copy, manifest) =>
      writeManifest(copy, { ...manifest, format: 2 } as never),
    );
    expect(format).toContain('has format 2, and this build reads format 1');
  });

  it('rows that are not as many as the backup had, and columns that the schema lacks', async () => {
    const withAccounts = (manifest: Manifest, more: object) => ({
      ...manifest,
      tables: manifest.tables.map((table) => (table.name === 'accounts' ? { ...table, ...more } : table)),
    });
    const rows = await refusal((copy, manifest) => writeManifest(copy, withAccounts(manifest, { rows: 7 })));
    expect(rows).toContain('public.accounts has 2 rows instead of 7: nothing was restored');
    const columns = await refusal((copy, manifest) =>
      writeManifest(copy, withAccounts(manifest, { columns: ['account_id', 'colour'] })),
    );
    expect(columns).toContain('public.accounts has other columns in this build');
  });

  it('rows whose references or balances are wrong', async () => {
    const without = (name: string) => async (copy: string, manifest: Manifest) => {
      const empty = manifest.tables.find(({ rows }) => rows === 0);
      if (!empty) throw new Error('every table has rows');
      cpSync(getTableFile(copy, empty), getTableFile(copy, { schema: 'public', name }));
      const { bytes, sha256, rows } = empty;
      await writeManifest(copy, {
        ...manifest,
        tables: manifest.tables.map((table) =>
          table.name === name ? { ...table, bytes, sha256, rows } : table,
        ),
      });
    };
    expect(await refusal(without('companies'))).toContain('violates foreign key constraint');
    expect(await refusal(without('credit_lots'))).toMatch(/Of \d+ balances, \d+ do not add up/);
  });
});

describe('a backup of an older build', () => {
  it('is made before the database is migrated, and is migrated after it was restored', async () => {
    const older = await newDatabase();
    // The released version, which has no such command and no audit log.
    await applyMigrations(
      older.knex,
      migrationNames.filter((name) => name <= '0036_lighter_resolves'),
    );
    await migrateQueue(older.url);
    await older.knex('accounts').insert({ name: 'example' });
    const copy = inFolder('older');
    expect(await run(older, 'backup', copy)).toMatchObject({ code: 0, err: '' });
    const target = await newDatabase();
    expect(await run(target, 'restore', copy)).toMatchObject({ code: 0, err: '' });
    expect(await schemaOf(target.knex)).toEqual(await schemaOf(database.knex));
    expect(await target.knex('accounts').pluck('name')).toEqual(['example']);
    const { out } = await run(target, 'audit', '--json');
    expect(JSON.parse(out).entries).toMatchObject([
      { action: 'restore', state: 'done', actor: 'mori@console' },
    ]);
  });
});
