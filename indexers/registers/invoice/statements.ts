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

/**
 * Stores statements. Of two with the same day, process and first day, the later one counts.
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
  const { rows } = await client.query<{ corporate_number: string }>(
    storeSql,
    Object.values(stored).map(([property]) => [...distinct.values()].map((each) => each[property])),
  );
  return [...new Set(rows.map((row) => row.corporate_number))];
}

/** Those of the numbers about which a statement is stored. Only statements about corporations are. */
export async function numbersWithStatement(
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
