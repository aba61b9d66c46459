import type { Migration } from '../migration.ts';

/**
 * The registers and the names of their sources are in one list each (`indexers/registers/index.ts`,
 * `src/contract/observations/vocabulary.ts`). The database checks only the form of these words, so that a new register
 * needs no migration.
 */
export const openSources: Migration = {
  name: '0015_open_sources',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE loads DROP CONSTRAINT loads_kind_check,
        ADD CONSTRAINT loads_kind_check CHECK (kind ~ '^[a-z][a-z0-9-]*$' AND length(kind) <= 64);
      -- Only the first letter is checked: for every fact, a regex costs twice as much as the former list. NOT VALID:
      -- every existing word has this form, and checking again would read all facts.
      ALTER DOMAIN source_name DROP CONSTRAINT source_name_check;
      ALTER DOMAIN source_name ADD CONSTRAINT source_name_check
        CHECK (ascii(VALUE) BETWEEN ascii('a') AND ascii('z')) NOT VALID;
    `);
  },

  async down(knex) {
    await knex.raw(`
      -- The previous build knows no other register. Facts of another source would be lost, so they prevent this.
      DELETE FROM loads WHERE kind NOT IN ('nta', 'nta-diff', 'edinet', 'jpx', 'gbizinfo', 'jsonl', 'generate');
      ALTER TABLE loads DROP CONSTRAINT loads_kind_check,
        ADD CONSTRAINT loads_kind_check
          CHECK (kind IN ('nta', 'nta-diff', 'edinet', 'jpx', 'gbizinfo', 'jsonl', 'generate'));
      ALTER DOMAIN source_name DROP CONSTRAINT source_name_check;
      ALTER DOMAIN source_name ADD CONSTRAINT source_name_check CHECK (VALUE IN (
        'corporate_registry', 'edinet', 'gbizinfo', 'company_website', 'job_posting', 'construction_permit', 'exchange'));
    `);
  },
};
