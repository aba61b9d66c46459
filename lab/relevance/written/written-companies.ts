import type { ClientBase } from 'pg';
import { writtenClass } from './written-class.ts';
import type { EverydayRow, WrittenRow } from './written-file.ts';
import type { EverydayName, WrittenName } from './written-names.ts';

/** Which companies of the database the names of a file mean. */

/** By corporate number. A registered successor is right too, and its successors. */
export async function findNumbered(
  client: ClientBase,
  corporateNumbers: readonly string[],
): Promise<Map<string, readonly string[]>> {
  return await withSuccessors(
    client,
    'SELECT corporate_number AS key, company_id FROM companies WHERE NOT hidden AND corporate_number = ANY($1)',
    corporateNumbers,
  );
}

export async function judgeWritten(client: ClientBase, rows: readonly WrittenRow[]): Promise<WrittenName[]> {
  const right = await findNumbered(
    client,
    rows.map(({ corporateNumber }) => corporateNumber),
  );
  return rows.map(({ written: text, corporateNumber, registered }) => {
    const ids = right.get(corporateNumber) ?? [];
    const ofClass = ids.length > 0 ? writtenClass(text, registered) : null;
    return { text, class: ofClass, form: null, right: ids, settles: true };
  });
}

/** @returns a name without right companies if nobody is listed under its code */
export async function judgeEveryday(
  client: ClientBase,
  rows: readonly EverydayRow[],
): Promise<EverydayName[]> {
  const right = await withSuccessors(
    client,
    `SELECT l.code AS key, l.company_id FROM listings l JOIN companies c USING (company_id)
     WHERE NOT c.hidden AND l.code = ANY($1)
       AND (l.listed_to IS NULL OR l.listed_to > (now() AT TIME ZONE 'Asia/Tokyo')::date)`,
    rows.map(({ securitiesCode }) => securitiesCode),
  );
  return rows.map(({ name: text, securitiesCode }) => ({ text, right: right.get(securitiesCode) ?? [] }));
}

/** @param companies a query for `key` and `company_id`, with the keys as its parameter */
async function withSuccessors(
  client: ClientBase,
  companies: string,
  keys: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const { rows } = await client.query<{ key: string; ids: string[] }>(
    `WITH RECURSIVE meant AS (
       ${companies}
       UNION
       SELECT meant.key, successor.company_id FROM meant
       JOIN company_successors s ON s.company_id = meant.company_id
       JOIN companies successor ON successor.corporate_number = s.successor_corporate_number)
     SELECT key, array_agg(company_id::text ORDER BY company_id) AS ids FROM meant GROUP BY key`,
    [[...new Set(keys)]],
  );
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}
