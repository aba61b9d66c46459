import type { ClientBase } from 'pg';
import type { KnownCompany } from '../known-company.ts';

/** A company from which written names are made. */
export interface NamedCompany extends Pick<KnownCompany, 'companyId' | 'status' | 'names'> {
  readonly corporateNumber?: string | null;
  /** As the exchange abbreviates it. */
  readonly listing?: { readonly code: string; readonly shortName: string | null } | null;
  /** Of its head office in Japan, if all of it is known. */
  readonly place?: Place | null;
}

export interface Place {
  readonly prefecture: string;
  readonly city: string;
  readonly street: string;
  /** Seven digits. */
  readonly postalCode?: string | null;
}

export function legalName({ names }: NamedCompany): string {
  return names.find(({ kind }) => kind === 'legal')?.name ?? '';
}

/**
 * Companies of each kind that written names need. The same seed and data give the same companies. Names of closed
 * companies are included.
 * @param perKind number of companies of each kind
 */
export async function sampleNamed(
  client: ClientBase,
  { seed, perKind }: { readonly seed: number; readonly perKind: number },
): Promise<NamedCompany[]> {
  const companies = new Map<string, NamedCompany>();
  for (const condition of conditions) {
    const { rows } = await client.query<NamedCompany>(
      `WITH sample AS (
         SELECT company_id, status, corporate_number FROM companies c WHERE NOT hidden AND ${condition}
         ORDER BY md5(company_id || ':' || $1::text), company_id LIMIT $2)
       SELECT company_id AS "companyId", status, corporate_number AS "corporateNumber",
         (SELECT json_build_object('code', code, 'shortName', short_name) FROM listings l
          WHERE l.company_id = sample.company_id AND l.listed_to IS NULL ORDER BY code LIMIT 1) AS listing,
         (SELECT json_agg(json_build_object('kind', kind, 'name', name) ORDER BY kind, name, valid_from)
          FROM company_names n WHERE n.company_id = sample.company_id) AS names,
         (SELECT json_build_object('prefecture', prefecture, 'city', city, 'street', street, 'postalCode', postal_code)
          FROM company_addresses a WHERE a.company_id = sample.company_id AND prefecture || city || street IS NOT NULL
          LIMIT 1) AS place
       FROM sample WHERE EXISTS (SELECT FROM company_names n WHERE n.company_id = sample.company_id AND n.kind = 'legal')
       ORDER BY md5(company_id || ':' || $1::text), company_id`,
      [seed, perKind],
    );
    for (const row of rows) companies.set(row.companyId, row);
  }
  return [...companies.values()];
}

const hasName = (kind: string, than = '') =>
  `status = 'active' AND EXISTS (SELECT FROM company_names n WHERE n.company_id = c.company_id AND n.kind = '${kind}'${than})`;

const conditions = [
  `status = 'active'`,
  `status <> 'active' AND NOT EXISTS (SELECT FROM company_successors s WHERE s.company_id = c.company_id)`,
  hasName('former'),
  hasName('english'),
  // Names with letters, and with numbers.
  hasName('legal', ` AND n.name ~ '[Ａ-Ｚ]{2}'`),
  hasName('legal', ` AND n.name ~ '[０-９]|ホールディングス|グループ|＆'`),
  `status = 'active' AND company_id IN (SELECT company_id FROM (
     SELECT n.company_id, count(*) OVER (PARTITION BY n.name) AS holders
     FROM company_names n JOIN companies USING (company_id)
     WHERE n.kind = 'legal' AND status = 'active' AND NOT hidden) names WHERE holders > 1)`,
];
