import type { Migration } from '../migration.ts';

/** Funds on the list of an exchange: their codes are no codes of companies (docs/decisions/0076-listed-funds.md). */
export const listedFunds: Migration = {
  name: '0058_listed_funds',

  async up(knex) {
    await knex.raw(`
      CREATE TABLE listed_funds (
        exchange text NOT NULL,
        code text NOT NULL CHECK (code <> ''),
        name text NOT NULL CHECK (name <> '' AND length(name) <= 1000),
        -- As the list calls it: ETF・ETN.
        category text NOT NULL CHECK (length(category) <= 200),
        as_of date NOT NULL,
        PRIMARY KEY (exchange, code)
      );
    `);
  },

  async down(knex) {
    await knex.raw('DROP TABLE listed_funds');
  },
};
