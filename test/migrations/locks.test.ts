import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { openDatabase } from '../../src/database/database.ts';
import { migrateDatabase } from '../../src/database/migrate.ts';
import type { Migration } from '../../src/database/migration.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { describeStartFailure } from '../../src/process/start-failure.ts';
import { emptyDatabase, type SuiteDatabase } from '../support/database.ts';

/**
 * Requests are answered while migrations run, so none may read, check or rewrite a table while it is locked
 * (docs/decisions/0061-upgrades.md).
 */

/** The last migration from before this rule. */
const last = '0036_lighter_resolves';
const before = migrations.filter(({ name }) => name <= last);
const later = migrations.filter(({ name }) => name > last);

let database: SuiteDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  for (const _ of before) await database.knex.migrate.up();
  await fill(database.knex);
});
afterAll(() => database.drop());

/** A few rows, so that a change of all rows of a table is seen. */
async function fill(knex: Knex): Promise<void> {
  await knex.raw(`
    INSERT INTO accounts (name) VALUES ('example');
    INSERT INTO api_keys (account_id, key_hash, key_start) SELECT account_id, sha256('key'), 'cds_' FROM accounts;
    INSERT INTO credit_ledger (account_id, class, operation, subject_type, subject_id, kind, amount)
      SELECT account_id, 'basic', 'o', 's', '1', 'grant', 9 FROM accounts;
    INSERT INTO lists (account_id, name, definition_kind, definition) SELECT account_id, 'L', 'company_ids', '{}' FROM accounts;
  `);
}

