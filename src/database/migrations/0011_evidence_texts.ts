import type { Migration } from '../migration.ts';

/**
 * An index for substrings of any length in titles and places of openings, and numbers of permits (`POST /jobs/search`,
 * `POST /construction/search`). pg_trgm does not work here: under the C locale of these databases it ignores Japanese
 * letters, and words of one or two letters have no trigrams.
 */
export const evidenceTexts: Migration = {
  name: '0011_evidence_texts',

  async up(knex) {
    await knex.raw(`
      -- Every letter and every pair of adjacent letters of a text in the form that is compared: NFKC, lower case.
      CREATE FUNCTION letter_grams(written text) RETURNS text[]
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
        BEGIN ATOMIC
          SELECT letters || ARRAY(
            SELECT letters[place] || letters[place + 1] FROM generate_series(1, cardinality(letters) - 1) AS place)
          FROM string_to_array(lower(normalize(written, NFKC)), NULL) AS letters;
        END;
      CREATE INDEX job_postings_title_grams ON job_postings USING gin (letter_grams(title));
      CREATE INDEX job_postings_location_grams ON job_postings USING gin (letter_grams(location));
      CREATE INDEX construction_permits_number ON construction_permits (lower(normalize(license_number, NFKC)));
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP INDEX job_postings_title_grams, job_postings_location_grams, construction_permits_number;
      DROP FUNCTION letter_grams(text);
    `);
  },
};
