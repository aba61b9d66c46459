import type { Migration } from '../migration.ts';

/**
 * What the register of invoice issuers stated about corporations, from which a registration and its periods are derived
 * (docs/decisions/0050-invoice-register.md).
 */
export const invoiceRegister: Migration = {
  name: '0038_invoice_register',

  async up(knex) {
    await knex.raw(`
      -- Not by company_id: a statement can be loaded before its company.
      CREATE TABLE invoice_statements (
        corporate_number corporate_number NOT NULL,
        -- The publisher's day of the statement. Of two statements, the newer one counts.
        updated_on date NOT NULL,
        -- 01 new, 02 changed, 03 expired, 04 cancelled, 99 deleted.
        process text NOT NULL CHECK (process IN ('01', '02', '03', '04', '99')),
        registered_on date CHECK (registered_on IS NOT NULL OR process = '99'),
        -- First days on which it is no longer registered.
        cancelled_on date,
        expired_on date,
        -- As published. NULL: the publisher has blanked an earlier state.
        name text CHECK (name <> '' AND length(name) <= 1000),
        trade_name text CHECK (trade_name <> '' AND length(trade_name) <= 1000),
        address text CHECK (address <> '' AND length(address) <= 1000),
        UNIQUE NULLS NOT DISTINCT (corporate_number, updated_on, registered_on, process)
      );
    `);
  },

  async down(knex) {
    await knex.raw('DROP TABLE invoice_statements');
  },
};
