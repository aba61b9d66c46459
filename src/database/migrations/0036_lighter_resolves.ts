import type { Migration } from '../migration.ts';

/**
 * A resolve writes each row into fewer indexes (docs/benchmarks.md#resolve): of rows that say the same, those that it
 * matches, usually most of them, are found by their company, and only all others by what they say alone.
 */
export const lighterResolves: Migration = {
  name: '0036_lighter_resolves',

  async up(knex) {
    await knex.raw(`
      DROP INDEX source_rows_same, source_rows_company;
      CREATE INDEX source_rows_same ON source_rows (source_id, same_key)
        WHERE resolve_status <> 'matched' OR decision IS NOT NULL;
      CREATE INDEX source_rows_company ON source_rows (source_id, company_id, same_key) WHERE company_id IS NOT NULL;
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP INDEX source_rows_same, source_rows_company;
      CREATE INDEX source_rows_same ON source_rows (source_id, same_key) WHERE same_key IS NOT NULL;
      CREATE INDEX source_rows_company ON source_rows (source_id, company_id) WHERE company_id IS NOT NULL;
    `);
  },
};
