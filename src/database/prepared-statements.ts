import type { Knex } from 'knex';
import { useConnection } from '../adapters/knex.ts';

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
  const { rows } = await useConnection(knex, (connection) => connection.query({ name, text, values }));
  return rows as Row[];
}
