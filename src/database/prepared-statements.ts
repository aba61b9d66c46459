import type { Writable } from 'node:stream';
import type { Knex } from 'knex';

export interface Statement {
  /** Unique to the text. Each connection prepares a named statement once. */
  readonly name?: string;
  /** With `$1`, `$2` … */
  readonly text: string;
  readonly values?: readonly unknown[];
}

interface Answer {
  readonly command: string;
  readonly rows: unknown[];
}

/** A connection of the pool, as far as it is used directly. */
export interface Connection {
  readonly readyForQuery: boolean;
  /** `I`: in no transaction. */
  getTransactionStatus(): 'I' | 'T' | 'E' | null;
  query(statement: Statement): Promise<Answer>;
  /** Whether statements are sent before those before them are answered. */
  pipeline: boolean;
  readonly connection: { readonly stream: Writable };
}

interface ConnectionPool {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
}

export function getConnectionPool(knex: Knex): ConnectionPool {
  return knex.client;
}

/**
 * Runs a statement that each connection prepares once: for queries of every request, where planning would cost more than
 * execution.
 *
 * @param name unique to the text
 * @param text with `$1`, `$2` …
 */
export async function queryPrepared<Row>(
  knex: Knex,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const pool = getConnectionPool(knex);
  const connection = await pool.acquireConnection();
  try {
    const { rows } = await connection.query({ name, text, values });
    return rows as Row[];
  } finally {
    await pool.releaseConnection(connection);
  }
}

/**
 * Sends statements in one piece, so that they take one round trip. Each sees what was committed before it ran, as if it
 * were sent alone. In a transaction, those after one that fails fail too.
 *
 * @param connection with no statement running
 * @throws the first error, after all are answered
 */
export async function queryTogether(
  connection: Connection,
  statements: readonly Statement[],
): Promise<Answer[]> {
  const { stream } = connection.connection;
  // Only here: streams, such as COPY, cannot run in a pipeline.
  connection.pipeline = true;
  stream.cork();
  const sent = statements.map((statement) => connection.query(statement));
  stream.uncork();
  const answered = await Promise.allSettled(sent);
  connection.pipeline = false;
  return answered.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}
