import type { EnrichmentField } from '../../../contract/lists/enrichment-fields.ts';

/**
 * SQL for each field. It returns value, source and time for the company `e.company_id`, or no row if there is no value.
 * `:today` is a day in Asia/Tokyo.
 */

const buildNewestValueSql = (field: string) => `
  SELECT value, source, observed_at FROM profile_values p
  WHERE p.company_id = e.company_id AND field = '${field}'
  ORDER BY observed_at DESC NULLS LAST, source LIMIT 1`;

const buildTokyoMidnightSql = (day: string) => `(${day})::timestamp AT TIME ZONE 'Asia/Tokyo'`;

const openJob =
  'opened_at <= cast(:today AS date) AND (closed_at IS NULL OR cast(:today AS date) < closed_at)';
const validPermit = 'cast(:today AS date) BETWEEN valid_from AND valid_until';

export const enrichmentValueSql: Readonly<Record<EnrichmentField, string>> = {
  website: buildNewestValueSql('website_url'),
  employees: buildNewestValueSql('employees'),
  insured_persons: buildNewestValueSql('insured_persons'),
  jobs: `
    SELECT jsonb_build_object('open_count', count(*), 'ai_count', count(*) FILTER (WHERE ai_related),
        'latest_opened_at', max(opened_at)) AS value,
      (array_agg(source ORDER BY opened_at DESC, job_id))[1] AS source, ${buildTokyoMidnightSql('max(opened_at)')} AS observed_at
    FROM job_postings j WHERE j.company_id = e.company_id AND ${openJob} HAVING count(*) > 0`,
  construction_permits: `
    SELECT jsonb_build_object('valid_count', count(*),
        'license_types', to_jsonb(ARRAY(SELECT DISTINCT license_type
          FROM construction_permits t, unnest(t.license_types) AS license_type
          WHERE t.company_id = e.company_id AND ${validPermit} ORDER BY license_type)),
        'license_numbers', jsonb_agg(license_number ORDER BY license_number, valid_from),
        'latest_valid_until', max(valid_until)) AS value,
      (array_agg(source ORDER BY valid_from DESC, license_number))[1] AS source,
      ${buildTokyoMidnightSql('max(valid_from)')} AS observed_at
    FROM construction_permits p WHERE p.company_id = e.company_id AND ${validPermit} HAVING count(*) > 0`,
  technologies: `
    SELECT jsonb_agg(DISTINCT technology ORDER BY technology) AS value,
      (array_agg(source ORDER BY observed_at DESC NULLS LAST, technology, source))[1] AS source,
      max(observed_at) AS observed_at
    FROM company_technologies t WHERE t.company_id = e.company_id HAVING count(*) > 0`,
  financials: `
    SELECT jsonb_object_agg(metric, jsonb_build_object('value', value, 'fiscal_year', fiscal_year)) AS value,
      (array_agg(source ORDER BY fiscal_year DESC, metric))[1] AS source,
      (array_agg(observed_at ORDER BY fiscal_year DESC, metric))[1] AS observed_at
    FROM (SELECT DISTINCT ON (metric) * FROM financials f WHERE f.company_id = e.company_id
          ORDER BY metric, fiscal_year DESC, observed_at DESC NULLS LAST, source) latest
    HAVING count(*) > 0`,
  observations: `
    SELECT jsonb_build_object('total', sum(n), 'by_type', jsonb_object_agg(by_type.type, n),
        'latest', jsonb_build_object('observation_id', newest.observation_id, 'type', newest.type,
          'summary', newest.summary)) AS value,
      newest.source, newest.observed_at
    FROM (SELECT observation_id, type, summary, source, observed_at FROM observations o
          WHERE o.company_id = e.company_id ORDER BY observed_at DESC, observation_id LIMIT 1) newest,
      (SELECT type, count(*) AS n FROM observations o WHERE o.company_id = e.company_id GROUP BY type) by_type
    GROUP BY newest.observation_id, newest.type, newest.summary, newest.source, newest.observed_at`,
};
