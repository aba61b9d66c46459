import type { Migration } from '../migration.ts';

const fieldsBefore = `'website_url', 'employees', 'insured_persons', 'capital_yen', 'business_summary', 'business_items', 'founded_on',
  'founding_year', 'fiscal_year_end', 'industry', 'listing_statement', 'consolidated', 'qualification_grade'`;

/** What sources say about the parent of a company (docs/decisions/0077-parent-companies.md). */
export const parentCompanies: Migration = {
  name: '0063_parent_companies',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE profile_values
        DROP CONSTRAINT profile_values_field_check,
        ADD CONSTRAINT profile_values_field_check
          CHECK (field IN (${fieldsBefore}, 'parent_company', 'majority_holder')) NOT VALID,
        -- null in JSON: the source states that there is none.
        ADD CONSTRAINT parent_has_a_name CHECK (field NOT IN ('parent_company', 'majority_holder') OR value = 'null'
          OR (jsonb_typeof(value) = 'object' AND coalesce(value ->> 'name', '') <> ''
            AND (value ->> 'corporate_number' IS NULL OR corporate_number_is_valid(value ->> 'corporate_number'))
            AND jsonb_typeof(value -> 'share') IN ('number', 'null'))) NOT VALID;
    `);
  },

  async down(knex) {
    await knex.raw(`
      DELETE FROM profile_values WHERE field IN ('parent_company', 'majority_holder');
      ALTER TABLE profile_values
        DROP CONSTRAINT parent_has_a_name,
        DROP CONSTRAINT profile_values_field_check,
        ADD CONSTRAINT profile_values_field_check CHECK (field IN (${fieldsBefore}));
    `);
  },
};
