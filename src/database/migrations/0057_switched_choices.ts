import type { Migration } from '../migration.ts';

/** A remembered choice can be switched off without being forgotten. */
export const switchedChoices: Migration = {
  name: '0057_switched_choices',

  async up(knex) {
    await knex.raw('ALTER TABLE source_choices ADD COLUMN enabled boolean NOT NULL DEFAULT true');
  },

  async down(knex) {
    await knex.raw(`
      -- The previous build cannot switch choices off. As suggestions, they settle nothing.
      UPDATE source_choices SET always = false WHERE NOT enabled;
      ALTER TABLE source_choices DROP COLUMN enabled;
    `);
  },
};
