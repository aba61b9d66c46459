import type { ClientBase } from 'pg';
import type { ListedFund } from './columns.ts';

/** Funds of the list (docs/decisions/0076-listed-funds.md): they belong to no company, so they are no facts of one. */

export async function writeFunds(
  client: ClientBase,
  exchange: string,
  funds: readonly ListedFund[],
): Promise<void> {
  await client.query(
    `INSERT INTO listed_funds (exchange, code, name, category, as_of)
     SELECT DISTINCT ON (code) $1, code, name, category, as_of
     FROM unnest($2::text[], $3::text[], $4::text[], $5::date[]) AS f(code, name, category, as_of) ORDER BY code
     ON CONFLICT (exchange, code) DO UPDATE
       SET name = excluded.name, category = excluded.category, as_of = excluded.as_of
     WHERE listed_funds.as_of <= excluded.as_of`,
    [
      exchange,
      funds.map(({ code }) => code),
      funds.map(({ name }) => name),
      funds.map(({ category }) => category),
      funds.map(({ asOf }) => asOf),
    ],
  );
}

/** Those that the newest list does not have any more. */
export async function removeOlderFunds(
  client: ClientBase,
  exchange: string,
  asOf: string | null,
): Promise<void> {
  await client.query('DELETE FROM listed_funds WHERE exchange = $1 AND as_of < $2::date', [exchange, asOf]);
}

export async function countFunds(client: ClientBase, exchange: string): Promise<number> {
  const { rows } = await client.query<{ funds: number }>(
    'SELECT count(*)::int AS funds FROM listed_funds WHERE exchange = $1',
    [exchange],
  );
  return rows[0]?.funds ?? 0;
}
