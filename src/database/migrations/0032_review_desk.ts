import type { Migration } from '../migration.ts';

/**
 * What several people need who review the rows of one source (docs/decisions/0027-sources.md): rows with the same name,
 * rows that somebody skipped, who looks at which row, and what was shown when a row was decided.
 */
export const reviewDesk: Migration = {
  name: '0032_review_desk',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE source_rows
        -- Rows of a source with the same digest have the same name, whatever their other cells say. NULL without a name,
        -- and for rows resolved before this was kept.
        ADD same_name_key bytea CHECK (octet_length(same_name_key) = 16),
        -- A person put the row at the end of the work. Deciding about the row ends that.
        ADD skipped_at timestamptz,
        ADD skipped_by uuid REFERENCES api_keys,
        ADD CONSTRAINT skipped_means_undecided
          CHECK (skipped_at IS NULL OR (resolve_status <> 'matched' AND decision IS NULL)),
        ADD CONSTRAINT skipped_by_means_skipped CHECK (skipped_by IS NULL OR skipped_at IS NOT NULL);
      CREATE INDEX source_rows_same_name ON source_rows (source_id, same_name_key) WHERE same_name_key IS NOT NULL;
      -- The work in its order: open rows as in the file, then the skipped ones.
      CREATE INDEX source_rows_work ON source_rows (source_id, coalesce(skipped_at, '-infinity'), source_row_id)
        WHERE resolve_status <> 'matched' AND decision IS NULL;

      ALTER TABLE source_decisions
        -- What the person had before them: name, reason, candidates, suggestions. NULL for older entries.
        ADD seen jsonb CHECK (jsonb_typeof(seen) = 'object'),
        DROP CONSTRAINT source_decisions_action_check,
        ADD CONSTRAINT source_decisions_action_check
          CHECK (action IN ('choose', 'none_of_these', 'not_a_company', 'reopen', 'take_back', 'skip'));

      -- Where the sessions of people are. An entry that was not renewed counts no longer (src/features/sources/review/presence-store.ts).
      CREATE TABLE source_presence (
        source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
        key_id uuid NOT NULL REFERENCES api_keys,
        -- Made by the client.
        session uuid NOT NULL,
        source_row_id uuid,
        -- Since when the session is at this row.
        since timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (source_id, key_id, session)
      );
      -- The last row of each key, to come back to it.
      CREATE TABLE source_last_rows (
        source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
        key_id uuid NOT NULL REFERENCES api_keys,
        source_row_id uuid NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (source_id, key_id)
      );
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TABLE source_presence, source_last_rows;
      -- The previous build knows no skipping. Taking a skip back changed nothing that it knows either.
      ALTER TABLE source_decisions DISABLE TRIGGER source_decisions_kept;
      DELETE FROM source_decisions
        WHERE action = 'skip' OR (action = 'take_back' AND before_decision IS NULL);
      ALTER TABLE source_decisions ENABLE TRIGGER source_decisions_kept;
      ALTER TABLE source_decisions
        DROP COLUMN seen,
        DROP CONSTRAINT source_decisions_action_check,
        ADD CONSTRAINT source_decisions_action_check
          CHECK (action IN ('choose', 'none_of_these', 'not_a_company', 'reopen', 'take_back'));
      DROP INDEX source_rows_same_name, source_rows_work;
      ALTER TABLE source_rows
        DROP COLUMN same_name_key, DROP COLUMN skipped_at, DROP COLUMN skipped_by;
    `);
  },
};
