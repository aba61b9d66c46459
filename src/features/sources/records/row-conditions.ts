/** What statements about the rows `r` of a source say in the same words. */

/** The source of a scope, if it is the account's own. */
export const ownSource =
  '(SELECT source_id FROM sources WHERE account_id = :accountId AND source_id = :sourceId)';

/**
 * The decisions about one row, as a table. By its id alone, which no other source has, and not mixed with other conditions: for a
 * source that was imported just now, the planner takes any index that begins with the source, and reads all of its decisions for
 * each row.
 */
export function decisionsOf(rowId: string): string {
  return `(SELECT * FROM source_decisions WHERE source_row_id = ${rowId} OFFSET 0)`;
}

/** The companies that people took back for a row, under their current ids. */
export const rejectedIds = `CASE WHEN r.rejected_company_ids = '{}' THEN CAST('{}' AS text[])
  ELSE ARRAY(SELECT CAST(coalesce(a.company_id, x) AS text) FROM unnest(r.rejected_company_ids) AS x
    LEFT JOIN company_aliases a ON a.alias_id = x) END`;

/** Rows that a decision about rows that say the same, or with the same reason, may change. */
export const isUndecided = `r.resolve_status <> 'matched' AND r.decision IS NULL`;

/** Rows that a remembered choice marks, without a person who looked at them. */
export const isMarkedByChoice = `(r.reason = 'remembered' AND r.decision IS NOT NULL)`;

/** Between the cells of a row in one text: a character that no text uses. */
export const cellMark = '\ufdd0';
