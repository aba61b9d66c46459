import type { Migration } from '../migration.ts';

/** What companies are called besides their registered names: brands, abbreviations and group names. */
export const nameAliases: Migration = {
  name: '0029_name_aliases',

  async up(knex) {
    await knex.raw(`
      CREATE TABLE name_aliases (
        company_id company_id NOT NULL REFERENCES companies,
        alias text NOT NULL CHECK (alias <> '' AND length(alias) <= 200),
        alias_kind text CHECK (alias_kind IN ('brand', 'abbreviation', 'initials', 'group', 'other')),
        -- The source says that only this company is called so.
        exclusive boolean NOT NULL,
        language text CHECK (language ~ '^[a-z]{2,3}$'),
        source source_name NOT NULL,
        source_url text CHECK (length(source_url) <= 2000),
        stated_on date,
        PRIMARY KEY (company_id, alias, source)
      );
    `);
  },

  async down(knex) {
    await knex.raw('DROP TABLE name_aliases');
  },
};
