import type { ClientBase } from 'pg';
import type { InvoiceStatement } from './columns.ts';

const stored = {
  corporate_number: ['corporateNumber', 'text'],
  updated_on: ['updatedOn', 'date'],
  process: ['process', 'text'],
  registered_on: ['registeredOn', 'date'],
  cancelled_on: ['cancelledOn', 'date'],
  expired_on: ['expiredOn', 'date'],
  name: ['name', 'text'],
  trade_name: ['tradeName', 'text'],
  address: ['address', 'text'],
} as const satisfies Record<string, readonly [keyof InvoiceStatement, string]>;

const names = Object.keys(stored);
const key = ['corporate_number', 'updated_on', 'registered_on', 'process'];
const values = names.filter((name) => !key.includes(name));
const types = Object.values(stored).map(([, type], at) => `$${at + 1}::${type}[]`);

const storeSql = `
  INSERT INTO invoice_statements AS kept (${names})
  SELECT ${names.map((name) => `s.${name}`)} FROM unnest(${types}) AS s (${names})
  WHERE NOT EXISTS (SELECT FROM invoice_statements kept
    WHERE kept.corporate_number = s.corporate_number
      AND (${names.map((name) => `kept.${name}`)}) IS NOT DISTINCT FROM (${names.map((name) => `s.${name}`)}))
  ON CONFLICT (${key}) DO UPDATE SET ${values.map((name) => `${name} = excluded.${name}`)}
  RETURNING corporate_number`;

/** Sorts the statements about a number as `deriveRegistration` reads them. */
function buildTimeKey({ updatedOn, process, registeredOn }: Timed): string {
  return [updatedOn, Number(process === '99'), registeredOn ?? '', process].join(' ');
}
type Timed = Pick<InvoiceStatement, 'corporateNumber' | 'updatedOn' | 'process' | 'registeredOn'>;

const blankSql = `
  UPDATE invoice_statements kept SET name = NULL, trade_name = NULL, address = NULL
  FROM unnest($1::text[], $2::text[]) AS newest (corporate_number, time)
  WHERE kept.corporate_number = newest.corporate_number AND kept.corporate_number = ANY ($1::text[])
    AND num_nonnulls(kept.name, kept.trade_name, kept.address) > 0
    AND concat_ws(' ', kept.updated_on, CASE kept.process WHEN '99' THEN 1 ELSE 0 END,
      coalesce(kept.registered_on::text, ''), kept.process) < newest.time COLLATE "C"`;

/**
 * Stores statements. Of two with the same day, process and first day, the later one counts. Only the newest one of a number
 * keeps its texts: files that were published later have blanked those of the others, and the order of loading must not matter.
 * @returns the corporate numbers about which something is new
 */
export async function storeStatements(
  client: ClientBase,
  statements: readonly InvoiceStatement[],
): Promise<string[]> {
  const distinct = new Map(
    statements.map((each) => [
      [each.corporateNumber, each.updatedOn, each.registeredOn, each.process].join(' '),
      each,
    ]),
  );
  if (distinct.size === 0) return [];
  const added = [...distinct.values()];
  const before = await readStoredTimes(client, added);
  const newest = findNewestTimes([...before, ...added]);
  const blanked = added.map((each) => {
    if (buildTimeKey(each) === newest.get(each.corporateNumber)) return each;
    return { ...each, name: null, tradeName: null, address: null };
  });
  const { rows } = await client.query<{ corporate_number: string }>(
    storeSql,
    Object.values(stored).map(([property]) => blanked.map((each) => each[property])),
  );
  const changed = [...new Set(rows.map((row) => row.corporate_number))];
  const known = new Set(before.map(({ corporateNumber }) => corporateNumber));
  const repeated = changed.filter((number) => known.has(number));
  if (repeated.length > 0)
    await client.query(blankSql, [repeated, repeated.map((number) => newest.get(number))]);
  return changed;
}

async function readStoredTimes(client: ClientBase, about: readonly Timed[]): Promise<Timed[]> {
  const { rows } = await client.query<Timed>(
    `SELECT corporate_number AS "corporateNumber", updated_on::text AS "updatedOn", process,
       registered_on::text AS "registeredOn"
     FROM invoice_statements WHERE corporate_number = ANY($1::text[])`,
    [[...new Set(about.map(({ corporateNumber }) => corporateNumber))]],
  );
  return rows;
}

/** Of the newest statement about each number. */
function findNewestTimes(statements: readonly Timed[]): ReadonlyMap<string, string> {
  const newest = new Map<string, string>();
  for (const each of statements) {
    const time = buildTimeKey(each);
    if (time > (newest.get(each.corporateNumber) ?? '')) newest.set(each.corporateNumber, time);
  }
  return newest;
}

/** Those of the numbers about which a statement is stored. Only statements about corporations are. */
export async function readNumbersWithStatement(
  client: ClientBase,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await client.query<{ corporate_number: string }>(
    'SELECT DISTINCT corporate_number FROM invoice_statements WHERE corporate_number = ANY($1::text[])',
    [numbers],
  );
  return new Set(rows.map((row) => row.corporate_number));
}
