import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { removePostgres } from '../../engine/postgres/postgres-place.ts';
import { startPostgres } from '../../engine/postgres/postgres-server.ts';
import { generate } from '../../lab/fictional/writing.ts';
import { openDatabase } from '../../src/database/database.ts';
import { applyMigrations, migrateDatabase } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';

/**
 * How long the migrations since the released version hold up requests. `TEST_COMPANIES=5700000 npm run prove -- operating large-tables`
 * shows it for a whole country (docs/operations.md#upgrade).
 */

const companies = Number(process.env.TEST_COMPANIES ?? 200_000);
/** The released version has the migrations up to this one. */
const released = '0036_lighter_resolves';
const later = migrations.map(({ name }) => name).filter((name) => name > released);
/** Entries of the ledger, deliveries with two attempts each, and rows of tables that people have uploaded. */
const entries = Math.round(companies / 2);
const deliveries = Math.round(companies / 10);
const maxHeldMs = 1_000;
/** How often locks are looked at. A lock that is shorter than this may not be seen, but then nobody waits for it either. */
const sampleMs = 4;

const folder = mkdtempSync(path.join(tmpdir(), 'large-tables-'));
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let knex: Knex;

beforeAll(async () => {
  postgres = await startPostgres({
    folder: path.join(folder, 'postgres'),
    durable: true,
    onProgress: () => undefined,
  });
  knex = openDatabase({ url: postgres.url, poolSize: 8 });
  await migrateDatabase(knex);
  for (const _ of later) await knex.migrate.down();
  const { seconds } = await generate({ databaseUrl: postgres.url, companies, seed: 1, today: '2026-11-20' });
  await fillAccounts();
  await knex.raw('VACUUM ANALYZE');
  const { rows } = await knex.raw('SELECT pg_size_pretty(pg_database_size(current_database())) AS size');
  console.log(
    `${companies.toLocaleString('en')} companies generated in ${seconds.toFixed(0)} s, ${rows[0]?.size} with what accounts have`,
  );
}, 3_600_000);

