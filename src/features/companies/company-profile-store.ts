import type { Knex } from 'knex';
import { buildParentSql, parentFields } from './parent-sql.ts';
import type { ComparedRecord, ProfileRecord } from './profile-record.ts';

/** SQL for a JSON array of a company's rows in a table. `pick`: which rows, and the order by which DISTINCT ON chooses. */
function buildRowsSql(table: string, columns: string, order: string, pick = ''): string {
  return `coalesce((SELECT jsonb_agg(part ORDER BY ${order}) FROM (
    SELECT ${columns} FROM ${table} t WHERE t.company_id = c.company_id ${pick}) part), '[]')`;
}

const names = buildRowsSql(
  'company_names',
  'kind, name, valid_from, valid_to, source, stated_on, filed_from, filed_to',
  "array_position(ARRAY['legal', 'trade', 'english', 'kana', 'former'], kind), valid_to DESC NULLS FIRST, name",
);
const nameAliases = buildRowsSql(
  'name_aliases',
  'alias, alias_kind, exclusive, language, source, source_url, stated_on',
  'alias, source',
  'AND NOT withdrawn',
);
const identifiers = buildRowsSql(
  'company_identifiers',
  'identifier_type, value, valid_from, valid_to, source, stated_on',
  'identifier_type, valid_to DESC NULLS FIRST, value',
);
const listings = buildRowsSql(
  'listings',
  `exchange, code, security_kind, short_name, market_segment, industry_33_code, size_class, listed_from, listed_to,
   as_of`,
  "listed_to DESC NULLS FIRST, array_position(ARRAY['tse', 'nse', 'sse', 'fse'], exchange), code",
);
const observedAt = `to_char(observed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS observed_at`;
const values = buildRowsSql(
  'profile_values',
  `DISTINCT ON (field) field, value, source, ${observedAt}`,
  'field',
  `AND field NOT IN ${parentFields} ORDER BY field, t.observed_at DESC NULLS LAST, source`,
);
const parent = `(SELECT to_jsonb(stated) FROM (
  SELECT value, source, ${observedAt} FROM (${buildParentSql('c.company_id')}) p) stated)`;
const addresses = buildRowsSql(
  'company_addresses',
  'kind, prefecture, city, street, postal_code, source, valid_from, stated_on',
  'kind',
);
const technologies = buildRowsSql(
  'company_technologies',
  `technology, source, ${observedAt}`,
  'technology, source',
);
const financials = buildRowsSql(
  'financials',
  `DISTINCT ON (metric) metric, value, fiscal_year, source, ${observedAt}`,
  'metric',
  'ORDER BY metric, fiscal_year DESC, t.observed_at DESC NULLS LAST, source',
);

const profilesSql = `
  SELECT c.company_id, c.corporate_number, c.status, c.closed_on, c.close_cause, c.assigned_on,
    c.register_updated_on, c.updated_at, c.stated_by, c.stated_on, s.successor_corporate_number,
    s.source AS successor_source,
    coalesce((SELECT jsonb_agg(alias_id ORDER BY alias_id) FROM company_aliases a
      WHERE a.company_id = c.company_id), '[]') AS aliases,
    ${names} AS names, ${nameAliases} AS name_aliases, ${identifiers} AS identifiers, ${listings} AS listings, ${values} AS values, ${parent} AS parent,
    ${addresses} AS addresses, ${technologies} AS technologies, ${financials} AS financials
  FROM companies c
  LEFT JOIN company_successors s ON s.company_id = c.company_id`;
const profileSql = `${profilesSql}
  WHERE c.company_id = coalesce((SELECT company_id FROM company_aliases WHERE alias_id = ?), ?)`;

const comparedSql = `
  SELECT c.company_id, c.closed_on, c.close_cause, ${names} AS names, ${nameAliases} AS name_aliases,
    (SELECT count(*)::int FROM observations o WHERE o.company_id = c.company_id) AS observations
  FROM companies c WHERE c.company_id = ANY (?)`;

/** Reads everything about one company. Nothing here belongs to an account. */
export class CompanyProfileStore {
  constructor(private readonly knex: Knex) {}

  /** By a current or former id; null when no company ever had it. */
  async findProfile(companyId: string): Promise<ProfileRecord | null> {
    const { rows } = await this.knex.raw<{ rows: ProfileRecord[] }>(profileSql, [companyId, companyId]);
    return rows[0] ?? null;
  }

  /** Several companies by current id, in one query; ids that are gone are left out. */
  async findProfiles(companyIds: readonly string[]): Promise<ProfileRecord[]> {
    if (companyIds.length === 0) return [];
    const { rows } = await this.knex.raw<{ rows: ProfileRecord[] }>(
      `${profilesSql} WHERE c.company_id = ANY (?)`,
      [[...companyIds]],
    );
    return rows;
  }

  /** What people compare about several companies, in one query; ids that are gone are left out. */
  async findComparedRecords(companyIds: readonly string[]): Promise<ComparedRecord[]> {
    if (companyIds.length === 0) return [];
    const { rows } = await this.knex.raw<{ rows: ComparedRecord[] }>(comparedSql, [[...companyIds]]);
    return rows;
  }

  /** The canonical id of the company; null when no company ever had this id. */
  async findCanonicalId(companyId: string): Promise<string | null> {
    const { rows } = await this.knex.raw<{ rows: { company_id: string }[] }>(
      `SELECT company_id FROM companies
       WHERE company_id = coalesce((SELECT company_id FROM company_aliases WHERE alias_id = ?), ?)`,
      [companyId, companyId],
    );
    return rows[0]?.company_id ?? null;
  }
}
