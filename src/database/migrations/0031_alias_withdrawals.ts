import type { Migration } from '../migration.ts';

/** A source can withdraw an alias. The row stays, so that an older file that is loaded later does not bring it back. */
export const aliasWithdrawals: Migration = {
  name: '0031_alias_withdrawals',

  async up(knex) {
    await knex.raw('ALTER TABLE name_aliases ADD withdrawn boolean NOT NULL DEFAULT false');
  },

  async down(knex) {
    await knex.raw(`
      DELETE FROM name_aliases WHERE withdrawn;
      ALTER TABLE name_aliases DROP COLUMN withdrawn;
    `);
  },
};
