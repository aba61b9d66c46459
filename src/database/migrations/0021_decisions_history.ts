import type { Migration } from '../migration.ts';

/**
 * Every decision of a person about a row, and choices that settle rows by themselves
 * (docs/decisions/0027-sources.md).
 */
export const decisionsHistory: Migration = {
  name: '0021_decisions_history',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE source_rows
        -- The reason to which undoing the decision returns.
        ADD undecided_reason text CHECK (length(undecided_reason) <= 100),
        DROP CONSTRAINT source_rows_undecided_status_check,
        ADD CONSTRAINT source_rows_undecided_status_check
          CHECK (undecided_status IN ('unresolved', 'multiple_candidates', 'not_found', 'invalid'));

      CREATE TABLE source_decisions (
        -- Ascends with time within a source, because decisions are made while the source is locked.
        decision_id uuid PRIMARY KEY DEFAULT uuidv7(),
        source_id uuid NOT NULL REFERENCES sources ON DELETE CASCADE,
        source_row_id uuid NOT NULL,
        -- The same for all rows that one call decided.
        batch_id uuid NOT NULL,
        made_by text NOT NULL CHECK (made_by IN ('select', 'decisions', 'choices', 'accept')),
        action text NOT NULL
          CHECK (action IN ('choose', 'none_of_these', 'not_a_company', 'reopen', 'take_back')),
        -- The API key that was used. NULL if the call had none.
        key_id uuid REFERENCES api_keys,
        why text CHECK (why <> '' AND length(why) <= 500),
        before_status text NOT NULL,
        before_company_id company_id,
        before_decision text,
        after_status text NOT NULL,
        after_company_id company_id,
        after_decision text,
        charged boolean NOT NULL,
        -- The name for which the choice was remembered. NULL if it was not.
        name_key bytea CHECK (octet_length(name_key) = 32),
        decided_at timestamptz NOT NULL,
        CONSTRAINT remembered_means_chosen CHECK (name_key IS NULL OR action = 'choose'),
        CONSTRAINT charged_means_chosen CHECK (NOT charged OR action = 'choose')
      );
      CREATE INDEX source_decisions_of_source ON source_decisions (source_id, decision_id);
      CREATE INDEX source_decisions_of_row ON source_decisions (source_id, source_row_id, decision_id);

      -- The history is only written and read. It ends with its source.
      CREATE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the history of a source does not change'
          USING ERRCODE = 'check_violation', CONSTRAINT = 'source_decisions_append_only';
      END $$;
      CREATE FUNCTION refuse_history_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM gone JOIN sources USING (source_id)) THEN
          RAISE EXCEPTION 'the history of a source does not change'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'source_decisions_append_only';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER source_decisions_unchanged BEFORE UPDATE ON source_decisions FOR EACH ROW
        EXECUTE FUNCTION refuse_history_change();
      CREATE TRIGGER source_decisions_kept AFTER DELETE ON source_decisions
        REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_history_deletion();

      ALTER TABLE source_choices
        ADD choice_id uuid NOT NULL DEFAULT uuidv7(),
        -- Whether it settles later rows with this name by itself.
        ADD always boolean NOT NULL DEFAULT false,
        -- As written in the row. NULL for choices made before names were kept.
        ADD name text CHECK (length(name) <= 1000),
        ADD note text CHECK (note <> '' AND length(note) <= 500),
        -- The decision that it comes from. NULL if a person edited it, or if it was made before these were kept.
        ADD batch_id uuid,
        ADD key_id uuid REFERENCES api_keys,
        ADD source_id uuid REFERENCES sources ON DELETE SET NULL,
        ADD source_row_id uuid;
      CREATE UNIQUE INDEX source_choices_of_account ON source_choices (account_id, choice_id);
      CREATE UNIQUE INDEX source_choices_one_always ON source_choices (account_id, name_key) WHERE always;
      CREATE INDEX source_choices_of_source ON source_choices (source_id) WHERE source_id IS NOT NULL;
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP INDEX source_choices_of_account, source_choices_one_always, source_choices_of_source;
      ALTER TABLE source_choices
        DROP COLUMN choice_id, DROP COLUMN always, DROP COLUMN name, DROP COLUMN note, DROP COLUMN batch_id,
        DROP COLUMN key_id, DROP COLUMN source_id, DROP COLUMN source_row_id;
      DROP TABLE source_decisions;
      DROP FUNCTION refuse_history_change, refuse_history_deletion;
      -- Deciding on a row that was not resolved yet is new, and undoing it needs another state.
      ALTER TABLE source_rows DISABLE TRIGGER source_row_transition;
      UPDATE source_rows SET undecided_status = 'not_found' WHERE undecided_status = 'unresolved';
      ALTER TABLE source_rows ENABLE TRIGGER source_row_transition;
      ALTER TABLE source_rows
        DROP COLUMN undecided_reason,
        DROP CONSTRAINT source_rows_undecided_status_check,
        ADD CONSTRAINT source_rows_undecided_status_check
          CHECK (undecided_status IN ('multiple_candidates', 'not_found', 'invalid'));
    `);
  },
};
