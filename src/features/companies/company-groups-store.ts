import type { Knex } from 'knex';
import { maxGroupSteps } from '../../contract/limits.ts';
import type { CompanyGroup } from './company-group.ts';
import { buildLivingParentSql, buildParentSql, buildSubsidiariesSql } from './parent-sql.ts';

/**
 * Statements that lead back to a company that was passed contradict each other: then there is no topmost one. A company that took over
 * its parent has none.
 */
const groupsSql = `
  WITH RECURSIVE chain AS (
    SELECT company_id AS id, company_id AS at, NULL AS name, NULL AS source, NULL::timestamptz AS observed_at, 0 AS step,
      ARRAY[company_id::text] AS passed, false AS returns
    FROM companies WHERE company_id = ANY (?)
    UNION ALL
    SELECT chain.id, up.company_id, p.value ->> 'name', p.source, p.observed_at, chain.step + 1,
      chain.passed || up.company_id::text, coalesce(up.company_id = ANY (chain.passed), false)
    FROM chain CROSS JOIN LATERAL (${buildParentSql('chain.at')}) p
      LEFT JOIN LATERAL (${buildLivingParentSql("p.value ->> 'corporate_number'")}) up ON true
    WHERE chain.step < ${maxGroupSteps} AND NOT chain.returns AND up.company_id IS DISTINCT FROM chain.at),
  topmost AS (SELECT DISTINCT ON (id) * FROM chain ORDER BY id, step DESC)
  SELECT topmost.id, coalesce(n.name, topmost.name) AS name, coalesce(topmost.source, own.source) AS source,
    to_char(coalesce(topmost.observed_at, own.observed_at) AT TIME ZONE 'Asia/Tokyo', 'YYYY-MM-DD') AS observed_at
  FROM topmost LEFT JOIN companies c ON c.company_id = topmost.at
    LEFT JOIN company_names n ON n.company_id = topmost.at AND n.kind = 'legal'
    -- Within the subquery, so that the statements of a group are not read for each of its companies.
    LEFT JOIN LATERAL (SELECT source, observed_at FROM (${buildSubsidiariesSql('c')}) stated WHERE topmost.step = 0
      ORDER BY observed_at DESC NULLS LAST, source LIMIT 1) own ON true
  WHERE NOT topmost.returns AND (topmost.step > 0 OR own.source IS NOT NULL) AND coalesce(n.name, topmost.name) IS NOT NULL`;

/** Reads which companies belong together. Nothing here belongs to an account. */
export class CompanyGroupsStore {
  constructor(private readonly knex: Knex) {}

  /** The groups of companies by current id, in one query; a company without one is left out. */
  async findGroups(companyIds: readonly string[]): Promise<Map<string, CompanyGroup>> {
    if (companyIds.length === 0) return new Map();
    const { rows } = await this.knex.raw<{ rows: ({ id: string } & CompanyGroup)[] }>(groupsSql, [
      [...companyIds],
    ]);
    return new Map(rows.map(({ id, ...group }) => [id, group]));
  }
}
