import type { Migration } from '../migration.ts';

/** The files of sources, in pieces, so that an export can write its columns into the user's own file. */
export const sourceFiles: Migration = {
  name: '0053_source_files',

  async up(knex) {
    await knex.raw(`
      CREATE TABLE source_file_pieces (
        source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
        position integer NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (source_id, position)
      );
      -- Workbooks are compressed already.
      ALTER TABLE source_file_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;
    `);
  },

  async down(knex) {
    await knex.raw('DROP TABLE source_file_pieces');
  },
};
