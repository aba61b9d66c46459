import type { ClientBase } from 'pg';
import { groupByKey } from '../../loading/group-by-key.ts';
import type { StoredAddress } from './moves.ts';
import type { NamePeriod, RegisterStatement } from './name-history.ts';

/** The stored statements about these corporate numbers. A number with a single statement has none here (`buildRegisterFacts`). */
export async function readStoredStatements(
  client: ClientBase,
  numbers: readonly string[],
): Promise<Map<string, RegisterStatement[]>> {
  const { rows } = await client.query<RegisterStatement>(
    `SELECT corporate_number AS "corporateNumber", updated_on::text AS "updatedOn", sequence, process,
       named_from::text AS "namedFrom", name, address, moved_on::text AS "movedOn"
     FROM register_statements WHERE corporate_number = ANY($1::text[])`,
    [numbers],
  );
  return groupByKey(rows, ({ corporateNumber }) => corporateNumber);
}

/** In the order of the columns in which they are stored. */
const storedKeys = [
  ...(['corporateNumber', 'updatedOn', 'sequence', 'process'] as const),
  ...(['namedFrom', 'name', 'address', 'movedOn'] as const),
];

/** Stores statements. One that is there already takes the values of the given one. */
export async function storeStatements(
  client: ClientBase,
  statements: readonly RegisterStatement[],
): Promise<void> {
  if (statements.length === 0) return;
  await client.query(
    `INSERT INTO register_statements
       (corporate_number, updated_on, sequence, process, named_from, name, address, moved_on)
     SELECT * FROM unnest($1::text[], $2::date[], $3::int[], $4::text[], $5::date[], $6::text[], $7::text[], $8::date[])
     ON CONFLICT (corporate_number, updated_on, sequence)
     DO UPDATE SET process = excluded.process, named_from = excluded.named_from, name = excluded.name,
       address = excluded.address, moved_on = excluded.moved_on`,
    storedKeys.map((key) => statements.map((statement) => statement[key])),
  );
}

/** Former names that are stored as the register's, by company. */
export async function readStoredFormerNames(
  client: ClientBase,
  companyIds: readonly string[],
): Promise<Map<string, NamePeriod[]>> {
  if (companyIds.length === 0) return new Map();
  const { rows } = await client.query<NamePeriod & { companyId: string }>(
    `SELECT company_id AS "companyId", name, valid_from::text AS "validFrom", valid_to::text AS "validTo"
     FROM company_names
     WHERE company_id = ANY($1::text[]) AND kind = 'former' AND source = 'corporate_registry'`,
    [companyIds],
  );
  return groupByKey(rows, ({ companyId }) => companyId);
}

/** Head offices that are stored as the register's, by company. */
export async function readStoredAddresses(
  client: ClientBase,
  companyIds: readonly string[],
): Promise<Map<string, StoredAddress>> {
  if (companyIds.length === 0) return new Map();
  const { rows } = await client.query<StoredAddress & { companyId: string }>(
    `SELECT company_id AS "companyId", concat(prefecture, city, street) AS address, valid_from::text AS "validFrom"
     FROM company_addresses
     WHERE company_id = ANY($1::text[]) AND kind = 'head_office' AND source = 'corporate_registry'`,
    [companyIds],
  );
  return new Map(rows.map(({ companyId, ...address }) => [companyId, address]));
}
