import type { Knex } from 'knex';

/**
 * Deletes some of the rows, so that each statement is short. Names and conditions are fixed texts, values are bindings.
 * @returns how many were deleted, at most `limit`
 */
export async function deleteSome(
  knex: Knex,
  { table, where, limit }: { readonly table: string; readonly where: string; readonly limit: number },
  values: Knex.ValueDict,
): Promise<number> {
  const rows = `SELECT ctid FROM ${table} WHERE ${where} LIMIT :limit`;
  const { rowCount } = await knex.raw<{ rowCount: number }>(
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${rows}))`,
    { ...values, limit },
  );
  return rowCount;
}
