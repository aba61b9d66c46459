import type { Migration } from '../migration.ts';

/** Runs that resolve a source in the background, in batches (docs/decisions/0027-sources.md). */
export const backgroundResolves: Migration = {
  name: '0019_background_resolves',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE source_runs
        ADD background boolean NOT NULL DEFAULT false,
        ADD status text NOT NULL DEFAULT 'completed'
          CHECK (status IN ('queued', 'running', 'completed', 'cancelled', 'stopped', 'failed')),
        ADD stop_reason text CHECK (stop_reason IN ('max_credits_reached', 'credit_balance_insufficient',
          'mapping_changed', 'search_unavailable', 'internal_error')),
        -- The mapping with which the run resolves.
        ADD mapping_version integer NOT NULL DEFAULT 0,
        -- The last row that the run has resolved; rows after it remain.
        ADD position uuid,
        ADD rows_total integer NOT NULL DEFAULT 0,
        ADD rows_done integer NOT NULL DEFAULT 0 CHECK (rows_done >= 0),
        ADD credits_used bigint NOT NULL DEFAULT 0 CHECK (credits_used >= 0),
        ADD max_credits bigint,
        ADD started_at timestamptz,
        ADD finished_at timestamptz;
      -- The counts are now those of the rows that the run resolved. Earlier runs counted the whole source.
      UPDATE source_runs SET matched = newly_matched, credits_used = newly_matched,
        rows_total = newly_matched + multiple_candidates + not_found + invalid,
        rows_done = newly_matched + multiple_candidates + not_found + invalid,
        started_at = created_at, finished_at = created_at;
      ALTER TABLE source_runs
        DROP COLUMN newly_matched,
        ALTER matched SET DEFAULT 0, ALTER multiple_candidates SET DEFAULT 0, ALTER not_found SET DEFAULT 0,
        ALTER invalid SET DEFAULT 0,
        ADD CONSTRAINT rows_done_are_counted CHECK (
          rows_done = matched + multiple_candidates + not_found + invalid AND rows_done <= rows_total),
        -- A resolve at once is checked against its limit when it is charged.
        ADD CONSTRAINT never_above_max_credits CHECK (NOT background OR max_credits >= credits_used),
        ADD CONSTRAINT ended_means_a_time CHECK ((status IN ('queued', 'running')) = (finished_at IS NULL)),
        ADD CONSTRAINT stopped_means_a_reason CHECK ((status IN ('stopped', 'failed')) = (stop_reason IS NOT NULL));
      CREATE UNIQUE INDEX source_runs_open ON source_runs (source_id) WHERE status IN ('queued', 'running');

      -- Which rows of an account's sources have a company.
      CREATE INDEX source_rows_company ON source_rows (source_id, company_id) WHERE company_id IS NOT NULL;
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP INDEX source_rows_company, source_runs_open;
      ALTER TABLE source_runs ADD newly_matched integer NOT NULL DEFAULT 0 CHECK (newly_matched >= 0);
      UPDATE source_runs SET newly_matched = matched;
      ALTER TABLE source_runs
        DROP COLUMN background, DROP COLUMN status, DROP COLUMN stop_reason, DROP COLUMN mapping_version,
        DROP COLUMN position, DROP COLUMN rows_total, DROP COLUMN rows_done, DROP COLUMN credits_used,
        DROP COLUMN max_credits, DROP COLUMN started_at, DROP COLUMN finished_at,
        ADD CONSTRAINT source_runs_check CHECK (matched >= newly_matched),
        ALTER newly_matched DROP DEFAULT, ALTER matched DROP DEFAULT, ALTER multiple_candidates DROP DEFAULT,
        ALTER not_found DROP DEFAULT, ALTER invalid DROP DEFAULT;
    `);
  },
};
