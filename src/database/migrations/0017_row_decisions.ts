import type { Migration } from '../migration.ts';

/**
 * Files as people keep them, and decisions that can be undone (docs/decisions/0027-sources.md). A settled row now
 * changes only by a person's decision, an open one also when its source was mapped again, and no row is paid twice.
 */
export const rowDecisions: Migration = {
  name: '0017_row_decisions',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE sources
        -- Grows with every mapping. Open rows that were resolved with an older one are resolved again.
        ADD mapping_version integer NOT NULL DEFAULT 0 CHECK (mapping_version >= 0),
        -- How the file was read, with the lines around its table. NULL for an import of rows.
        ADD reading json CHECK (json_typeof(reading) = 'object');

      DROP TRIGGER source_row_transition ON source_rows;
      ALTER TABLE source_rows
        -- The line of the row in its file, as a spreadsheet numbers it.
        ADD file_row integer CHECK (file_row > 0),
        -- The mapping with which the row was last resolved.
        ADD mapping_version integer NOT NULL DEFAULT 0,
        -- Whether the row was charged. It is never charged again.
        ADD paid boolean NOT NULL DEFAULT false,
        -- Why the row is in its state, as a code.
        ADD reason text CHECK (length(reason) <= 100),
        -- Rows of a source with the same digest say the same in their mapped cells.
        ADD same_key bytea CHECK (octet_length(same_key) = 16),
        -- A person's decision in force.
        ADD decision text CHECK (decision IN ('chosen', 'none_of_these', 'not_a_company')),
        ADD decided_at timestamptz,
        -- The state to which undoing the decision returns.
        ADD undecided_status text CHECK (undecided_status IN ('multiple_candidates', 'not_found', 'invalid')),
        -- The company that a person took back. Resolving does not settle the row on it again.
        ADD rejected_company_id company_id,
        DROP CONSTRAINT matched_means_a_company,
        DROP CONSTRAINT candidates_where_there_are_some,
        DROP CONSTRAINT source_rows_settled_by_check;
      UPDATE source_rows SET paid = true, decision = CASE settled_by WHEN 'select' THEN 'chosen' END,
          undecided_status = CASE settled_by WHEN 'select' THEN 'multiple_candidates' END
        WHERE resolve_status = 'matched';
      ALTER TABLE source_rows
        ADD CONSTRAINT source_rows_settled_by_check CHECK (settled_by IN ('resolve', 'select', 'person')),
        ADD CONSTRAINT matched_means_a_company CHECK (
          (resolve_status = 'matched') = (company_id IS NOT NULL) AND (company_id IS NULL) = (settled_by IS NULL)),
        ADD CONSTRAINT candidates_where_there_are_some CHECK (CASE resolve_status
          WHEN 'matched' THEN candidates <> '[]'
          WHEN 'multiple_candidates' THEN candidates <> '[]'
          WHEN 'not_found' THEN candidates = '[]' OR decision IS NOT NULL
          WHEN 'unresolved' THEN candidates = '[]'
          ELSE true END),
        ADD CONSTRAINT decisions_fit_the_state CHECK (CASE decision
          WHEN 'chosen' THEN resolve_status = 'matched'
          WHEN 'none_of_these' THEN resolve_status = 'not_found'
          WHEN 'not_a_company' THEN resolve_status = 'not_found'
          ELSE true END),
        ADD CONSTRAINT decisions_can_be_undone CHECK ((decision IS NULL) = (undecided_status IS NULL));
      CREATE INDEX source_rows_same ON source_rows (source_id, same_key) WHERE same_key IS NOT NULL;

      -- A settled or decided row changes only by a person's decision. A row with several candidates, or an invalid
      -- one, changes by a decision, or when it is resolved with a newer mapping. What was paid stays paid.
      CREATE TRIGGER source_row_transition BEFORE UPDATE ON source_rows FOR EACH ROW
        WHEN ((OLD.paid AND NOT NEW.paid)
          OR (NEW.decided_at IS NOT DISTINCT FROM OLD.decided_at AND (
            OLD.resolve_status = 'matched' OR OLD.decision IS NOT NULL
            OR (OLD.resolve_status IN ('multiple_candidates', 'invalid')
              AND NEW.mapping_version <= OLD.mapping_version))))
        EXECUTE FUNCTION refuse_row_transition();
    `);
  },

  async down(knex) {
    await knex.raw(`
      DROP TRIGGER source_row_transition ON source_rows;
      DROP INDEX source_rows_same;
      -- The previous build knows no row that was marked as nobody, or settled by hand on another company.
      UPDATE source_rows SET candidates = '[]' WHERE resolve_status IN ('not_found', 'invalid');
      UPDATE source_rows SET settled_by = 'select' WHERE settled_by = 'person';
      ALTER TABLE source_rows
        DROP CONSTRAINT matched_means_a_company,
        DROP CONSTRAINT candidates_where_there_are_some,
        DROP CONSTRAINT source_rows_settled_by_check,
        DROP COLUMN file_row, DROP COLUMN mapping_version, DROP COLUMN paid, DROP COLUMN reason, DROP COLUMN same_key,
        DROP COLUMN decision, DROP COLUMN decided_at, DROP COLUMN undecided_status, DROP COLUMN rejected_company_id;
      ALTER TABLE source_rows
        ADD CONSTRAINT source_rows_settled_by_check CHECK (settled_by IN ('resolve', 'select')),
        ADD CONSTRAINT matched_means_a_company CHECK (
          (resolve_status = 'matched') = (company_id IS NOT NULL) AND (company_id IS NULL) = (settled_by IS NULL)),
        ADD CONSTRAINT candidates_where_there_are_some CHECK (
          (resolve_status IN ('matched', 'multiple_candidates')) = (candidates <> '[]'));
      CREATE TRIGGER source_row_transition BEFORE UPDATE ON source_rows FOR EACH ROW
        WHEN (OLD.resolve_status IN ('matched', 'invalid') OR (OLD.resolve_status = 'multiple_candidates'
          AND (NEW.resolve_status, NEW.settled_by) IS DISTINCT FROM ('matched', 'select')))
        EXECUTE FUNCTION refuse_row_transition();
      ALTER TABLE sources DROP COLUMN mapping_version, DROP COLUMN reading;
    `);
  },
};
