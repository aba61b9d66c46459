import type { Migration } from '../migration.ts';

/** What housekeeping removed, and when (docs/retention.md). */
export const housekeepingRuns: Migration = {
  name: '0042_housekeeping_runs',

  async up(knex) {
    await knex.raw(`
      -- One row for each kind of thing that is removed because of its age.
      CREATE TABLE housekeeping_runs (
        task text PRIMARY KEY,
        started_at timestamptz NOT NULL,
        -- NULL while it runs, and if the process died.
        finished_at timestamptz,
        -- Of the last run.
        removed bigint NOT NULL DEFAULT 0 CHECK (removed >= 0),
        removed_in_all bigint NOT NULL DEFAULT 0 CHECK (removed_in_all >= 0),
        succeeded_at timestamptz,
        -- Why the last run failed; NULL if it did not.
        failure text
      );
    `);
  },

  async down(knex) {
    await knex.raw('DROP TABLE housekeeping_runs');
  },
};