const stateSql = {
  /** A new file means that the table was written again. */
  rewritten: `SELECT oid::regclass::text AS place, relfilenode::text AS state FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  indexed: `SELECT indexrelid::text AS state, indrelid::regclass::text AS place FROM pg_index
    JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace`,
  /** NOT NULL of a column that is new needs no check: its default is there for all rows. */
  checked: `SELECT c.oid::text AS state, conrelid::regclass::text AS place FROM pg_constraint c
    WHERE connamespace = 'public'::regnamespace AND convalidated AND (contype IN ('c', 'f') OR contype = 'n' AND NOT EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = conrelid AND attnum = conkey[1] AND atthasmissing))`,
  changed: `SELECT relname AS place, (n_tup_upd + n_tup_del + n_tup_ins)::text AS state FROM pg_stat_xact_user_tables
    WHERE schemaname = 'public' AND n_tup_upd + n_tup_del + n_tup_ins > 0`,
};

type Fault = keyof typeof stateSql;
type State = Readonly<Record<Fault, ReadonlySet<string>>>;

async function stateOf(knex: Knex): Promise<State> {
  const entries = [];
  for (const [fault, sql] of Object.entries(stateSql)) {
    const { rows } = await knex.raw<{ rows: { place: string; state: string }[] }>(sql);
    entries.push([fault, new Set(rows.map(({ place, state }) => `${place} ${state}`))]);
  }
  return Object.fromEntries(entries) as State;
}

/** What `up` does to whole tables that were there before, while it holds locks on them. */
async function faultsOf(knex: Knex, { up }: Pick<Migration, 'up'>): Promise<string[]> {
  const found: string[] = [];
  await knex
    .transaction(async (transaction) => {
      const was = await stateOf(transaction);
      const tables = new Set([...was.rewritten].map((each) => each.split(' ')[0]));
      await up(transaction);
      const is = await stateOf(transaction);
      for (const fault of Object.keys(stateSql) as Fault[])
        for (const each of is[fault]) {
          const [place = ''] = each.split(' ');
          if (!was[fault].has(each) && tables.has(place)) found.push(`${place} is ${fault}`);
        }
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return [...new Set(found)].sort();
}

class Undone extends Error {}

describe('a migration', () => {
  it.each(later)('$name does nothing to whole tables while it locks them', async (migration) => {
    // What it does without a transaction holds up nobody.
    if (!migration.steps) expect(await faultsOf(database.knex, migration)).toEqual([]);
    await database.knex.migrate.up({ name: migration.name });
  });
});

describe('the rule finds', () => {
  it.each<[string, string, string[]]>([
    ['an index', 'CREATE INDEX x ON company_names (name)', ['company_names is indexed']],
    [
      'another type of a column',
      'ALTER TABLE lists ALTER COLUMN scheduled_for TYPE text USING scheduled_for::text',
      ['lists is rewritten'],
    ],
    [
      'a column with a value of its own for each row',
      'ALTER TABLE accounts ADD COLUMN x uuid DEFAULT uuidv7()',
      ['accounts is rewritten'],
    ],
    [
      'a constraint that is checked',
      "ALTER TABLE accounts ADD CONSTRAINT x CHECK (name <> 'x')",
      ['accounts is checked'],
    ],
    [
      'a column that may no longer be empty',
      'ALTER TABLE companies ALTER COLUMN closed_on SET NOT NULL',
      ['companies is checked'],
    ],
    ['a change of all rows', "UPDATE accounts SET name = name || '!'", ['accounts is changed']],
  ])('%s', async (_, sql, faults) => {
    const found = await faultsOf(database.knex, { up: async (knex) => void (await knex.raw(sql)) });
    expect(found).toEqual(expect.arrayContaining(faults));
  });

  it.each([
    [
      'a new table',
      'CREATE TABLE x (company_id text REFERENCES companies, n integer NOT NULL CHECK (n > 0)); CREATE INDEX y ON x (n)',
    ],
    ['a column with one value for all rows', 'ALTER TABLE accounts ADD COLUMN x integer NOT NULL DEFAULT 5'],
    ['a constraint for new rows', "ALTER TABLE accounts ADD CONSTRAINT x CHECK (name <> 'x') NOT VALID"],
  ])('nothing in %s', async (_, sql) => {
    expect(await faultsOf(database.knex, { up: async (knex) => void (await knex.raw(sql)) })).toEqual([]);
  });
});

describe('while others hold a table', () => {
  it('a migration gives way to requests, tries again, and in the end says what to do', async () => {
    const held = await emptyDatabase();
    const other = openDatabase({ url: held.url, poolSize: 2 });
    let holder: Knex.Transaction | undefined;
    try {
      await migrateDatabase(held.knex);
      const audit = migrations.findIndex(({ name }) => name === '0041_audit');
      for (const _ of migrations.slice(audit)) await held.knex.migrate.down();
      await fill(held.knex);
      holder = await other.transaction();
      await holder.raw('UPDATE accounts SET name = name');
      const lines: string[] = [];
      const options = { onWait: (line: string) => void lines.push(line), timeoutMs: 500 };
      const ended = { early: false };
      const refused = migrateDatabase(held.knex, options)
        .catch(String)
        .finally(() => {
          ended.early = lines.length === 0;
        });
      // Requests for the table go on beside it.
      const asked = { requests: 0 };
      while (lines.length === 0 && !ended.early) {
        await other.raw("SET statement_timeout = '30s'; INSERT INTO accounts (name) VALUES (uuidv7()::text)");
        asked.requests += 1;
      }
      expect(asked.requests).toBeGreaterThan(0);
      expect(await refused).toContain('0041_audit was not applied, because long transactions have not ended');
      expect(lines).toEqual(['0041_audit waits for long transactions, without holding up requests …']);

      const waiting = migrateDatabase(held.knex);
      await holder.commit();
      expect(await waiting).toEqual([]);
      expect(await held.knex('schema_migrations').pluck('name')).toEqual(migrations.map(({ name }) => name));
    } finally {
      if (!holder?.isCompleted()) await holder?.rollback();
      await other.destroy();
      await held.drop();
    }
  });
});

describe('while others hold a table of the job queue', () => {
  it('its update gives way, too', async () => {
    const held = await emptyDatabase();
    const other = openDatabase({ url: held.url, poolSize: 1 });
    try {
      await migrateDatabase(held.knex);
      const holder = await other.transaction();
      await holder.raw('LOCK TABLE graphile_worker.migrations IN ACCESS EXCLUSIVE MODE');
      const blocked: unknown = await migrateDatabase(held.knex, { timeoutMs: 500 }).catch((error) => error);
      // Of a service with MIGRATE=true, too.
      expect(describeStartFailure(blocked)).toMatch(
        /^The update of the job queue and of the rights was not applied, because long transactions have not ended.*then run migrate again\.$/,
      );
      const waiting = migrateDatabase(held.knex);
      await holder.commit();
      expect(await waiting).toEqual([]);
    } finally {
      await other.destroy();
      await held.drop();
    }
  });
});

describe('work beside requests', () => {
  const steps = migrations.filter((migration) => migration.steps);
  const names = steps.map(({ name }) => name);

  const withoutSteps = async (of: SuiteDatabase) => {
    await migrateDatabase(of.knex);
    for (const _ of migrations.filter(({ name }) => name >= (names[0] ?? ''))) await of.knex.migrate.down();
  };
  const building = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE 'CREATE INDEX CONCURRENTLY%'`;

  it('waits for older transactions, says so, and in the end says what to do', async () => {
    const used = await emptyDatabase();
    const older = openDatabase({ url: used.url, poolSize: 1 });
    try {
      await withoutSteps(used);
      const report = await older.transaction(null, { isolationLevel: 'repeatable read' });
      await report.raw('SELECT FROM companies');
      const lines: string[] = [];
      const options = { onWait: (line: string) => void lines.push(line), timeoutMs: 1_500 };
      await expect(migrateDatabase(used.knex, options)).rejects.toThrow(
        '0045_beside_requests was not applied, because long transactions have not ended',
      );
      expect(lines).toEqual([
        expect.stringContaining('0045_beside_requests builds the index list_deliveries_finished_with_body'),
      ]);

      // A killed process does not leave a session that waits on with the lock of the schema.
      const killed = spawn(process.execPath, ['dist/ops.js', 'migrate'], {
        env: { PATH: process.env.PATH, DATABASE_URL: used.url },
        stdio: 'ignore',
      });
      while ((await used.knex.raw(building)).rows.length === 0);
      killed.kill('SIGKILL');
      while ((await used.knex.raw(building)).rows.length > 0) await wait(100);

      await report.commit();
      expect(await migrateDatabase(used.knex)).toEqual([]);
      expect((await used.knex.raw('SELECT FROM pg_index WHERE NOT indisvalid')).rows).toEqual([]);
    } finally {
      await older.destroy();
      await used.drop();
    }
  });

  it('is done again where it was interrupted, and nobody waits for it', async () => {
    const used = await emptyDatabase();
    try {
      await withoutSteps(used);
      // As an index is that was interrupted.
      const made = 'CREATE INDEX source_presence_seen ON source_presence (seen_at)';
      await used.knex.raw(
        `${made}; UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'source_presence_seen'::regclass`,
      );
      // A transaction that writes, and for which an ordinary index would wait with all others behind it, ends in time.
      const writer = await used.knex.transaction();
      await writer.raw('LOCK TABLE source_presence, list_deliveries IN ROW EXCLUSIVE MODE');
      const migrating = migrateDatabase(used.knex);
      while ((await used.knex.raw(building)).rows.length === 0);
      for (const table of ['source_presence', 'list_deliveries'])
        await used.knex.raw(
          `BEGIN; SET LOCAL lock_timeout = '1s'; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE; COMMIT`,
        );
      await writer.commit();
      await migrating;
      const { rows } = await used.knex.raw(
        `SELECT indisvalid FROM pg_index WHERE indexrelid = 'source_presence_seen'::regclass`,
      );
      expect(rows).toEqual([{ indisvalid: true }]);
    } finally {
      await used.drop();
    }
  });
});

describe('a build that was gone back to', () => {
  it('leaves the schema and the rights of the newer one as they are, and says so', async () => {
    const newer = await emptyDatabase();
    try {
      await migrateDatabase(newer.knex);
      await newer.knex.raw(
        'CREATE TABLE of_the_newer_build (); GRANT SELECT ON of_the_newer_build TO company_data_serving',
      );
      await newer
        .knex('schema_migrations')
        .insert({ name: '9999_later', batch: 9, migration_time: new Date() });
      expect(await migrateDatabase(newer.knex)).toEqual(['9999_later']);
      const serving = openDatabase({ url: newer.urls.serving, poolSize: 1 });
      try {
        expect((await serving.raw('SELECT FROM of_the_newer_build')).rows).toEqual([]);
        expect((await serving.raw('SELECT FROM companies')).rows).toEqual([]);
      } finally {
        await serving.destroy();
      }
    } finally {
      await newer.drop();
    }
  });
});
