import type { Knex } from 'knex';
import { useConnection } from '../adapters/knex.ts';

/** Where a page begins, and how many rows to read from there. */
export interface PagePlace {
  /** The id of the last row before the page; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** The rows of a page, in the order of an id. @param query selects the rows of the collection */
export async function fetchRows<Row>(
  query: Knex.QueryBuilder,
  id: string,
  order: 'asc' | 'desc',
  { after, limit }: PagePlace,
): Promise<Row[]> {
  if (after !== null) query.where(id, order === 'asc' ? '>' : '<', after);
  return query.orderBy(id, order).limit(limit);
}

/** The row that a statement must return: an inserted row, or one that the transaction has locked. */
export async function requireRow<Row>(returned: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await returned;
  if (row === undefined) throw new Error('a statement did not return its row');
  return row;
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
  const { rows } = await useConnection(knex, (connection) => connection.query({ name, text, values }));
  return rows as Row[];
}

/**
 * Splits items into pieces to read or write one by one: tens of thousands of rows as one JSON would block other requests.
 */
export function* splitIntoPieces<Item>(items: readonly Item[], size = 1_000): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
