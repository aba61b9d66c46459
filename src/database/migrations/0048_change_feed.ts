import type { Migration } from '../migration.ts';

/** The name of a feed of changes that began again, for cursors (docs/decisions/0033-change-feed.md). */
export const changeFeed: Migration = {
  name: '0048_change_feed',

  async up(knex) {
    await knex.raw(`
      -- No row, or one in a restored database: the numbers of its transactions begin again.
      CREATE TABLE change_feed (
        feed_id text PRIMARY KEY DEFAULT left(replace(gen_random_uuid()::text, '-', ''), 12)
      );
      CREATE UNIQUE INDEX change_feed_one_row ON change_feed ((true));
    `);
  },

  async down(knex) {
    await knex.raw('DROP TABLE change_feed');
  },
};
