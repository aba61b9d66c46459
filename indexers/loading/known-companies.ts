import type { ClientBase } from 'pg';
import type { CompanyKind } from '../../src/contract/companies/company-vocabulary.ts';
import type { ObservationSource } from '../../src/contract/observations/vocabulary.ts';
import type { CompanyRow } from '../facts/index.ts';

/** What the mapping rules need to know about a company in the database. */
export interface KnownCompany {
  readonly companyId: string;
  readonly corporateNumber: string | null;
  readonly kind: CompanyKind | null;
  readonly status: CompanyRow['status'];
  readonly hidden: boolean;
  readonly nameImageId: string | null;
  readonly assignedOn: string | null;
  readonly registerUpdatedOn: string | null;
  readonly legalName: KnownName | null;
}

export interface KnownName {
  readonly name: string;
  readonly source: ObservationSource;
  readonly validFrom: string | null;
}

interface CompanyColumns {
  company_id: string;
  corporate_number: string | null;
  kind: CompanyKind | null;
  status: CompanyRow['status'];
  hidden: boolean;
  name_image_id: string | null;
  assigned_on: string | null;
  register_updated_on: string | null;
  name: string | null;
  source: ObservationSource | null;
  valid_from: string | null;
}

const companyQuery = `
  SELECT c.company_id, c.corporate_number, c.kind, c.status, c.hidden, c.name_image_id, c.assigned_on::text,
    c.register_updated_on::text, n.name, n.source, n.valid_from::text
  FROM companies c LEFT JOIN company_names n ON n.company_id = c.company_id AND n.kind = 'legal'`;

/** Companies by corporate number. */
export async function companiesByNumber(
  client: ClientBase,
  numbers: readonly string[],
): Promise<Map<string, KnownCompany>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await client.query<CompanyColumns>(
    `${companyQuery} WHERE c.corporate_number = ANY($1::text[])`,
    [numbers],
  );
  return new Map(rows.map((row) => [row.corporate_number ?? '', known(row)]));
}

/** Companies by their id or one of its aliases. */
export async function companiesById(
  client: ClientBase,
  ids: readonly string[],
): Promise<Map<string, KnownCompany>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<CompanyColumns & { asked: string }>(
    `SELECT asked, found.* FROM (
       SELECT id AS asked, coalesce(a.company_id, id) AS company_id
       FROM unnest($1::text[]) AS id LEFT JOIN company_aliases a ON a.alias_id = id
     ) AS ids JOIN LATERAL (${companyQuery} WHERE c.company_id = ids.company_id) AS found ON true`,
    [ids],
  );
  return new Map(rows.map((row) => [row.asked, known(row)]));
}

/**
 * Companies by securities code. The owner of a code is given by an identifier, or else by an open listing of the exchange,
 * or else by an id (`tse_7203`), which stays with its company for ever.
 */
export async function companiesByCode(
  client: ClientBase,
  codes: readonly string[],
): Promise<Map<string, KnownCompany>> {
  if (codes.length === 0) return new Map();
  const { rows } = await client.query<{ code: string; company_id: string }>(
    `SELECT DISTINCT ON (code) code, company_id FROM (
       SELECT value AS code, company_id, 1 AS rank FROM company_identifiers
       WHERE identifier_type = 'securities_code' AND value = ANY($1::text[]) AND valid_to IS NULL
       UNION ALL
       SELECT code, company_id, 2 FROM listings
       WHERE exchange = 'tse' AND code = ANY($1::text[]) AND listed_to IS NULL
       UNION ALL
       SELECT substr(alias_id, 5), company_id, 3 FROM company_aliases WHERE alias_id = ANY($2::text[])
       UNION ALL
       SELECT substr(company_id, 5), company_id, 3 FROM companies WHERE company_id = ANY($2::text[])
     ) AS owners ORDER BY code, rank, company_id`,
    [codes, codes.map((code) => `tse_${code}`)],
  );
  const companies = await companiesById(client, [...new Set(rows.map((row) => row.company_id))]);
  const byCode = new Map<string, KnownCompany>();
  for (const { code, company_id } of rows) {
    const company = companies.get(company_id);
    if (company !== undefined) byCode.set(code, company);
  }
  return byCode;
}

/** Former names by company. A company without former names is absent. */
export async function formerNames(
  client: ClientBase,
  companyIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const { rows } = await client.query<{ company_id: string; names: string[] }>(
    `SELECT company_id, array_agg(name) AS names FROM company_names
     WHERE company_id = ANY($1::text[]) AND kind = 'former' GROUP BY company_id`,
    [companyIds],
  );
  return new Map(rows.map(({ company_id, names }) => [company_id, names]));
}

function known(row: CompanyColumns): KnownCompany {
  return {
    companyId: row.company_id,
    corporateNumber: row.corporate_number,
    kind: row.kind,
    status: row.status,
    hidden: row.hidden,
    nameImageId: row.name_image_id,
    assignedOn: row.assigned_on,
    registerUpdatedOn: row.register_updated_on,
    legalName:
      row.name === null || row.source === null
        ? null
        : { name: row.name, source: row.source, validFrom: row.valid_from },
  };
}
