import type { Knex } from 'knex';
import type { FinancialValue } from '../../contract/financial-query/financial-query.ts';

type ValueRow = FinancialValue & { readonly company_id: string };

/** Reads figures of companies. Nothing here belongs to an account. */
export class FinancialQueryStore {
  constructor(private readonly knex: Knex) {}

  /**
   * The values of these metrics by company, the newest year first. If several sources have the same one, the newest. Capital
   * of the profile has no year, and comes last (docs/decisions/0052-capital-of-the-profile.md).
   */
  async listFinancials(
    companyIds: readonly string[],
    metrics: readonly string[],
  ): Promise<Map<string, FinancialValue[]>> {
    const { rows } = await this.knex.raw<{ rows: ValueRow[] }>(
      `WITH f AS (
         SELECT company_id, metric, fiscal_year, value::float8 AS value, source, observed_at
         FROM financials WHERE company_id = ANY (:companyIds) AND metric = ANY (:metrics)
         UNION ALL
         SELECT company_id, 'capital', NULL, (value #>> '{}')::float8, source, observed_at
         FROM profile_values
         WHERE company_id = ANY (:companyIds) AND field = 'capital_yen' AND 'capital' = ANY (:metrics)
       )
       SELECT DISTINCT ON (company_id, metric, fiscal_year) company_id, metric, fiscal_year, value,
         CASE metric WHEN 'equity_ratio' THEN 'ratio' ELSE 'yen' END AS unit, source,
         to_char(observed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS observed_at
       FROM f ORDER BY company_id, metric, fiscal_year DESC NULLS LAST, f.observed_at DESC NULLS LAST, source`,
      { companyIds: [...companyIds], metrics: [...metrics] },
    );
    const byCompany = new Map<string, FinancialValue[]>();
    for (const { company_id, ...value } of rows) {
      const values = byCompany.get(company_id);
      if (values) values.push(value);
      else byCompany.set(company_id, [value]);
    }
    return byCompany;
  }
}
