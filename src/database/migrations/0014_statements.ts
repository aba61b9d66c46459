import type { Migration } from '../migration.ts';

/**
 * Who states what a company's row says where the register of corporate numbers does not, and on which day a name, an
 * address or an identifier was stated. What the register states carries the day of its newest entry
 * (`companies.register_updated_on`) and needs neither.
 */
export const statements: Migration = {
  name: '0014_statements',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE companies ADD COLUMN stated_by source_name, ADD COLUMN stated_on date;
      ALTER TABLE company_names ADD COLUMN stated_on date;
      ALTER TABLE company_addresses ADD COLUMN stated_on date;
      ALTER TABLE company_identifiers ADD COLUMN stated_on date;

      -- Of companies that are there already: who named them, else who lists or numbers them.
      UPDATE companies c SET stated_by = coalesce(
        (SELECT source FROM company_names n WHERE n.company_id = c.company_id AND kind = 'legal'),
        (SELECT source_name 'exchange' FROM listings l WHERE l.company_id = c.company_id LIMIT 1),
        (SELECT source FROM company_identifiers i WHERE i.company_id = c.company_id ORDER BY identifier_type LIMIT 1))
      WHERE register_updated_on IS NULL;
    `);
  },

  async down(knex) {
    await knex.raw(`
      ALTER TABLE companies DROP COLUMN stated_by, DROP COLUMN stated_on;
      ALTER TABLE company_names DROP COLUMN stated_on;
      ALTER TABLE company_addresses DROP COLUMN stated_on;
      ALTER TABLE company_identifiers DROP COLUMN stated_on;
    `);
  },
};
