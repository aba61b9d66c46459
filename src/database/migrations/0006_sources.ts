import type { Migration } from '../migration.ts';

/** Imported sources, their rows and their results (docs/specification.md#sources). */
export const sources: Migration = {
  name: '0006_sources',

  async up(knex) {
    await knex.raw(`
      CREATE TABLE sources (
        source_id uuid PRIMARY KEY DEFAULT uuidv7(),
        account_id uuid NOT NULL REFERENCES accounts,
        name text NOT NULL CHECK (name <> '' AND length(name) <= 500),
        original_filename text CHECK (length(original_filename) <= 1000),
        -- Stated by the caller about the uploaded file. Only the format is checked.
        content_sha256 text CHECK (content_sha256 ~ '^sha256:[0-9a-f]+$' AND length(content_sha256) = 71),
        -- Digest of headers and rows as the service read them.
        table_digest bytea NOT NULL CHECK (octet_length(table_digest) = 32),
        headers text[] NOT NULL CHECK (cardinality(headers) BETWEEN 1 AND 200),
        -- json, not jsonb, here and below, to preserve the order of keys.
        detected_identifier_columns json NOT NULL CHECK (json_typeof(detected_identifier_columns) = 'array'),
        -- Rows whose keys are not exactly the headers. They become invalid when they are resolved.
        misshapen_rows integer NOT NULL CHECK (misshapen_rows BETWEEN 0 AND row_count),
        status text NOT NULL DEFAULT 'imported' CHECK (status IN ('imported', 'mapped', 'resolved')),
        mapping json CHECK (json_typeof(mapping) = 'object'),
        -- Grows with every mapping and every resolve. A resolve that was prepared on an older version is prepared again.
        version integer NOT NULL DEFAULT 1 CHECK (version > 0),
        row_count integer NOT NULL CHECK (row_count BETWEEN 0 AND 50000),
        -- Number of rows by state, updated in the transactions that change rows, so that no answer has to count them.
        unresolved integer NOT NULL CHECK (unresolved >= 0),
        matched integer NOT NULL DEFAULT 0 CHECK (matched >= 0),
        multiple_candidates integer NOT NULL DEFAULT 0 CHECK (multiple_candidates >= 0),
        not_found integer NOT NULL DEFAULT 0 CHECK (not_found >= 0),
        invalid integer NOT NULL DEFAULT 0 CHECK (invalid >= 0),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT every_row_has_one_state
          CHECK (unresolved + matched + multiple_candidates + not_found + invalid = row_count),
        CONSTRAINT mapped_means_a_mapping CHECK ((status = 'imported') = (mapping IS NULL)),
        CONSTRAINT rows_wait_until_mapped CHECK (status <> 'imported' OR unresolved = row_count),
        CONSTRAINT resolved_leaves_no_row CHECK (status <> 'resolved' OR unresolved = 0)
      );
      CREATE INDEX sources_of_account ON sources (account_id, source_id);
      -- The same content imported again is the same source. Without a content digest, every import is a new source.
      CREATE UNIQUE INDEX sources_same_content ON sources (account_id, content_sha256, table_digest);

      CREATE TABLE source_rows (
        source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
        -- Ascends with row_number, so that one index serves look-up, paging and export.
        source_row_id uuid NOT NULL,
        row_number integer NOT NULL CHECK (row_number > 0),
        -- By position of the header. NULL if the row has no such cell.
        cells text[] NOT NULL,
        resolve_status text NOT NULL DEFAULT 'unresolved'
          CHECK (resolve_status IN ('unresolved', 'matched', 'multiple_candidates', 'not_found', 'invalid')),
        -- No foreign key: a matched row keeps its id if companies are joined later and the id becomes an alias.
        company_id company_id,
        settled_by text CHECK (settled_by IN ('resolve', 'select')),
        candidates jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(candidates) = 'array'),
        issues jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(issues) = 'array'),
        PRIMARY KEY (source_id, source_row_id),
        CONSTRAINT matched_means_a_company CHECK (
          (resolve_status = 'matched') = (company_id IS NOT NULL) AND (company_id IS NULL) = (settled_by IS NULL)),
        CONSTRAINT company_is_a_candidate CHECK (company_id IS NULL
          OR candidates @> jsonb_build_array(jsonb_build_object('company_id', company_id::text))),
        CONSTRAINT candidates_where_there_are_some CHECK (
          (resolve_status IN ('matched', 'multiple_candidates')) = (candidates <> '[]')),
        CONSTRAINT invalid_says_why CHECK (resolve_status <> 'invalid' OR issues <> '[]')
      );

      -- The transitions of docs/specification.md#row-states: matched and invalid are final, and only a
      -- selection ends multiple_candidates.
      CREATE FUNCTION refuse_row_transition() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'a source row in % does not become %', OLD.resolve_status, NEW.resolve_status
          USING ERRCODE = 'check_violation', CONSTRAINT = 'source_row_transition';
      END $$;
      CREATE TRIGGER source_row_transition BEFORE UPDATE ON source_rows FOR EACH ROW
        WHEN (OLD.resolve_status IN ('matched', 'invalid') OR (OLD.resolve_status = 'multiple_candidates'
          AND (NEW.resolve_status, NEW.settled_by) IS DISTINCT FROM ('matched', 'select')))
        EXECUTE FUNCTION refuse_row_transition();

      CREATE TABLE source_runs (
        run_id uuid PRIMARY KEY DEFAULT uuidv7(),
        source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
        newly_matched integer NOT NULL CHECK (newly_matched >= 0),
        matched integer NOT NULL CHECK (matched >= newly_matched),
        multiple_candidates integer NOT NULL CHECK (multiple_candidates >= 0),
        not_found integer NOT NULL CHECK (not_found >= 0),
        invalid integer NOT NULL CHECK (invalid >= 0),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX source_runs_of_source ON source_runs (source_id, run_id);

      -- Companies that people of the account chose for a name. They only order and mark candidates.
      CREATE TABLE source_choices (
        account_id uuid NOT NULL REFERENCES accounts,
        -- SHA-256 of the name's exact key, which can exceed the maximum length of an index entry.
        name_key bytea NOT NULL CHECK (octet_length(name_key) = 32),
        company_id company_id NOT NULL,
        chosen_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (account_id, name_key, company_id)
      );
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TABLE source_choices, source_runs, source_rows, sources;
      DROP FUNCTION refuse_row_transition;
    `);
  },
};
