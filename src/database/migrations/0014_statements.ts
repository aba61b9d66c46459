import type { Migration } from '../migration.ts';

/**
 * The source of a company's row if that is not the register of corporate numbers, and the day on which a name, an
 * address or an identifier was stated. Statements of the register need neither: their day is that of its newest entry
 * (`companies.register_updated_on`).
 */
export const statements: Migration = {
  name: '0014_statements',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE companies ADD COLUMN stated_by source_name, ADD COLUMN stated_on date;
      ALTER TABLE company_names ADD COLUMN stated_on date;
      ALTER TABLE company_addresses ADD COLUMN stated_on date;
      ALTER TABLE company_identifiers ADD COLUMN stated_on date;

      -- For existing companies: the source of their name, else of their listing or number.
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
