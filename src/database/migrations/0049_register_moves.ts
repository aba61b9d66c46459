import type { Migration } from '../migration.ts';

/**
 * What the register stated about the head office of a corporation, from which the day of its last move is derived
 * (docs/decisions/0065-moves-from-statements.md).
 */
export const registerMoves: Migration = {
  name: '0049_register_moves',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE register_statements
        -- Prefecture, city and street. NULL: a removed number, or an entry that was loaded before this migration.
        ADD COLUMN address text,
        -- Day of a move to this address, if the row states it.
        ADD COLUMN moved_on date;
    `);
  },

  async down(knex) {
    await knex.raw('ALTER TABLE register_statements DROP COLUMN address, DROP COLUMN moved_on');
  },
};
