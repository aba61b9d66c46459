import type { Migration } from '../migration.ts';

/**
 * What the register stated about the name of a corporation, from which its names and their periods are derived
 * (docs/decisions/0040-names-from-statements.md).
 */
export const registerStatements: Migration = {
  name: '0028_register_statements',

  async up(knex) {
    await knex.raw(`
      -- Not by company_id: a statement can be loaded before its company.
      CREATE TABLE register_statements (
        corporate_number corporate_number NOT NULL,
        updated_on date NOT NULL,
        -- The place of an earlier state among the rows of its day. NULL: the row is the state after that day.
        sequence integer,
        -- NULL: an entry that was loaded before this migration.
        process text CHECK (process ~ '^[0-9]{2}$'),
        -- First day of the name, if the row states it.
        named_from date,
        -- NULL: the number was removed.
        name text CHECK (name <> '' AND length(name) <= 1000),
        UNIQUE NULLS NOT DISTINCT (corporate_number, updated_on, sequence)
      );

      -- A company without rows there has a single statement: this row, with its legal name.
      ALTER TABLE companies ADD COLUMN register_process text CHECK (register_process ~ '^[0-9]{2}$');
    `);
  },

  async down(knex) {
    await knex.raw(`
      ALTER TABLE companies DROP COLUMN register_process;
      DROP TABLE register_statements;
    `);
  },
};
