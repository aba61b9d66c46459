import type { Migration } from '../migration.ts';

/**
 * All companies that people took back for a row, not only the last one, and how many rows of a source people dismissed
 * (docs/decisions/0027-sources.md).
 */
export const rejectedCompanies: Migration = {
  name: '0025_rejected_companies',

  async up(knex) {
    await knex.raw(`
      ALTER TABLE sources
        -- The rows among \`not_found\` that a person marked as none_of_these or not_a_company.
        ADD dismissed integer NOT NULL DEFAULT 0 CHECK (dismissed >= 0 AND dismissed <= not_found);
      UPDATE sources s SET dismissed = r.rows
        FROM (SELECT source_id, count(*) AS rows FROM source_rows
          WHERE decision IN ('none_of_these', 'not_a_company') GROUP BY source_id) AS r
        WHERE r.source_id = s.source_id;

      ALTER TABLE source_rows
        -- Companies that people took back, the latest last. Resolving settles the row on none of them.
        ADD rejected_company_ids company_id[] NOT NULL DEFAULT '{}';
      -- Only one was kept so far. The history has the others: companies taken back and not chosen again since.
      ALTER TABLE source_rows DISABLE TRIGGER source_row_transition;
      UPDATE source_rows r SET rejected_company_ids = known.ids
        FROM (SELECT source_row_id, array_agg(company ORDER BY decision_id NULLS FIRST) AS ids FROM (
            SELECT DISTINCT ON (source_row_id, company) source_row_id, company, action, decision_id FROM (
              SELECT source_row_id, decision_id, action,
                CASE action WHEN 'reopen' THEN before_company_id ELSE after_company_id END AS company
              FROM source_decisions WHERE action IN ('reopen', 'choose')
              UNION ALL SELECT source_row_id, NULL, 'reopen', rejected_company_id FROM source_rows
              WHERE rejected_company_id IS NOT NULL) AS decided
            ORDER BY source_row_id, company, decision_id DESC NULLS LAST) AS last
          WHERE action = 'reopen' GROUP BY source_row_id) AS known
        WHERE r.source_row_id = known.source_row_id;
      ALTER TABLE source_rows ENABLE TRIGGER source_row_transition;
      ALTER TABLE source_rows DROP COLUMN rejected_company_id;
    `);
  },

  async down(knex) {
    await knex.raw(`
      ALTER TABLE source_rows ADD rejected_company_id company_id;
      ALTER TABLE source_rows DISABLE TRIGGER source_row_transition;
      UPDATE source_rows SET rejected_company_id = rejected_company_ids[cardinality(rejected_company_ids)]
        WHERE rejected_company_ids <> '{}';
      ALTER TABLE source_rows ENABLE TRIGGER source_row_transition;
      ALTER TABLE source_rows DROP COLUMN rejected_company_ids;
      ALTER TABLE sources DROP COLUMN dismissed;
    `);
  },
};
