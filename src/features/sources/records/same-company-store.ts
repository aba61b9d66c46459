import type { Knex } from 'knex';
import { ownSource } from './row-conditions.ts';
import type { SameCompany, SourceScope } from './source-record.ts';

/** The companies of `unnest(:companyIds)` under every id that a row may have. */
const allIds = `SELECT id FROM unnest(CAST(:companyIds AS text[])) AS id
  UNION SELECT alias_id FROM company_aliases WHERE company_id = ANY (CAST(:companyIds AS text[]))`;

/** Companies that several rows of a source are settled on. Each function accesses only rows of the account's own sources. */
export class SameCompanyStore {
  constructor(private readonly knex: Knex) {}

  /** @param companyIds current ids @returns by company, under its current id and former ones of rows */
  async find(scope: SourceScope, companyIds: readonly string[]): Promise<Map<string, SameCompany>> {
    if (companyIds.length === 0) return new Map();
    const { rows } = await this.knex.raw<{ rows: (SameCompany & { ids: string[] })[] }>(
      `SELECT s.company_id, s.ids, s.rows, f.source_row_id, f.row_number, f.file_row
       FROM (SELECT coalesce(a.company_id, r.company_id) AS company_id, count(*)::int AS rows,
             array_agg(DISTINCT CAST(r.company_id AS text)) AS ids,
             (array_agg(r.source_row_id ORDER BY r.source_row_id))[1] AS first
           FROM source_rows r LEFT JOIN company_aliases a ON a.alias_id = r.company_id
           WHERE r.source_id = ${ownSource} AND r.company_id IS NOT NULL
             AND r.company_id IN (${allIds})
           GROUP BY 1 HAVING count(*) > 1) s
         JOIN source_rows f ON f.source_id = ${ownSource} AND f.source_row_id = s.first`,
      { ...scope, companyIds: [...companyIds] },
    );
    return new Map(
      rows.flatMap(({ ids, ...found }) => [found.company_id, ...ids].map((id) => [id, found] as const)),
    );
  }
}
