import type { ClientBase } from 'pg';
import type { KnownCompany, NameKind } from './known-company.ts';
import { NameHolders, type NameWants } from './name-holders.ts';

/** What the suite reads from Postgres. Run it in one snapshot, so that judgements and companies agree. */

/**
 * Companies for queries: any companies, and the same number of each rare kind (listed, with a former name …), so that every
 * class has enough. The same seed and data give the same companies.
 * @param perKind number of companies of each kind
 */
export async function sampleCompanies(
  client: ClientBase,
  { seed, perKind }: { readonly seed: number; readonly perKind: number },
): Promise<KnownCompany[]> {
  const ids = new Set<string>();
  for (const condition of conditions) {
    const { rows } = await client.query<{ company_id: string }>(
      `SELECT company_id FROM companies c WHERE NOT hidden AND ${condition}
       ORDER BY md5(company_id || ':' || $1::text), company_id LIMIT $2`,
      [seed, perKind],
    );
    for (const { company_id } of rows) ids.add(company_id);
  }
  return await readCompanies(client, [...ids]);
}

const named = (kind: NameKind) =>
  `status = 'active' AND EXISTS (SELECT FROM company_names n WHERE n.company_id = c.company_id AND n.kind = '${kind}')`;
const identified = (type: string) =>
  `EXISTS (SELECT FROM company_identifiers i WHERE i.company_id = c.company_id AND i.identifier_type = '${type}' AND ${current('i.valid_from', 'i.valid_to')})`;

const conditions = [
  'true',
  ...(['legal', 'former', 'english', 'kana'] as const).map(named),
  `EXISTS (SELECT FROM listings l WHERE l.company_id = c.company_id AND ${current('l.listed_from', 'l.listed_to')})`,
  identified('edinet_code'),
  identified('domain'),
  'EXISTS (SELECT FROM company_aliases a WHERE a.company_id = c.company_id)',
  `company_id IN (SELECT company_id FROM (
     SELECT n.company_id, count(*) OVER (PARTITION BY n.name) AS holders
     FROM company_names n JOIN companies USING (company_id)
     WHERE n.kind = 'legal' AND status = 'active' AND NOT hidden) names WHERE holders > 1)`,
];

/** A company's document has what is valid today in Tokyo. */
function current(from: string, to: string): string {
  const today = `(now() AT TIME ZONE 'Asia/Tokyo')::date`;
  return `(${from} IS NULL OR ${from} <= ${today}) AND (${to} IS NULL OR ${today} < ${to})`;
}

async function readCompanies(client: ClientBase, ids: readonly string[]): Promise<KnownCompany[]> {
  const { rows } = await client.query<Omit<KnownCompany, 'names'> & { names: KnownCompany['names'] | null }>(
    `SELECT company_id AS "companyId", status, corporate_number AS "corporateNumber",
       (SELECT json_agg(json_build_object('kind', kind, 'name', name) ORDER BY kind, name, valid_from)
        FROM company_names n WHERE n.company_id = c.company_id AND c.status = 'active') AS names,
       ARRAY(SELECT DISTINCT code FROM listings l
         WHERE l.company_id = c.company_id AND ${current('listed_from', 'listed_to')} ORDER BY code)
         AS "securitiesCodes",
       ${valuesOf('edinet_code')} AS "edinetCodes",
       ${valuesOf('domain')} AS domains,
       ARRAY(SELECT alias_id::text FROM company_aliases a WHERE a.company_id = c.company_id ORDER BY 1) AS aliases
     FROM unnest($1::text[]) WITH ORDINALITY AS wanted (company_id, place) JOIN companies c USING (company_id)
     ORDER BY place`,
    [ids],
  );
  return rows.map((row) => ({ ...row, names: row.names ?? [] }));
}

function valuesOf(type: string): string {
  return `ARRAY(SELECT value FROM company_identifiers i WHERE i.company_id = c.company_id
    AND identifier_type = '${type}' AND ${current('valid_from', 'valid_to')} ORDER BY value)`;
}

const maxNamesAtOnce = 20_000;

/**
 * Adds every name of companies with this status to the holders, in constant memory. By default, those that searches find
 * by default.
 */
export async function readHolders(
  client: ClientBase,
  wants: readonly NameWants[],
  status: 'active' | 'closed' = 'active',
): Promise<NameHolders> {
  const holders = new NameHolders(wants);
  const ofStatus = status === 'active' ? `c.status = 'active'` : `c.status <> 'active'`;
  for await (const names of readNames(client, ofStatus)) for (const name of names) holders.add(...name);
  return holders;
}

/** Pages of the names of companies that meet a condition on `c`. Needs a transaction. */
export async function* readNames(
  client: ClientBase,
  condition: string,
): AsyncGenerator<readonly [companyId: string, kind: NameKind, name: string][]> {
  await client.query(
    `DECLARE relevance_names NO SCROLL CURSOR FOR
     SELECT n.company_id, n.kind, n.name FROM company_names n JOIN companies c USING (company_id)
     WHERE ${condition} AND NOT c.hidden ORDER BY n.company_id, n.kind, n.name`,
  );
  for (;;) {
    const { rows } = await client.query<[companyId: string, kind: NameKind, name: string]>({
      text: `FETCH ${maxNamesAtOnce} FROM relevance_names`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('CLOSE relevance_names');
}

/** For every domain of these companies, all companies that have it. */
export async function readDomainHolders(
  client: ClientBase,
  companies: readonly KnownCompany[],
): Promise<(domain: string) => readonly string[]> {
  const domains = [...new Set(companies.flatMap((company) => company.domains))];
  const { rows } = await client.query<{ value: string; ids: string[] }>(
    `SELECT value, array_agg(company_id::text ORDER BY company_id) AS ids
     FROM company_identifiers JOIN companies c USING (company_id)
     WHERE identifier_type = 'domain' AND value = ANY ($1) AND NOT c.hidden
       AND ${current('valid_from', 'valid_to')}
     GROUP BY value`,
    [domains],
  );
  const ids = new Map(rows.map((row) => [row.value, row.ids]));
  return (domain) => ids.get(domain) ?? [];
}
