import type { ClientBase } from 'pg';
import type { CompanyKind } from '../../../src/contract/companies/company-vocabulary.ts';
import type { ObservationSource } from '../../../src/contract/observations/vocabulary.ts';
import { toExactKey, toNameKeys } from '../../../src/text/names/names.ts';
import type { CompanyRow } from '../../facts/index.ts';

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
  /** Of the newest entry of the register; null if a build loaded it that did not keep it. */
  readonly registerProcess: string | null;
  readonly legalName: KnownName | null;
}

export interface KnownName {
  readonly name: string;
  readonly source: ObservationSource;
  readonly validFrom: string | null;
  /** The day of the list that states it. */
  readonly statedOn: string | null;
}

const companyQuery = `
  SELECT c.company_id AS "companyId", c.corporate_number AS "corporateNumber", c.kind, c.status, c.hidden,
    c.name_image_id AS "nameImageId", c.assigned_on::text AS "assignedOn",
    c.register_updated_on::text AS "registerUpdatedOn", c.register_process AS "registerProcess",
    CASE WHEN n.name IS NOT NULL
      THEN json_build_object('name', n.name, 'source', n.source, 'validFrom', n.valid_from,
        'statedOn', n.stated_on) END AS "legalName"
  FROM companies c LEFT JOIN company_names n ON n.company_id = c.company_id AND n.kind = 'legal'`;

/** Companies by corporate number. */
export async function readCompaniesByNumber(
  client: ClientBase,
  numbers: readonly string[],
): Promise<Map<string, KnownCompany>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await client.query<KnownCompany>(
    `${companyQuery} WHERE c.corporate_number = ANY($1::text[])`,
    [numbers],
  );
  return new Map(rows.map((company) => [company.corporateNumber ?? '', company]));
}

/** Companies by their id or one of its aliases. */
export async function readCompaniesByCompanyId(
  client: ClientBase,
  ids: readonly string[],
): Promise<Map<string, KnownCompany>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<KnownCompany & { given: string }>(
    `SELECT given, found.* FROM (
       SELECT id AS given, coalesce(a.company_id, id) AS company_id
       FROM unnest($1::text[]) AS id LEFT JOIN company_aliases a ON a.alias_id = id
     ) AS ids JOIN LATERAL (${companyQuery} WHERE c.company_id = ids.company_id) AS found ON true`,
    [ids],
  );
  return new Map(rows.map(({ given, ...company }) => [given, company]));
}

/**
 * Companies by securities code. The owner of a code is given by an identifier, or else by an open listing of the exchange,
 * or else by an id (`tse_7203`), which stays with its company forever.
 */
export async function readCompaniesByCode(
  client: ClientBase,
  codes: readonly string[],
): Promise<Map<string, KnownCompany>> {
  if (codes.length === 0) return new Map();
  const { rows } = await client.query<{ code: string; id: string }>(
    `SELECT DISTINCT ON (code) code, company_id AS id FROM (
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
  return readOwners(client, rows);
}

/** By code, the companies with these ids. */
export async function readOwners(
  client: ClientBase,
  owners: readonly { readonly code: string; readonly id: string }[],
): Promise<Map<string, KnownCompany>> {
  const companies = await readCompaniesByCompanyId(client, [...new Set(owners.map(({ id }) => id))]);
  const byCode = new Map<string, KnownCompany>();
  for (const { code, id } of owners) {
    const company = companies.get(id);
    if (company !== undefined) byCode.set(code, company);
  }
  return byCode;
}

/**
 * By company whose register statements begin with a change of name, the day of the change: until then it had a name that the
 * register has not stated. Null if the day is unknown.
 */
export async function findFirstRenames(
  client: ClientBase,
  companyIds: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ companyId: string; day: string | null }>(
    `SELECT c.company_id AS "companyId",
       (CASE WHEN s.process IS NULL THEN n.valid_from ELSE s.named_from END)::text AS day
     FROM companies c
       JOIN company_names n ON n.company_id = c.company_id AND n.kind = 'legal' AND n.source = 'corporate_registry'
       LEFT JOIN LATERAL (
         SELECT process, named_from FROM register_statements
         WHERE corporate_number = c.corporate_number AND updated_on <= c.register_updated_on
         ORDER BY updated_on, sequence NULLS LAST LIMIT 1
       ) AS s ON true
     WHERE c.company_id = ANY($1::text[]) AND coalesce(s.process, c.register_process) = '11'`,
    [companyIds],
  );
  return new Map(rows.map(({ companyId, day }) => [companyId, day]));
}

/**
 * Whether a name that another list states is the one before the register's first change of name. An older change does not
 * say so: the list would have followed it, so its name is of another kind, or out of date.
 * @param statedOn the day of the list
 * @param renamedOn the day of the change; undefined if the register's statements do not begin with one
 */
export function isNameBefore(statedOn: string | null, renamedOn: string | null | undefined): boolean {
  return statedOn !== null && !!renamedOn && statedOn < renamedOn;
}

/** The same, apart from writing: width, spaces, case. */
export function isSameName(one: string, other: string): boolean {
  return one === other || toExactKey(one) === toExactKey(other);
}

/** Whether two names of a company are one name in two spellings (ー, －, ‐; 髙, 高), so neither is the former name. */
export function isSpelledAlike(one: string, other: string): boolean {
  return toNameKeys(one).looseExact === toNameKeys(other).looseExact;
}
