import type { Migration } from '../migration.ts';

/**
 * The kinds of aliases are a list in the contract, as sources are: Postgres checks only their form. NOT VALID: the stored ones are of the
 * former list, and a check of the whole table would lock it.
 */
export const aliasKinds: Migration = {
  name: '0052_alias_kinds',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE name_aliases DROP CONSTRAINT name_aliases_alias_kind_check,
        ADD CONSTRAINT name_aliases_alias_kind_check CHECK (alias_kind ~ '^[a-z_]{1,64}$') NOT VALID;
    `);
  },

  async down(knex) {
    await knex.raw(`
      -- The previous build knows no other kinds.
      UPDATE name_aliases SET alias_kind = 'other'
        WHERE alias_kind NOT IN ('brand', 'abbreviation', 'initials', 'group', 'other');
      ALTER TABLE name_aliases DROP CONSTRAINT name_aliases_alias_kind_check,
        ADD CONSTRAINT name_aliases_alias_kind_check
          CHECK (alias_kind IN ('brand', 'abbreviation', 'initials', 'group', 'other'));
    `);
  },
};
