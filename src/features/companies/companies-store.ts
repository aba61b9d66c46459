import type { Knex } from 'knex';

/** What is shown and checked anew from Postgres, for one company. */
export interface CurrentFacts {
  readonly company_id: string;
  readonly status: string;
  readonly hidden: boolean;
  readonly website_url: string | null;
  readonly listing_statement: string | null;
  readonly listings: readonly {
    readonly code: string;
    readonly market_segment: string | null;
    readonly industry_33_code: string | null;
    readonly listed_to: string | null;
  }[];
  readonly superseded_by: string | null;
}

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
  WHERE c.company_id = ANY (?)`;

/** Reads companies from Postgres. Nothing here belongs to an account. */
export class CompaniesStore {
  constructor(private readonly knex: Knex) {}

  /** The companies as they are now, in one query; an id that is gone is absent. */
  async currentFacts(companyIds: readonly string[]): Promise<Map<string, CurrentFacts>> {
    if (companyIds.length === 0) return new Map();
    const { rows } = await this.knex.raw<{ rows: CurrentFacts[] }>(currentFactsSql, [[...companyIds]]);
    return new Map(rows.map((row) => [row.company_id, row]));
  }
}
