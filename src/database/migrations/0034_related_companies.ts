import type { Migration } from '../migration.ts';

/** Indices for related companies, and for sums of the ledger by day. */
export const relatedCompanies: Migration = {
  name: '0034_related_companies',

  async up(knex) {
    await knex.raw(`
      -- Compared as a whole only. A hash also takes texts that are too long for a B-tree.
      CREATE INDEX company_names_registered ON company_names USING hash (name) WHERE kind IN ('legal', 'former');
      CREATE INDEX company_addresses_street ON company_addresses USING hash (street) WHERE kind = 'head_office';
      CREATE INDEX credit_ledger_by_time ON credit_ledger (account_id, created_at);
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP INDEX company_names_registered;
      DROP INDEX company_addresses_street;
      DROP INDEX credit_ledger_by_time;
    `);
  },
};