afterAll(async () => {
  await knex?.destroy();
  await postgres?.stop();
  removePostgres(path.join(folder, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

/** Triggers are off, which would take an hour. */
async function fillAccounts(): Promise<void> {
  const tables = ['credit_ledger', 'list_deliveries', 'list_delivery_attempts', 'source_rows', 'api_keys'];
  for (const table of tables) await knex.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await knex.raw(`
    INSERT INTO accounts (name) SELECT 'account ' || n FROM generate_series(1, 1000) n;
    INSERT INTO api_keys (account_id, key_hash, key_start)
      SELECT account_id, sha256(convert_to(name || '/' || k, 'UTF8')), 'cds_' FROM accounts, generate_series(1, 20) k;
    INSERT INTO lists (account_id, name, definition_kind, definition)
      SELECT account_id, 'L' || n, 'company_ids', '{}' FROM accounts, generate_series(1, 20) n;
    INSERT INTO list_delivery_targets (account_id, list_id, type, url, secret, enabled, payload)
      SELECT account_id, list_id, 'webhook', 'https://hooks.example.com/' || list_id, 'whsec_AAAA', true, 'summary' FROM lists;
  `);
  await knex.raw(
    `INSERT INTO credit_ledger (entry_id, account_id, class, kind, amount, balance_after, operation, subject_type, subject_id, created_at)
     SELECT uuidv7(), account_id, 'basic', 'grant', 1, 1, 'o', 's', n::text, now() - n * interval '1 second'
     FROM (SELECT account_id, row_number() OVER () - 1 AS number FROM accounts) a
     JOIN generate_series(1, ?::integer) n ON n % 1000 = number`,
    [entries],
  );
  await knex.raw(
    `INSERT INTO list_deliveries (account_id, list_id, type, payload, body, status, finished_at)
     SELECT account_id, list_id, 'webhook', 'summary', repeat(md5(n::text), 60), 'delivered', now() - n * interval '1 second'
     FROM (SELECT account_id, list_id, row_number() OVER () - 1 AS number FROM lists) l
     JOIN generate_series(1, ?::integer) n ON n % 20000 = number`,
    [deliveries],
  );
  await knex.raw(`
    INSERT INTO list_delivery_attempts
      SELECT delivery_id, a, account_id, now(), 10, 'accepted', 200, 'ok' FROM list_deliveries, generate_series(1, 2) a`);
  for (const table of tables) await knex.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

/** What was seen since the last look. */
interface Seen {
  /** The longest time that one lock was held with which nobody else can read or write, in milliseconds. */
  held: number;
  heldOn: string;
  /** The longest time that an ordinary statement took. */
  waited: number;
  waitedFor: string;
}

const nothing = (): Seen => ({ held: 0, heldOn: '', waited: 0, waitedFor: '' });

/** Reads and writes all tables, and looks at the locks of others, until it is stopped. */
class Watch {
  #seen = nothing();
  #stopped = false;
  readonly #loops: Promise<void>[] = [];

  constructor(tables: readonly string[], url: string) {
    const callers = openDatabase({ url, poolSize: 5 });
    const parts = [0, 1, 2, 3].map((part) => tables.filter((_, at) => at % 4 === part));
    this.#loops = [...parts.map((part) => this.#use(callers, part)), this.#look(callers)];
    void Promise.allSettled(this.#loops).then(() => callers.destroy());
  }

  take(): Seen {
    const seen = this.#seen;
    this.#seen = nothing();
    return seen;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#loops);
  }

  async #use(callers: Knex, tables: readonly string[]): Promise<void> {
    while (!this.#stopped)
      // Both lock the table as requests do; the second as one that writes.
      for (const table of tables)
        for (const sql of [
          `SELECT FROM ${table} LIMIT 1`,
          `BEGIN; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE; COMMIT`,
        ]) {
          const began = performance.now();
          await callers.raw(sql);
          const took = performance.now() - began;
          if (took > this.#seen.waited) Object.assign(this.#seen, { waited: took, waitedFor: table });
        }
  }

  async #look(callers: Knex): Promise<void> {
    const since = new Map<string, number>();
    while (!this.#stopped) {
      const { rows } = await callers.raw<{ rows: { lock: string; place: string }[] }>(
        `SELECT concat_ws(' ', pid, relation::regclass, mode) AS lock, relation::regclass || ' (' || mode || ')' AS place
         FROM pg_locks WHERE locktype = 'relation' AND granted AND pid <> pg_backend_pid()
           AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
           AND relation::regclass::text = ANY (?)`,
        [[...knownTables]],
      );
      const now = performance.now();
      const locks = new Set(rows.map(({ lock }) => lock));
      for (const lock of since.keys()) if (!locks.has(lock)) since.delete(lock);
      for (const { lock, place } of rows) {
        const held = now - (since.get(lock) ?? now) + sampleMs;
        if (!since.has(lock)) since.set(lock, now);
        if (held > this.#seen.held) Object.assign(this.#seen, { held, heldOn: place });
      }
      await wait(sampleMs);
    }
  }
}

let knownTables: readonly string[] = [];

describe('the migrations since the released version', () => {
  it(`hold up no request for more than a second, with ${companies.toLocaleString('en')} companies`, async () => {
    knownTables = await knex('pg_class')
      .where({ relkind: 'r' })
      .whereRaw("relnamespace = 'public'::regnamespace AND relname NOT LIKE 'schema_migrations%'")
      .pluck('relname');
    const watch = new Watch(knownTables, postgres.url);
    await wait(2_000);
    const idle = watch.take();
    const figures: (Seen & { name: string; ms: number })[] = [];
    for (const name of later) {
      const began = performance.now();
      // As `migrate` applies it.
      await applyMigrations(knex, [name]);
      figures.push({ name, ms: performance.now() - began, ...watch.take() });
    }
    const began = performance.now();
    await migrateDatabase(knex);
    figures.push({ name: 'rights', ms: performance.now() - began, ...watch.take() });
    await watch.stop();
    const ms = (value: number) => Math.round(value).toLocaleString('en');
    console.log(
      [
        `without a migration, the slowest statement took ${ms(idle.waited)} ms`,
        '| migration | took | longest lock | slowest statement of others |',
        '|---|---|---|---|',
        ...figures.map(
          ({ name, ms: took, held, heldOn, waited, waitedFor }) =>
            `| ${name} | ${ms(took)} ms | ${held === 0 ? 'none' : `${ms(held)} ms, ${heldOn}`} | ${ms(waited)} ms, ${waitedFor} |`,
        ),
      ].join('\n'),
    );
    for (const { name, held, waited } of figures) {
      expect({ name, held: Math.min(held, maxHeldMs) }).toEqual({ name, held });
      expect({ name, waited: Math.min(waited, maxHeldMs) }).toEqual({ name, waited });
    }
  }, 3_600_000);
});
