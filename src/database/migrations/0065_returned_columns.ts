import type { Migration } from '../migration.ts';

/**
 * How many columns a table may have stands in the contract, as its rows do: those of an earlier export do not count. NOT VALID: the
 * stored ones were checked more strictly, and a check of the whole table would lock it.
 */
export const returnedColumns: Migration = {
  name: '0065_returned_columns',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE sources DROP CONSTRAINT sources_headers_check,
        ADD CONSTRAINT sources_headers_check CHECK (cardinality(headers) >= 1) NOT VALID;
    `);
  },

  async down(knex) {
    await knex.raw(`
      DO $$ BEGIN
        ALTER TABLE sources DROP CONSTRAINT sources_headers_check,
          ADD CONSTRAINT sources_headers_check CHECK (cardinality(headers) BETWEEN 1 AND 200);
      EXCEPTION WHEN check_violation THEN
        -- Tables that came back meanwhile stay, and can be used.
        NULL;
      END $$;
    `);
  },
};
