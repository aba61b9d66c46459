import type { Migration } from '../migration.ts';

/** All that one call decided can be undone by its id (docs/decisions/0027-sources.md). */
export const undo: Migration = {
  name: '0027_undo',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE source_decisions
        DROP CONSTRAINT source_decisions_made_by_check,
        ADD CONSTRAINT source_decisions_made_by_check
          CHECK (made_by IN ('select', 'decisions', 'choices', 'accept', 'undo'));
      CREATE INDEX source_decisions_of_batch ON source_decisions (source_id, batch_id, decision_id);

      ALTER TABLE source_choices
        -- The call whose choice took the place of this one as \`always\`. When that is undone, this one is \`always\` again.
        ADD replaced_in uuid;
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP INDEX source_decisions_of_batch;
      -- The previous build knows no such call. Reopening and taking back is what it did.
      ALTER TABLE source_decisions DISABLE TRIGGER source_decisions_unchanged;
      UPDATE source_decisions SET made_by = 'decisions' WHERE made_by = 'undo';
      ALTER TABLE source_decisions ENABLE TRIGGER source_decisions_unchanged;
      ALTER TABLE source_decisions
        DROP CONSTRAINT source_decisions_made_by_check,
        ADD CONSTRAINT source_decisions_made_by_check
          CHECK (made_by IN ('select', 'decisions', 'choices', 'accept'));
      ALTER TABLE source_choices DROP COLUMN replaced_in;
    `);
  },
};
