import type { Migration } from '../migration.ts';

/** What was decided about the rows of an exported table holds when the file comes back. The history says from which row it comes. */
export const earlierDecisions: Migration = {
  name: '0060_earlier_decisions',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE source_decisions
        ADD earlier_row_id uuid,
        DROP CONSTRAINT source_decisions_made_by_check,
        ADD CONSTRAINT source_decisions_made_by_check
          CHECK (made_by IN ('select', 'decisions', 'choices', 'accept', 'undo', 'earlier_table')) NOT VALID;
    `);
  },

  async down(knex) {
    await knex.raw(`
      -- The previous build knows no such call.
      ALTER TABLE source_decisions DISABLE TRIGGER source_decisions_unchanged;
      UPDATE source_decisions SET made_by = 'decisions' WHERE made_by = 'earlier_table';
      ALTER TABLE source_decisions ENABLE TRIGGER source_decisions_unchanged;
      ALTER TABLE source_decisions
        DROP COLUMN earlier_row_id,
        DROP CONSTRAINT source_decisions_made_by_check,
        ADD CONSTRAINT source_decisions_made_by_check
          CHECK (made_by IN ('select', 'decisions', 'choices', 'accept', 'undo'));
    `);
  },
};
