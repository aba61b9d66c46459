import type { Migration } from '../migration.ts';

/**
 * How many rows a source may have, and how many members an estimate, stands in one place, `src/contract/limits.ts`: a change
 * needs no migration. Other constraints still refuse negative numbers.
 */
export const limitsInContract: Migration = {
  name: '0050_limits_in_contract',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE sources DROP CONSTRAINT sources_row_count_check;
      ALTER TABLE list_estimates DROP CONSTRAINT list_estimates_member_ids_check;
    `);
  },

  async down(knex) {
    await knex.raw(`
      ALTER TABLE sources ADD CONSTRAINT sources_row_count_check CHECK (row_count BETWEEN 0 AND 50000);
      ALTER TABLE list_estimates
        ADD CONSTRAINT list_estimates_member_ids_check CHECK (cardinality(member_ids) <= 50000);
    `);
  },
};
