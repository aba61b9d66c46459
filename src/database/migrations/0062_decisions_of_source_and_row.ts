import type { Migration } from '../migration.ts';

/** `source_decisions_by_row` takes its place. */
export const decisionsOfSourceAndRow: Migration = {
  name: '0062_decisions_of_source_and_row',

  async up(knex) {
    await knex.raw('DROP INDEX source_decisions_of_row');
  },

  async down(knex) {
    await knex.raw(
      'CREATE INDEX source_decisions_of_row ON source_decisions (source_id, source_row_id, decision_id)',
    );
  },
};
