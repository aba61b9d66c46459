import type { Transaction } from '../../../database/transaction.ts';
import type { DecidedRows, DecisionBatch } from '../records/decision.ts';
import { hasDecided, isLastOfRow } from '../records/decision-history-store.ts';
import { decisionsOf, ownSource } from '../records/row-conditions.ts';
import type { SourceScope } from '../records/source-record.ts';
import { writeDecisions } from './decisions-store.ts';

/** The rows about which a call decided. */
const ofCall = `source_decisions d WHERE d.source_id = ${ownSource} AND d.batch_id = CAST(:undone AS uuid)`;

/** Those among them that were not decided again since, with the place of what undoes the decision. */
const stillOfCall = `
  SELECT CASE d.action WHEN 'choose' THEN 0 ELSE 1 END AS place, d.source_row_id, CAST(NULL AS text) AS company_id,
    CAST(NULL AS uuid) AS shown_row
  FROM ${ofCall} AND ${hasDecided} AND ${isLastOfRow}`;

/** Whether a decision `d` was undone since, and the row not decided again. */
const isUndone = `(SELECT later.action IN ('reopen', 'take_back') FROM ${decisionsOf('d.source_row_id')} later
    WHERE later.decision_id > d.decision_id ORDER BY later.decision_id DESC LIMIT 1)`;

/** Rows about which a call decided. */
interface CallCounts {
  readonly decided: number;
  /** Those of `decided` that are undone already. */
  readonly undone: number;
  /** Rows that the call itself reopened or took back. */
  readonly undid: number;
}

/** Undoes decisions about the rows of a source, which must be locked. */
export class DecisionUndoStore {
  async countCall(
    { accountId, sourceId }: SourceScope,
    batchId: string,
    transaction: Transaction,
  ): Promise<CallCounts> {
    const { rows } = await transaction.raw<{ rows: CallCounts[] }>(
      `SELECT (count(*) FILTER (WHERE ${hasDecided}))::int AS decided,
         (count(*) FILTER (WHERE ${hasDecided} AND ${isUndone}))::int AS undone,
         (count(*) FILTER (WHERE NOT ${hasDecided}))::int AS undid FROM ${ofCall}`,
      { accountId, sourceId, undone: batchId },
    );
    return rows[0] ?? { decided: 0, undone: 0, undid: 0 };
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
