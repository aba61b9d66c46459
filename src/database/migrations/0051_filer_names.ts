import type { Migration } from '../migration.ts';

/**
 * The first and the last day on which EDINET stated each name of a filer, in filings and in its list, from which the names
 * that the register lacks and their periods are derived (docs/decisions/0040-names-from-statements.md).
 */
export const filerNames: Migration = {
  name: '0051_filer_names',

  async up(knex) {
    await knex.raw(`
      CREATE TABLE filer_names (
        company_id company_id NOT NULL REFERENCES companies,
        name text NOT NULL CHECK (name <> '' AND length(name) <= 1000),
        -- Whether the list of EDINET codes states it, or filings.
        listed boolean NOT NULL,
        stated_from date NOT NULL,
        stated_on date NOT NULL,
        PRIMARY KEY (company_id, name, listed),
        CONSTRAINT statements_run_forward CHECK (stated_on >= stated_from)
      );
      -- The days on which EDINET states the name, whatever its source; no last one while it is the legal name.
      ALTER TABLE company_names ADD COLUMN filed_from date, ADD COLUMN filed_to date;

      -- What the list that was loaded last said. Beside the register's name, its trade names are the names of filers.
      INSERT INTO filer_names
      SELECT n.company_id, n.name, true, min(n.stated_on), max(n.stated_on)
      FROM company_names n JOIN company_names l ON l.company_id = n.company_id AND l.kind = 'legal'
      WHERE n.source = 'edinet' AND n.stated_on IS NOT NULL
        AND (n.kind IN ('legal', 'former') OR n.kind = 'trade' AND l.source = 'corporate_registry')
      GROUP BY n.company_id, n.name;
    `);
  },

  async down(knex) {
    await knex.raw(`
      ALTER TABLE company_names DROP COLUMN filed_from, DROP COLUMN filed_to;
      DROP TABLE filer_names;
    `);
  },
};
