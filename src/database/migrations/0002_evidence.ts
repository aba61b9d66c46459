import type { Migration } from '../migration.ts';

/**
 * Evidence about companies: observations, job postings, construction permits, financials; and the company source
 * enrichment view, which is updated row by row from them (docs/decisions/0020-enrichment-view.md).
 */
export const evidence: Migration = {
  name: '0002_evidence',

  async up(knex) {
    await knex.raw(`
      CREATE TABLE observations (
        -- Stable, made from the record itself, so that loading a file twice adds nothing.
        observation_id text COLLATE "C" PRIMARY KEY CHECK (length(observation_id) BETWEEN 1 AND 200),
        company_id company_id NOT NULL REFERENCES companies,
        type text NOT NULL CHECK (type ~ '^[a-z][a-z0-9_]{0,63}$'),
        subtype text CHECK (length(subtype) <= 200),
        source source_name NOT NULL,
        summary text NOT NULL CHECK (length(summary) <= 2000),
        evidence jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(evidence) = 'object'),
        confidence numeric(4, 3) NOT NULL DEFAULT 1 CHECK (confidence BETWEEN 0 AND 1),
        observed_at timestamptz NOT NULL,
        version bigint NOT NULL DEFAULT 1 CHECK (version > 0)
      );
      CREATE INDEX observations_company ON observations (company_id, observed_at DESC, observation_id);

      CREATE TABLE job_postings (
        job_id text COLLATE "C" PRIMARY KEY CHECK (length(job_id) BETWEEN 1 AND 200),
        company_id company_id NOT NULL REFERENCES companies,
        title text NOT NULL CHECK (title <> '' AND length(title) <= 500),
        ai_related boolean NOT NULL,
        location text CHECK (length(location) <= 500),
        -- Days in Asia/Tokyo. An opening is current from opened_at until the day before closed_at.
        opened_at date NOT NULL,
        closed_at date,
        source source_name NOT NULL,
        CONSTRAINT closes_after_it_opens CHECK (closed_at >= opened_at)
      );
      CREATE INDEX job_postings_company ON job_postings (company_id);

      CREATE TABLE construction_permits (
        license_number text NOT NULL CHECK (license_number <> '' AND length(license_number) <= 100),
        company_id company_id NOT NULL REFERENCES companies,
        license_types text[] NOT NULL CHECK (cardinality(license_types) > 0 AND license_types <@ ARRAY[
          'civil_engineering', 'building', 'carpentry', 'plastering', 'scaffolding_earthwork', 'stone', 'roofing',
          'electrical', 'plumbing', 'tile_brick_block', 'steel_structure', 'rebar', 'paving', 'dredging', 'sheet_metal',
          'glazing', 'painting', 'waterproofing', 'interior_finishing', 'machine_installation', 'heat_insulation',
          'telecommunications', 'landscaping', 'well_drilling', 'fittings', 'water_facilities',
          'fire_protection_facilities', 'sanitation_facilities', 'demolition']),
        -- Valid on both days and between them.
        valid_from date NOT NULL,
        valid_until date NOT NULL,
        source source_name NOT NULL,
        PRIMARY KEY (license_number, valid_from),
        CONSTRAINT validity_runs_forward CHECK (valid_until >= valid_from)
      );
      CREATE INDEX construction_permits_company ON construction_permits (company_id);

      CREATE TABLE financials (
        company_id company_id NOT NULL REFERENCES companies,
        fiscal_year smallint NOT NULL CHECK (fiscal_year BETWEEN 1900 AND 2200),
        metric text NOT NULL CHECK (metric IN ('revenue', 'ordinary_income', 'net_income', 'total_assets', 'net_assets',
          'equity_ratio', 'capital')),
        -- Yen; equity_ratio is a ratio (0.412 is 41.2 %).
        value numeric NOT NULL,
        source source_name NOT NULL,
        observed_at timestamptz,
        PRIMARY KEY (company_id, fiscal_year, metric, source)
      );

      -- The company source enrichment view, one row for each company with data in it. Written only by
      -- refresh_company_source_enrichment().
      CREATE TABLE company_source_enrichment (
        company_id company_id PRIMARY KEY REFERENCES companies,
        employees integer,
        insured_persons integer,
        job_openings daterange[] NOT NULL,
        ai_job_openings daterange[] NOT NULL,
        latest_job_opened_at date,
        -- [{ "license_types": [...], "valid_from": date, "valid_until": date }]
        permits jsonb NOT NULL,
        observation_counts jsonb NOT NULL,
        latest_observed_at timestamptz
      );

      CREATE TABLE enrichment_view_state (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        status text NOT NULL CHECK (status IN ('ready', 'rebuilding')),
        changed_at timestamptz NOT NULL DEFAULT now()
      );
      INSERT INTO enrichment_view_state (status) VALUES ('ready');

      -- Rebuilds the rows of these companies from profile values, jobs, permits and observations.
      CREATE FUNCTION refresh_company_source_enrichment(ids text[]) RETURNS void LANGUAGE sql AS $$
        INSERT INTO company_source_enrichment AS kept
        SELECT c.company_id, heads.employees, heads.insured_persons,
          coalesce(jobs.openings, '{}'), coalesce(jobs.ai_openings, '{}'), jobs.latest_opened_at,
          coalesce(permits.permits, '[]'), coalesce(seen.counts, '{}'), seen.latest_observed_at
        FROM unnest(ids) AS c (company_id)
        LEFT JOIN LATERAL (
          SELECT (array_agg(value::text::int ORDER BY observed_at DESC NULLS LAST, source)
                   FILTER (WHERE field = 'employees'))[1] AS employees,
                 (array_agg(value::text::int ORDER BY observed_at DESC NULLS LAST, source)
                   FILTER (WHERE field = 'insured_persons'))[1] AS insured_persons
          FROM profile_values p WHERE p.company_id = c.company_id AND field IN ('employees', 'insured_persons')
        ) heads ON true
        LEFT JOIN LATERAL (
          SELECT array_agg(daterange(opened_at, closed_at) ORDER BY opened_at, job_id) AS openings,
                 array_agg(daterange(opened_at, closed_at) ORDER BY opened_at, job_id) FILTER (WHERE ai_related)
                   AS ai_openings,
                 max(opened_at) AS latest_opened_at
          FROM job_postings j WHERE j.company_id = c.company_id
        ) jobs ON true
        LEFT JOIN LATERAL (
          SELECT jsonb_agg(jsonb_build_object('license_types', license_types, 'valid_from', valid_from,
                   'valid_until', valid_until) ORDER BY valid_from, license_number) AS permits
          FROM construction_permits p WHERE p.company_id = c.company_id
        ) permits ON true
        LEFT JOIN LATERAL (
          SELECT jsonb_object_agg(type, n) AS counts, max(latest) AS latest_observed_at
          FROM (SELECT type, count(*) AS n, max(observed_at) AS latest
                FROM observations o WHERE o.company_id = c.company_id GROUP BY type) by_type
        ) seen ON true
        ON CONFLICT (company_id) DO UPDATE SET
          employees = excluded.employees, insured_persons = excluded.insured_persons,
          job_openings = excluded.job_openings, ai_job_openings = excluded.ai_job_openings,
          latest_job_opened_at = excluded.latest_job_opened_at, permits = excluded.permits,
          observation_counts = excluded.observation_counts, latest_observed_at = excluded.latest_observed_at
        WHERE (kept.*) IS DISTINCT FROM (excluded.*)
      $$;
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP FUNCTION refresh_company_source_enrichment(text[]);
      DROP TABLE enrichment_view_state, company_source_enrichment, financials, construction_permits, job_postings,
        observations;
    `);
  },
};
