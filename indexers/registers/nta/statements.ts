import type { ClientBase } from 'pg';
import { grouped } from '../../loading/grouped.ts';
import type { NamePeriod, NameStatement } from './name-history.ts';

/** The stored statements about these corporate numbers. A number with a single statement has none here (`registerFacts`). */
export async function storedStatements(
  client: ClientBase,
  numbers: readonly string[],
): Promise<Map<string, NameStatement[]>> {
  const { rows } = await client.query<NameStatement>(
    `SELECT corporate_number AS "corporateNumber", updated_on::text AS "updatedOn", sequence, process,
       named_from::text AS "namedFrom", name
     FROM register_statements WHERE corporate_number = ANY($1::text[])`,
    [numbers],
  );
  return grouped(rows, ({ corporateNumber }) => corporateNumber);
}

/** Stores statements. One that is there already takes the values of the given one. */
export async function storeStatements(
  client: ClientBase,
  statements: readonly NameStatement[],
): Promise<void> {
  if (statements.length === 0) return;
  const values = (key: keyof NameStatement) => statements.map((statement) => statement[key]);
  await client.query(
    `INSERT INTO register_statements (corporate_number, updated_on, sequence, process, named_from, name)
     SELECT * FROM unnest($1::text[], $2::date[], $3::int[], $4::text[], $5::date[], $6::text[])
     ON CONFLICT (corporate_number, updated_on, sequence)
     DO UPDATE SET process = excluded.process, named_from = excluded.named_from, name = excluded.name`,
    [
      values('corporateNumber'),
      values('updatedOn'),
      values('sequence'),
      values('process'),
      values('namedFrom'),
      values('name'),
    ],
  );
}

/** Former names that are stored as the register's, by company. */
export async function storedFormerNames(
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
  return grouped(rows, ({ companyId }) => companyId);
}
