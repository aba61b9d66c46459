import type { Knex } from 'knex';
import type pg from 'pg';
import type { Connection } from './pg.ts';

/**
 * What the service uses of `knex` that `knex` does not document. Each function says why, and what to do without it.
 * `test/unit/adapters.test.ts` names the version with which this was tested.
 */

interface Client {
  driver: { Client: typeof pg.Client };
  readonly config: { readonly connection: { readonly connectionString: string } };
  readonly pool: ConnectionPool;
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
  validateConnection(connection: Connection): boolean;
  on(event: 'query-error', listener: (error: Error, query: { readonly sql: string }) => void): void;
}

/** The pool of tarn, whose events tarn documents. */
export interface ConnectionPool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
  on(event: 'acquireFail', listener: () => void): void;
  on(event: 'createSuccess', listener: (event: number, connection: Connection) => void): void;
  on(event: 'destroySuccess', listener: (event: number, connection: Connection) => void): void;
  on(event: 'release', listener: (connection: Connection) => void): void;
}

const getClient = (knex: Knex): Client => knex.client;

/** Why: to count connections, and to trust only those that have answered. Without it: the pool can only be guessed at. */
export function getPool(knex: Knex): ConnectionPool {
  return getClient(knex).pool;
}

/** Why: migrations open connections of their own. Without it: pass the URL beside the instance. */
export function getConnectionString(knex: Knex): string {
  return getClient(knex).config.connection.connectionString;
}

/**
 * The connection on which a transaction runs.
 * Why: COPY is a stream of `pg`, which `knex` cannot run. Without it: insert rows with statements, which takes longer.
 */
export async function getConnectionOf(transaction: Knex.Transaction): Promise<pg.Client> {
  return await transaction.client.acquireConnection();
}

/**
 * Runs work on one connection of the pool.
 * Why: `queryTogether` and prepared statements need the connection of `pg`. Without it: `knex.raw` and `knex.transaction`.
 */
export async function useConnection<Result>(
  knex: Knex,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const client = getClient(knex);
  const connection = await client.acquireConnection();
  try {
    return await work(connection);
  } finally {
    await client.releaseConnection(connection);
  }
}

/** Every wait for a connection goes through `around`, for traces. Without it: traces do not show these waits. */
export function wrapAcquiring(
  knex: Knex,
  around: (acquire: () => Promise<unknown>) => Promise<unknown>,
): void {
  const client = getClient(knex);
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = () => around(acquire) as Promise<Connection>;
}

/**
 * Connections of a class of our own.
 * Why: `DatabaseClient` checks what the server sends, and finds the host that takes writes. `knex` documents only a dialect of
 * one's own, which needs the same parts and more. Without it: plain connections to one host, over TLS.
 */
export function makeConnectionsOf(knex: Knex, client: typeof pg.Client): void {
  // It only makes connections with it.
  getClient(knex).driver = { Client: client };
}

/** A connection that cannot be used is closed, and replaced. Without it: `knex` finds out with the next statement, which fails. */
export function checkBeforeUse(knex: Knex, isUsable: (connection: Connection) => boolean): void {
  getClient(knex).validateConnection = isUsable;
}

/**
 * `knex` puts the statement before the message of an error.
 * Why: it would appear in logs and in the output of operators' commands. Without it: cut each message before it is written.
 * @param describe adds to the error what may be shown of the statement
 */
export function takeStatementsOutOfErrors(knex: Knex, describe: (error: Error, sql: string) => void): void {
  // Its own event comes too late for connections of `bindToConnection`.
  getClient(knex).on('query-error', (error, { sql }) => {
    const before = `${sql} - `;
    if (error.message.startsWith(before)) error.message = error.message.slice(before.length);
    describe(error, sql);
  });
}

const instances = new WeakMap<Connection, Knex.Transaction>();

/**
 * An instance of knex that runs everything on this connection, as stores expect of a transaction.
 * Why: `knex.transaction` makes a new instance for each, and takes more round trips. Without it: `knex.transaction`.
 */
export function bindToConnection(knex: Knex, connection: Connection): Knex.Transaction {
  const known = instances.get(connection);
  if (known) return known;
  const bound = knex.withUserParams({}) as Knex.Transaction;
  // `transacting`: a transaction inside becomes a savepoint.
  Object.assign(bound.client, {
    transacting: true,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
  });
  instances.set(connection, bound);
  return bound;
}
