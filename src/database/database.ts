import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { statementShape } from '../failure-report.ts';
import { DatabaseClient, type DatabaseClientConfig } from './database-client.ts';
import type { HostRole } from './hosts.ts';
import { ListedMigrations } from './listed-migrations.ts';
import type { Connection } from './prepared.ts';
import { type StatementWatch, watchedClient } from './statement-watch.ts';

const { types } = pg;

// A date is a day, not a moment: a Date would shift with the process's time zone.
types.setTypeParser(types.builtins.DATE, (day) => day);
// bigint and numeric: counters, versions and yen are all far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

export interface DatabaseOptions {
  /** It may name several hosts. */
  readonly url: string;
  /** Which of several hosts to use; default: the one that takes writes. */
  readonly role?: HostRole;
  readonly poolSize?: number;
  /** Maximum wait for a connection; after that, the query fails because the database is unavailable. */
  readonly acquireTimeoutMs?: number;
  /**
   * Maximum wait for the answer to one statement; after that, it fails because the database is unavailable. A hanging
   * server closes no connection, so nothing else would end the wait. Default no limit, for migrations.
   */
  readonly queryTimeoutMs?: number;
  /** Called with the pool's own messages. They repeat the errors of queries, so they are ignored by default. */
  readonly onTrouble?: (message: string) => void;
  readonly watch?: StatementWatch;
  /** How Postgres shows its connections. */
  readonly name?: string | undefined;
}

/** Opens a pool. The caller ends it with `destroy()`. */
export function openDatabase(options: DatabaseOptions): Knex {
  const {
    url,
    role = 'primary',
    poolSize = 10,
    acquireTimeoutMs = 60_000,
    queryTimeoutMs,
    onTrouble = () => undefined,
    watch,
    name = 'company-data-service',
  } = options;
  const connection: DatabaseClientConfig = {
    connectionString: url,
    role,
    application_name: name,
    ...(queryTimeoutMs !== undefined && { query_timeout: queryTimeoutMs }),
  };
  const knex = knexFactory({
    client: 'pg',
    connection: connection as Knex.PgConnectionConfig,
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: acquireTimeoutMs,
    compileSqlOnError: false,
    log: { warn: onTrouble, error: onTrouble, deprecate: onTrouble },
    migrations: {
      migrationSource: new ListedMigrations(),
      tableName: 'schema_migrations',
      // The schema may be that of a newer build, from which this one was gone back to.
      disableMigrationsListValidation: true,
    },
  });
  // It only makes connections with it.
  knex.client.driver = { Client: watch ? watchedClient(watch) : DatabaseClient };
  // knex puts the statement before the message; it would appear in logs and in the output of operators' commands.
  knex.client.on('query-error', (error: Error, { sql }: { sql: string }) => {
    const given = `${sql} - `;
    if (error.message.startsWith(given)) error.message = error.message.slice(given.length);
    Object.assign(error, { statement: statementShape(sql) });
  });
  // After a timeout, a connection still waits for the late answer, and the next query would wait with it. A transaction
  // that could not be rolled back is still open.
  knex.client.validateConnection = (connection: Connection) =>
    connection.readyForQuery && connection.getTransactionStatus() === 'I';
  return knex;
}

interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  on(event: 'acquireFail', listener: () => void): void;
}

const poolOfKnex = (knex: Knex): Pool => knex.client.pool;

/** A pool of connections, as far as it is watched. */
export interface WatchablePool {
  /** Its connections now, and the queries that wait for one. */
  counts(): { readonly used: number; readonly idle: number; readonly waiting: number };
  /** Calls the listener when a query does not get a connection in time. */
  onTimeout(listener: () => void): void;
  /** Every wait for a connection goes through `around`. */
  aroundWaits(around: (acquire: () => Promise<unknown>) => Promise<unknown>): void;
}

export function watchablePool(knex: Knex): WatchablePool {
  const pool = poolOfKnex(knex);
  const acquire = knex.client.acquireConnection.bind(knex.client) as () => Promise<unknown>;
  return {
    counts: () => ({ used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() }),
    onTimeout: (listener) => pool.on('acquireFail', listener),
    aroundWaits(around) {
      knex.client.acquireConnection = () => around(acquire);
    },
  };
}
