import type { Knex } from 'knex';
import { maxGroupSteps } from '../../contract/limits.ts';
import type { CompanyGroup } from './company-group.ts';
import { buildParentSql, parentFields } from './parent-sql.ts';

const isParent = `EXISTS (SELECT FROM profile_values s
  JOIN LATERAL (${buildParentSql('s.company_id')}) p ON p.value ->> 'corporate_number' = c.corporate_number
  WHERE s.field IN ${parentFields} AND s.value ->> 'corporate_number' = c.corporate_number)`;

/** Statements that lead back to a company that was passed contradict each other: then there is no topmost one. */
const groupsSql = `
  WITH RECURSIVE chain AS (
    SELECT company_id AS id, company_id AS at, NULL AS name, NULL AS source, NULL::timestamptz AS observed_at, 0 AS step,
      ARRAY[company_id::text] AS passed, false AS returns
    FROM companies WHERE company_id = ANY (?)
    UNION ALL
    SELECT chain.id, up.company_id, p.value ->> 'name', p.source, p.observed_at, chain.step + 1,
      chain.passed || up.company_id::text, coalesce(up.company_id = ANY (chain.passed), false)
    FROM chain CROSS JOIN LATERAL (${buildParentSql('chain.at')}) p
      LEFT JOIN companies up ON up.corporate_number = p.value ->> 'corporate_number'
    WHERE chain.step < ${maxGroupSteps} AND NOT chain.returns),
  topmost AS (SELECT DISTINCT ON (id) * FROM chain ORDER BY id, step DESC)
  SELECT topmost.id, coalesce(n.name, topmost.name) AS name, topmost.source,
    to_char(topmost.observed_at AT TIME ZONE 'Asia/Tokyo', 'YYYY-MM-DD') AS observed_at
  FROM topmost LEFT JOIN companies c ON c.company_id = topmost.at
    LEFT JOIN company_names n ON n.company_id = topmost.at AND n.kind = 'legal'
  WHERE NOT topmost.returns AND (topmost.step > 0 OR ${isParent}) AND coalesce(n.name, topmost.name) IS NOT NULL`;

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
