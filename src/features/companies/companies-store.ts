import type { Knex } from 'knex';
import { queryPrepared } from '../../database/rows.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { CompanyRecord, HeadOffice, StoredFacts } from './company-record.ts';

/** SQL of the newest value of a profile field of the company `c`. */
function buildNewestValueSql(field: string): string {
  return `(SELECT value #>> '{}' FROM profile_values p WHERE p.company_id = c.company_id AND field = '${field}'
    ORDER BY observed_at DESC NULLS LAST, source LIMIT 1)`;
}

/** SQL of the listings of the company `c` as a JSON array. */
function buildListingsSql(columns: readonly string[], order: string): string {
  const parts = columns.map((column) => `'${column}', ${column}`).join(', ');
  return `coalesce((SELECT jsonb_agg(jsonb_build_object(${parts}) ORDER BY ${order})
    FROM listings l WHERE l.company_id = c.company_id), '[]')`;
}

/** SQL of what records and current facts share. */
const factColumns = `c.company_id, c.status, c.hidden, ${buildNewestValueSql('website_url')} AS website_url,
  ${buildNewestValueSql('listing_statement')} AS listing_statement, successor.company_id AS superseded_by`;
/** The next successor only: chains are not followed. */
const successorJoins = `
  LEFT JOIN company_successors s ON s.company_id = c.company_id
  LEFT JOIN companies successor ON successor.corporate_number = s.successor_corporate_number`;
const listingColumns = ['code', 'market_segment', 'industry_33_code', 'listed_to'];

/** As in the index: see `indexers/documents/listing-fields.ts`. */
const byWeight =
  "(security_kind = 'common') DESC, array_position(ARRAY['tse', 'nse', 'sse', 'fse'], exchange), code";

const recordsSql = `
  SELECT ${factColumns}, c.corporate_number, c.kind, a.prefecture, a.city, e.employees, e.insured_persons,
    (SELECT name FROM company_names n WHERE n.company_id = c.company_id
      ORDER BY array_position(ARRAY['legal', 'trade', 'english', 'kana', 'former'], kind), valid_to NULLS FIRST, name
      LIMIT 1) AS best_name,
    ${buildListingsSql([...listingColumns, 'security_kind', 'short_name'], byWeight)} AS listings
  FROM companies c
  LEFT JOIN company_addresses a ON a.company_id = c.company_id AND a.kind = 'head_office'
  LEFT JOIN company_source_enrichment e ON e.company_id = c.company_id ${successorJoins}
  WHERE c.company_id = ANY (?)`;

// The sub-select hides the number of ids. Otherwise Postgres would consider a plan for exactly that number cheaper than
// its generic plan, and plan every request again, which takes six times as long as reading one company.
const currentFactsSql = `
  SELECT ${factColumns}, ${buildListingsSql(listingColumns, byWeight)} AS listings
  FROM companies c ${successorJoins}
  WHERE c.company_id = ANY ((SELECT $1::text[])::text[])`;

/** Companies of each table that are compared with the register. */
const companiesCompared = 20_000;

/**
 * Companies that sources other than the register of corporate numbers name by such a number, and how many of them the
 * register states. Only so many rows of each table are read: these sources name few companies, or all.
 */
const registeredSql = `
  WITH named AS (
    (SELECT company_id FROM listings LIMIT ${companiesCompared})
    UNION (SELECT company_id FROM company_identifiers WHERE source <> 'corporate_registry' LIMIT ${companiesCompared})
    UNION (SELECT company_id FROM profile_values WHERE source <> 'corporate_registry' LIMIT ${companiesCompared}))
  SELECT count(*)::int AS companies, (count(*) FILTER (WHERE register_updated_on IS NOT NULL))::int AS stated
  FROM named JOIN companies USING (company_id) WHERE corporate_number IS NOT NULL`;

export interface RegisteredCompanies {
  readonly companies: number;
  /** Those of them that the register of corporate numbers states. */
  readonly stated: number;
}

/** Reads companies from Postgres. Nothing here belongs to an account. */
export class CompaniesStore {
  constructor(private readonly knex: Knex) {}

  /** See `registeredSql`. */
  async countRegisteredCompanies(): Promise<RegisteredCompanies> {
    const { rows } = await this.knex.raw<{ rows: [RegisteredCompanies] }>(registeredSql);
    return rows[0];
  }

  /** The companies as they are now, in one query. An id that is gone has no row. */
  async findCurrentFacts(companyIds: readonly string[]): Promise<StoredFacts[]> {
    if (companyIds.length === 0) return [];
    return queryPrepared<StoredFacts>(this.knex, 'current_facts', currentFactsSql, [companyIds]);
  }

  /** The records of these companies. An id that is gone has no row. */
  findRecords(companyIds: readonly string[], transaction?: Transaction): Promise<CompanyRecord[]> {
    return this.#queryRows(recordsSql, companyIds, transaction);
  }

  /**
   * The canonical id for each current or former id (docs/decisions/0001-identity.md). Hidden companies are left out.
   */
  async findCanonicalIds(givenIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#queryRows<{ given: string; company_id: string }>(
      `SELECT given, c.company_id FROM unnest(?::text[]) AS given
         LEFT JOIN company_aliases a ON a.alias_id = given
         JOIN companies c ON c.company_id = coalesce(a.company_id, given) AND NOT c.hidden`,
      givenIds,
    );
    return new Map(rows.map(({ given, company_id }) => [given, company_id]));
  }

  /** By company_id, in one query; an id that is gone is absent. */
  async findHeadOffices(companyIds: readonly string[]): Promise<Map<string, HeadOffice>> {
    const rows = await this.#queryRows<HeadOffice & { company_id: string }>(
      `SELECT c.company_id, a.prefecture, a.city, a.street, a.postal_code
       FROM companies c LEFT JOIN company_addresses a ON a.company_id = c.company_id AND a.kind = 'head_office'
       WHERE c.company_id = ANY (?)`,
      companyIds,
    );
    return new Map(rows.map(({ company_id, ...office }) => [company_id, office]));
  }

  /** Which of the ids are companies. */
  async findExistingIds(companyIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.#queryRows<{ company_id: string }>(
      'SELECT company_id FROM companies WHERE company_id = ANY (?)',
      companyIds,
    );
    return new Set(rows.map(({ company_id }) => company_id));
  }

  /** For each alias, the company that it belongs to now. */
  async findAliasOwners(companyIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#queryRows<{ alias_id: string; company_id: string }>(
      'SELECT alias_id, company_id FROM company_aliases WHERE alias_id = ANY (?)',
      companyIds,
    );
    return new Map(rows.map(({ alias_id, company_id }) => [alias_id, company_id]));
  }

  async #queryRows<Row>(sql: string, ids: readonly string[], knex: Knex = this.knex): Promise<Row[]> {
    if (ids.length === 0) return [];
    const { rows } = await knex.raw<{ rows: Row[] }>(sql, [[...ids]]);
    return rows;
  }
}
