import type { Migration } from '../migration.ts';

/**
 * How sure the match of a row is, how its name was read, and companies with similar names
 * (docs/decisions/0006-written-names.md).
 */
export const rowAssurance: Migration = {
  name: '0030_row_assurance',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE source_rows
        -- Companies with a similar name. They settle nothing, so the state of the row does not depend on them.
        ADD suggestions jsonb NOT NULL DEFAULT '[]'
          CHECK (jsonb_typeof(suggestions) = 'array' AND jsonb_array_length(suggestions) <= 3),
        -- How the name was read. NULL if nothing was set aside.
        ADD written jsonb CHECK (jsonb_typeof(written) = 'object' AND octet_length(written::text) <= 65536),
        -- How sure the match by resolve was. NULL for open rows, and for rows resolved before this was kept.
        ADD assurance text CHECK (length(assurance) <= 100);
    `);
  },

  async down(knex) {
    await knex.raw(`
      ALTER TABLE source_rows DROP COLUMN suggestions, DROP COLUMN written, DROP COLUMN assurance;
      -- Reasons that the previous build does not know are shown as their code, so they stay.
    `);
  },
};
