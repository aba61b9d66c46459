import type { ClientBase } from 'pg';

export interface SignalCoverage {
  readonly signal: string;
  readonly companiesWithValue: number;
  readonly companiesTotal: number;
}

/**
 * For each signal, the active companies with a value in the loaded data, now and as the last measurement of its day.
 * Semantic tags are never loaded.
 */
const measureSql = `
  WITH measured AS (
  INSERT INTO signal_coverage AS kept (signal, companies_with_value, companies_total, measured_at)
  SELECT signal, least(with_value, total), total, now()
  FROM (SELECT count(*) AS total FROM companies WHERE status = 'active') AS active,
  LATERAL (
    SELECT unnest(ARRAY['jobs', 'construction', 'employees', 'insured_persons']) AS signal,
      unnest(ARRAY[
        count(*) FILTER (WHERE cardinality(job_openings) > 0),
        count(*) FILTER (WHERE permits <> '[]'),
        count(employees),
        count(insured_persons)]) AS with_value
    FROM company_source_enrichment JOIN companies USING (company_id) WHERE status = 'active'
    UNION ALL SELECT 'web', count(DISTINCT company_id) FROM profile_values JOIN companies USING (company_id)
      WHERE status = 'active' AND field = 'website_url'
    UNION ALL SELECT 'financials', count(DISTINCT company_id) FROM (
      SELECT company_id FROM financials
      UNION ALL SELECT company_id FROM profile_values WHERE field = 'capital_yen'
    ) AS figures JOIN companies USING (company_id)
      WHERE status = 'active'
    UNION ALL SELECT 'technologies', count(DISTINCT company_id) FROM company_technologies
      JOIN companies USING (company_id) WHERE status = 'active'
    UNION ALL SELECT 'semantic_tags', 0
  ) AS signals
  ON CONFLICT (signal) DO UPDATE SET companies_with_value = excluded.companies_with_value,
    companies_total = excluded.companies_total, measured_at = excluded.measured_at
  RETURNING signal, companies_with_value, companies_total
  ), of_day AS (
    INSERT INTO signal_coverage_days AS kept (day, signal, companies_with_value, companies_total)
    SELECT (now() AT TIME ZONE 'Asia/Tokyo')::date, signal, companies_with_value, companies_total FROM measured
    ON CONFLICT (signal, day) DO UPDATE SET companies_with_value = excluded.companies_with_value,
      companies_total = excluded.companies_total
  )
  SELECT signal, companies_with_value::int AS "companiesWithValue", companies_total::int AS "companiesTotal"
  FROM measured`;

/** Measures and stores the coverage of the data, so that a search can say when zero results mean little. */
export async function measureCoverage(client: ClientBase): Promise<SignalCoverage[]> {
  return (await client.query<SignalCoverage>(measureSql)).rows;
}
