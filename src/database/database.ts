import knexFactory, { type Knex } from 'knex';
import {
  type ConnectionPool,
  checkBeforeUse,
  getPool,
  makeConnectionsOf,
  takeStatementsOutOfErrors,
  wrapAcquiring,
} from '../adapters/knex.ts';
import { awaitsAnswer, type Connection } from '../adapters/pg.ts';
import { describeStatement } from '../process/failure-report.ts';
import { DatabaseClient, type DatabaseClientConfig } from './database-client.ts';
import type { HostRole } from './hosts.ts';
import { ListedMigrations } from './listed-migrations.ts';
import { type StatementWatch, watchClient } from './statement-watch.ts';
import { readTypes } from './value-types.ts';

readTypes();

/** How much longer than the service the server waits, so that the service's own error comes first. */
const lateMs = 5_000;

export interface DatabaseOptions {
  /** It may name several hosts. */
  readonly url: string;
  /** Which of several hosts to use; default: the one that takes writes. */
  readonly role?: HostRole;
  readonly poolSize?: number;
  /** Maximum wait for a connection, also while one is made; after that, the query fails because the database is unavailable. */
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
    // Otherwise an attempt that gets no answer keeps its place in the pool for half a minute.
    connectionTimeoutMillis: acquireTimeoutMs,
    ...(queryTimeoutMs !== undefined && {
      query_timeout: queryTimeoutMs,
      // What nobody waits for any more holds no lock for long.
      settings: {
        statement_timeout: queryTimeoutMs + lateMs,
        idle_in_transaction_session_timeout: queryTimeoutMs + lateMs,
      },
    }),
  };
  const knex = knexFactory({
    client: 'pg',
    // So that knex does not ask for it in each new pool, which ends the process if the answer is unreadable.
    version: '18',
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
  makeConnectionsOf(knex, watch ? watchClient(watch) : DatabaseClient);
  takeStatementsOutOfErrors(
    knex,
    (error, sql) => void Object.assign(error, { statement: describeStatement(sql) }),
  );
  const isTrusted = makeTrustCheck(getPool(knex));
  // After a timeout, a connection still waits for the late answer, and the next query would wait with it. A transaction
  // that could not be rolled back is still open.
  checkBeforeUse(
    knex,
    (connection) =>
      !awaitsAnswer(connection) && connection.getTransactionStatus() === 'I' && isTrusted(connection),
  );
  return knex;
}

/**
 * When the way to the server is lost without a word, all connections are dead, and each would cost a request its whole
 * timeout. So after one that did not answer, only those are used that have answered since.
 */
function makeTrustCheck(pool: ConnectionPool): (connection: Connection) => boolean {
  const answeredAt = new WeakMap<Connection, number>();
  let unansweredAt = 0;
  pool.on('createSuccess', (_event, connection) => answeredAt.set(connection, performance.now()));
  pool.on('release', (connection) => {
    if (awaitsAnswer(connection)) unansweredAt = performance.now();
    else answeredAt.set(connection, performance.now());
  });
  return (connection) => (answeredAt.get(connection) ?? 0) >= unansweredAt;
}

/** A pool of connections, as far as it is watched. */
export interface WatchablePool {
  /** Its connections now, and the queries that wait for one. */
  counts(): { readonly used: number; readonly idle: number; readonly waiting: number };
  /** Calls the listener when a query does not get a connection in time. */
  onTimeout(listener: () => void): void;
  /** Every wait for a connection goes through `around`. */
  wrapWaits(around: (acquire: () => Promise<unknown>) => Promise<unknown>): void;
}

export function makeWatchablePool(knex: Knex): WatchablePool {
  const pool = getPool(knex);
  return {
    counts: () => ({ used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() }),
    onTimeout: (listener) => pool.on('acquireFail', listener),
    wrapWaits: (around) => wrapAcquiring(knex, around),
  };
}
