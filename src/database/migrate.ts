import { setTimeout as wait } from 'node:timers/promises';
import type { Knex } from 'knex';
import { getConnectionString } from '../adapters/knex.ts';
import { DatabaseClient } from './database-client.ts';
import { ListedMigrations, listNewerMigrations, migrationNames } from './listed-migrations.ts';
import { buildIsDoneStatement, buildStatements, type LargeTableStep, type Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';
import { migrateQueue } from './queue.ts';
import { grantRights } from './rights/grant-rights.ts';

/** Long transactions hold the tables that a migration has to lock; the message is one sentence for the operator. */
export class MigrationBlockedError extends Error {
  override readonly name = 'MigrationBlockedError';
}

export interface MigrateOptions {
  /** Called when the schema, or a table, is not free yet, once for each thing that is waited for. */
  readonly onWait?: (line: string) => void;
  /** How long tables may stay locked by others until it is given up. */
  readonly timeoutMs?: number;
}

/** Names the lock of everything that makes or reads the whole schema, as SQL. */
export const schemaLock = `hashtext('company-data-service schema')`;

/** A migration that waits for a lock has all later requests for that table wait behind it: so it soon gives way and tries again. */
const lockTimeoutMs = 300;
/** So long that the requests that waited are answered before the next try. */
const pauseMs = 1_000;
const defaultTimeoutMs = 15 * 60_000;
const lockPollMs = 100;
/** How long work on a whole table may take without a word. */
const sayAfterMs = 1_000;

/**
 * Brings the schema up to date: a new one completely or not at all, and one with data by one migration after the other, while
 * requests are answered. After an interruption, it goes on where it was. Several processes may call it at once: they wait for each
 * other. knex's own lock would refuse them, and would remain if a process is killed.
 * @returns the migrations of a newer build, which stay
 * @throws MigrationBlockedError
 */
export async function migrateDatabase(knex: Knex, options: MigrateOptions = {}): Promise<readonly string[]> {
  await applyMigrations(knex, migrationNames, options);
  const connectionString = getConnectionString(knex);
  // The queue migrates its own tables, in separate transactions on a separate connection.
  await retryWhileBlocked('The update of the job queue and of the rights', options, () =>
    knex.transaction(async (transaction) => {
      await transaction.raw(`SELECT pg_advisory_xact_lock(hashtext('company-data-service jobs'))`);
      await migrateQueue(connectionString, { lock_timeout: lockTimeoutMs });
      await transaction.raw(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      await grantRights(transaction);
    }),
  );
  return await listNewerMigrations(knex);
}

/**
 * The part of `migrate` that changes the schema: applies those of these migrations that are missing.
 * @throws MigrationBlockedError
 */
export async function applyMigrations(
  knex: Knex,
  names: readonly string[],
  options: MigrateOptions = {},
): Promise<void> {
  const connectionString = getConnectionString(knex);
  await runWithSchemaLock(connectionString, options, async (client) => {
    const applied = await listAppliedMigrations(knex);
    if (applied.size === 0) await knex.transaction((transaction) => applyLatest(transaction, names));
    else
      for (const migration of migrations)
        if (names.includes(migration.name) && !applied.has(migration.name))
          await retryWhileBlocked(migration.name, options, () =>
            applyMigration(knex, client, migration, options),
          );
  });
}

/**
 * Applies the migrations that are missing, in the caller's transaction, without those of the queue. It locks what it changes
 * until that transaction ends, so it is for databases that nobody uses yet.
 * @param names only these migrations; default all
 */
export async function migrateSchema(
  transaction: Knex.Transaction,
  names: readonly string[] = migrationNames,
): Promise<void> {
  await transaction.raw(`SELECT pg_advisory_xact_lock(${schemaLock})`);
  await applyLatest(transaction, names);
}

async function applyLatest(transaction: Knex.Transaction, names: readonly string[]): Promise<void> {
  await transaction.migrate.latest({ migrationSource: new ListedMigrations(names) });
}

async function listAppliedMigrations(knex: Knex): Promise<ReadonlySet<string>> {
  if (!(await knex.schema.hasTable('schema_migrations'))) return new Set();
  return new Set(await knex('schema_migrations').pluck<string[]>('name'));
}

/**
 * Holds the lock of the schema for the work. The lock belongs to the connection, so it ends with the process. It is asked for again
 * and again: a session that waits for it has a snapshot, and an index that is built beside requests waits for all snapshots.
 */
async function runWithSchemaLock(
  connectionString: string,
  { onWait }: MigrateOptions,
  work: (client: DatabaseClient) => Promise<void>,
): Promise<void> {
  const client = new DatabaseClient({
    connectionString,
    application_name: 'company-data-service migrations',
  });
  // A lost connection also fails its running query. Without a listener it would end the process instead.
  client.on('error', () => undefined);
  await client.connect();
  // An index waits for older transactions. After a kill, it would do so without end, with the lock; not every system can look.
  await client.query("SET client_connection_check_interval = '1s'").catch(() => undefined);
  try {
    for (let tries = 0; !(await takeSchemaLock(client)); tries += 1) {
      if (tries === 20) onWait?.('Waiting for a backup, or for another process that changes the schema …');
      await wait(lockPollMs);
    }
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function takeSchemaLock(client: DatabaseClient): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${schemaLock}) AS locked`,
  );
  return rows[0]?.locked === true;
}

async function applyMigration(
  knex: Knex,
  client: DatabaseClient,
  migration: Migration,
  { onWait, timeoutMs = defaultTimeoutMs }: MigrateOptions,
): Promise<void> {
  const { name, steps } = migration;
  if (steps) await client.query(`SET lock_timeout = ${timeoutMs}`);
  for (const step of steps ?? []) {
    const { rows } = await client.query<{ done: boolean }>(buildIsDoneStatement(step));
    if (rows[0]?.done) continue;
    const late = setTimeout(() => onWait?.(`${name} ${describeWork(step)}`), sayAfterMs);
    try {
      for (const statement of buildStatements(step, { concurrently: true })) await client.query(statement);
    } finally {
      clearTimeout(late);
    }
  }
  await knex.transaction(async (transaction) => {
    await transaction.raw(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    const migrationSource = new ListedMigrations(migrationNames, steps ? [name] : []);
    await transaction.migrate.up({ name, migrationSource });
  });
}

function describeWork(step: LargeTableStep): string {
  if ('validate' in step) return `checks all rows of ${step.table}, without holding up requests …`;
  return `builds the index ${step.index}, without holding up requests. It waits for the end of all transactions that are older …`;
}

/** SQLSTATEs of a lock that was not free in time, and of two transactions that wait for each other. */
const passing = ['55P03', '40P01'];

async function retryWhileBlocked(
  name: string,
  { onWait, timeoutMs = defaultTimeoutMs }: MigrateOptions,
  work: () => Promise<void>,
): Promise<void> {
  const until = performance.now() + timeoutMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!passing.includes(Object(error).code)) throw error;
      if (performance.now() > until)
        throw new MigrationBlockedError(
          `${name} was not applied, because long transactions have not ended, and it has to lock a table that they use, or to wait for them: pg_stat_activity shows them, the oldest xact_start first. Wait for their end or end them, then run migrate again.`,
          { cause: error },
        );
      if (tries === 1) onWait?.(`${name} waits for long transactions, without holding up requests …`);
      await wait(pauseMs);
    }
  }
}
