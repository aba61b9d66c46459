import type { Knex } from 'knex';

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
