import type { Knex } from 'knex';
import { queryPrepared } from '../../database/prepared.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { CompanyRecord, CurrentFacts, HeadOffice } from './company-record.ts';

const recordsSql = `
  SELECT c.company_id, c.corporate_number, c.kind, c.status, c.hidden, named.name AS best_name, a.prefecture, a.city,
    website.value #>> '{}' AS website_url, statement.value #>> '{}' AS listing_statement,
    coalesce(listed.listings, '[]') AS listings, e.employees, e.insured_persons, successor.company_id AS superseded_by
  FROM companies c
  LEFT JOIN LATERAL (
    SELECT name FROM company_names n WHERE n.company_id = c.company_id
    ORDER BY array_position(ARRAY['legal', 'trade', 'english', 'kana', 'former'], kind), valid_to NULLS FIRST, name
    LIMIT 1
  ) named ON true
  LEFT JOIN company_addresses a ON a.company_id = c.company_id AND a.kind = 'head_office'
  LEFT JOIN LATERAL (
    SELECT value FROM profile_values p WHERE p.company_id = c.company_id AND field = 'website_url'
    ORDER BY observed_at DESC NULLS LAST, source LIMIT 1
  ) website ON true
  LEFT JOIN LATERAL (
    SELECT value FROM profile_values p WHERE p.company_id = c.company_id AND field = 'listing_statement'
    ORDER BY observed_at DESC NULLS LAST, source LIMIT 1
  ) statement ON true
  LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('code', code, 'security_kind', security_kind, 'short_name', short_name,
      'market_segment', market_segment, 'industry_33_code', industry_33_code, 'listed_to', listed_to)
      ORDER BY (security_kind = 'common') DESC, array_position(ARRAY['tse', 'nse', 'sse', 'fse'], exchange), code)
      AS listings
    FROM listings l WHERE l.company_id = c.company_id
  ) listed ON true
  LEFT JOIN company_source_enrichment e ON e.company_id = c.company_id
  LEFT JOIN company_successors s ON s.company_id = c.company_id
  LEFT JOIN companies successor ON successor.corporate_number = s.successor_corporate_number
  WHERE c.company_id = ANY (?)`;

// The sub-select hides the number of ids. Otherwise Postgres would consider a plan for exactly that number cheaper than
// its generic plan, and plan every request again, which takes six times as long as reading one company.
const currentFactsSql = `
  SELECT c.company_id, c.status, c.hidden, website.value #>> '{}' AS website_url,
    statement.value #>> '{}' AS listing_statement, coalesce(listed.listings, '[]') AS listings,
    successor.company_id AS superseded_by
  FROM companies c
  LEFT JOIN LATERAL (
    SELECT value FROM profile_values p WHERE p.company_id = c.company_id AND field = 'website_url'
    ORDER BY observed_at DESC NULLS LAST, source LIMIT 1
  ) website ON true
  LEFT JOIN LATERAL (
    SELECT value FROM profile_values p WHERE p.company_id = c.company_id AND field = 'listing_statement'
    ORDER BY observed_at DESC NULLS LAST, source LIMIT 1
  ) statement ON true
  LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('code', code, 'market_segment', market_segment, 'industry_33_code',
      industry_33_code, 'listed_to', listed_to) ORDER BY security_kind, code) AS listings
    FROM listings l WHERE l.company_id = c.company_id
  ) listed ON true
  LEFT JOIN company_successors s ON s.company_id = c.company_id
  LEFT JOIN companies successor ON successor.corporate_number = s.successor_corporate_number
  WHERE c.company_id = ANY ((SELECT $1::text[])::text[])`;

/** Reads companies from Postgres. Nothing here belongs to an account. */
export class CompaniesStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** The companies as they are now, in one query; an id that is gone is absent. */
  async currentFacts(companyIds: readonly string[]): Promise<Map<string, CurrentFacts>> {
    if (companyIds.length === 0) return new Map();
    const rows = await queryPrepared<CurrentFacts>(this.#knex, 'current_facts', currentFactsSql, [
      companyIds,
    ]);
    return new Map(rows.map((row) => [row.company_id, row]));
  }

  /** The records of these companies; an id that is gone is absent. */
  async records(companyIds: readonly string[], transaction?: Transaction): Promise<CompanyRecord[]> {
    if (companyIds.length === 0) return [];
    const { rows } = await (transaction ?? this.#knex).raw<{ rows: CompanyRecord[] }>(recordsSql, [
      [...companyIds],
    ]);
    return rows;
  }

  /**
   * The canonical id for each current or former id (docs/decisions/0001-identity.md). Hidden companies are left out.
   */
  async canonicalIds(givenIds: readonly string[]): Promise<Map<string, string>> {
    if (givenIds.length === 0) return new Map();
    const { rows } = await this.#knex.raw<{ rows: { given: string; company_id: string }[] }>(
      `SELECT given, c.company_id FROM unnest(?::text[]) AS given
         LEFT JOIN company_aliases a ON a.alias_id = given
         JOIN companies c ON c.company_id = coalesce(a.company_id, given) AND NOT c.hidden`,
      [[...givenIds]],
    );
    return new Map(rows.map(({ given, company_id }) => [given, company_id]));
  }

  /** By company_id, in one query; an id that is gone is absent. */
  async headOffices(companyIds: readonly string[]): Promise<Map<string, HeadOffice>> {
    if (companyIds.length === 0) return new Map();
    const { rows } = await this.#knex.raw<{ rows: (HeadOffice & { company_id: string })[] }>(
      `SELECT c.company_id, a.prefecture, a.city, a.street, a.postal_code
       FROM companies c LEFT JOIN company_addresses a ON a.company_id = c.company_id AND a.kind = 'head_office'
       WHERE c.company_id = ANY (?)`,
      [[...companyIds]],
    );
    return new Map(rows.map(({ company_id, ...office }) => [company_id, office]));
  }

  /** Those of the ids that are companies. */
  async existing(companyIds: readonly string[]): Promise<Set<string>> {
    if (companyIds.length === 0) return new Set();
    const { rows } = await this.#knex.raw<{ rows: { company_id: string }[] }>(
      'SELECT company_id FROM companies WHERE company_id = ANY (?)',
      [[...companyIds]],
    );
    return new Set(rows.map(({ company_id }) => company_id));
  }

  /** For each alias, the company that it belongs to now. */
  async aliasOwners(companyIds: readonly string[]): Promise<Map<string, string>> {
    if (companyIds.length === 0) return new Map();
    const { rows } = await this.#knex.raw<{ rows: { alias_id: string; company_id: string }[] }>(
      'SELECT alias_id, company_id FROM company_aliases WHERE alias_id = ANY (?)',
      [[...companyIds]],
    );
    return new Map(rows.map(({ alias_id, company_id }) => [alias_id, company_id]));
  }
}
