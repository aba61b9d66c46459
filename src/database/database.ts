import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { statementShape } from '../failure-report.ts';
import { migrateJobs } from './job-queue.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';

const { types } = pg;

// A date is a day, not a moment: as a Date it would shift with the process's time zone.
types.setTypeParser(types.builtins.DATE, (day) => day);
// bigint and numeric: counters, versions and yen are all far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize?: number;
  /** Longest wait for a connection, in milliseconds; then the query fails as the database being unavailable. */
  readonly acquireTimeoutMs?: number;
  /**
   * Longest wait for the answer to one statement, in milliseconds; then it fails as the database being unavailable. A server
   * that hangs closes no connection, so nothing else would end the wait. None unless given: a migration takes what it takes.
   */
  readonly queryTimeoutMs?: number;
  /** Told what the pool has to say beside the errors of queries, which tell the same once more; nobody by default. */
  readonly onTrouble?: (message: string) => void;
}

/** Opens a pool. The caller ends it with `destroy()`. */
export function openDatabase(options: DatabaseOptions): Knex {
  const {
    url,
    poolSize = 10,
    acquireTimeoutMs = 60_000,
    queryTimeoutMs,
    onTrouble = () => undefined,
  } = options;
  const knex = knexFactory({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'company-data-service',
      ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
    },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: acquireTimeoutMs,
    compileSqlOnError: false,
    log: { warn: onTrouble, error: onTrouble, deprecate: onTrouble },
    migrations: { migrationSource: new ListedMigrations(), tableName: 'schema_migrations' },
  });
  // knex puts the statement before the message, and so into every log and answer of an operator.
  knex.client.on('query-error', (error: Error, { sql }: { sql: string }) => {
    const given = `${sql} - `;
    if (error.message.startsWith(given)) error.message = error.message.slice(given.length);
    Object.assign(error, { statement: statementShape(sql) });
  });
  // A connection on which an answer did not come in time still waits for it: the next query would wait behind it.
  knex.client.validateConnection = ({ readyForQuery }: { readyForQuery: boolean }) => readyForQuery;
  return knex;
}

/**
 * Brings the schema up to date, wholly or not at all. Several processes may call it at once: they wait for each other.
 * knex's own lock would refuse them, and stay behind when a process is killed; inside the transaction it does neither.
 */
export async function migrate(knex: Knex): Promise<void> {
  await knex.transaction(async (transaction) => {
    await transaction.raw(`SELECT pg_advisory_xact_lock(hashtext('company-data-service schema'))`);
    await transaction.migrate.latest();
  });
  // The job queue brings its own tables, in transactions of its own on a connection of its own.
  const { connectionString } = knex.client.config.connection as { connectionString: string };
  await knex.transaction(async (transaction) => {
    await transaction.raw(`SELECT pg_advisory_xact_lock(hashtext('company-data-service jobs'))`);
    await migrateJobs(connectionString);
  });
}

/** Migrations from code instead of a folder, so that `.ts` sources and a built bundle record the same names. */
class ListedMigrations implements Knex.MigrationSource<Migration> {
  async getMigrations(): Promise<Migration[]> {
    return [...migrations];
  }

  getMigrationName(migration: Migration): string {
    return migration.name;
  }

  async getMigration(migration: Migration): Promise<Knex.Migration> {
    return migration;
  }
}
