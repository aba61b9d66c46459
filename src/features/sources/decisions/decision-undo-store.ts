import type { Transaction } from '../../../database/transaction.ts';
import type { DecidedRows, DecisionBatch } from '../records/decision.ts';
import { ownSource } from '../records/row-conditions.ts';
import type { SourceScope } from '../records/source-record.ts';
import { writeDecisions } from './decisions-store.ts';

/** The rows about which a call decided. */
const ofCall = `source_decisions d WHERE d.source_id = ${ownSource} AND d.batch_id = CAST(:undone AS uuid)`;
const hasDecided = `d.action IN ('choose', 'none_of_these', 'not_a_company', 'skip')`;

/** Those among them that were not decided again since, with the place of what undoes the decision. */
const stillOfCall = `
  SELECT CASE d.action WHEN 'choose' THEN 0 ELSE 1 END AS place, d.source_row_id, CAST(NULL AS text) AS company_id,
    CAST(NULL AS uuid) AS shown_row
  FROM ${ofCall} AND ${hasDecided} AND NOT EXISTS (SELECT FROM source_decisions later
    WHERE later.source_id = d.source_id AND later.source_row_id = d.source_row_id
      AND later.decision_id > d.decision_id)
    -- Resolving ends a skip.
    AND (d.action <> 'skip' OR EXISTS (SELECT FROM source_rows r
      WHERE r.source_id = d.source_id AND r.source_row_id = d.source_row_id AND r.skipped_at IS NOT NULL))`;

/** Undoes decisions about the rows of a source, which must be locked. */
export class DecisionUndoStore {
  /** How many rows a call has decided, and how many it has reopened or taken back. */
  async countCall(
    { accountId, sourceId }: SourceScope,
    batchId: string,
    transaction: Transaction,
  ): Promise<{ decided: number; undid: number }> {
    const { rows } = await transaction.raw<{ rows: { decided: number; undid: number }[] }>(
      `SELECT (count(*) FILTER (WHERE ${hasDecided}))::int AS decided,
         (count(*) FILTER (WHERE NOT ${hasDecided}))::int AS undid FROM ${ofCall}`,
      { accountId, sourceId, undone: batchId },
    );
    return rows[0] ?? { decided: 0, undid: 0 };
  }

  /** Undoes what a call decided about rows that were not decided again since. */
  async undo(
    scope: SourceScope,
    batch: DecisionBatch,
    undone: string,
    why: string | null,
    transaction: Transaction,
  ): Promise<DecidedRows[]> {
    const decisions = [
      { place: 0, action: 'reopen', why },
      { place: 1, action: 'take_back', why },
    ] as const;
    return writeDecisions(
      scope,
      batch,
      { decisions, targets: stillOfCall, bindings: { undone } },
      transaction,
    );
  }
}
