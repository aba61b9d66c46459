import type { Knex } from 'knex';

interface Connection {
  query(config: { name: string; text: string; values: readonly unknown[] }): Promise<{ rows: unknown[] }>;
}

interface ConnectionPool {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
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
  const pool = knex.client as ConnectionPool;
  const connection = await pool.acquireConnection();
  try {
    const { rows } = await connection.query({ name, text, values });
    return rows as Row[];
  } finally {
    await pool.releaseConnection(connection);
  }
}
