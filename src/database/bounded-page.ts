import type { Knex } from 'knex';

/** Making a larger answer would block other requests. */
const pageBytes = 4 * 1024 * 1024;

export interface BoundedPage<Row> {
  readonly rows: readonly Row[];
  /** Whether more rows follow. */
  readonly more: boolean;
}

interface Place {
  readonly page_place: string;
  readonly page_listed: string;
  readonly page_bytes: string;
}

/**
 * The newest rows, up to `limit`; fewer if they are large, but at least one.
 * @param listed selects `limit + 1` rows, newest first
 * @param id the column of `listed` that orders them
 */
export async function fetchNewestRows<Row extends object>(
  knex: Knex,
  listed: Knex.QueryBuilder | Knex.Raw,
  id: string,
  limit: number,
): Promise<BoundedPage<Row>> {
  const newest = 'OVER (ORDER BY ?? DESC)';
  const sized = knex('listed').select(
    '*',
    knex.raw(`row_number() ${newest} AS page_place`, [id]),
    knex.raw('count(*) OVER () AS page_listed'),
    knex.raw(`sum(octet_length(listed::text)) ${newest} AS page_bytes`, [id]),
  );
  const found: (Row & Place)[] = await knex
    .with('listed', listed)
    .with('sized', sized)
    .from('sized')
    .whereRaw('page_place = 1 OR (page_place <= ? AND page_bytes <= ?)', [limit, pageBytes])
    .orderBy(id, 'desc')
    .select('*');
  const rows = found.map(
    ({ page_place: _, page_listed: __, page_bytes: ___, ...row }) => row as unknown as Row,
  );
  return { rows, more: Number(found[0]?.page_listed ?? 0) > rows.length };
}
