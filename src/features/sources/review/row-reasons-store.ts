import type { Knex } from 'knex';
import type { RowMark } from '../../../contract/sources/decisions.ts';
import type { RowStatus } from '../../../contract/sources/sources.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { StoredCandidate, StoredSuggestion } from '../../row-matching/stored-candidates.ts';
import { writeDecisions } from '../decisions/decisions-store.ts';
import type { DecidedRows, DecisionBatch } from '../records/decision.ts';
import { isUndecided, ownSource, rejectedIds } from '../records/row-conditions.ts';
import type { SourceRowRecord, SourceScope } from '../records/source-record.ts';

/** The first candidate of a row, or without one the first suggestion. */
const first = `coalesce(r.candidates -> 0, r.suggestions -> 0)`;

/** Rows whose first company no person took back, and that was found with the current mapping. */
const isCurrent = `(r.mapping_version = (SELECT mapping_version FROM sources WHERE source_id = :sourceId)
  AND CAST(${first} ->> 'company_id' AS text) <> ALL (${rejectedIds}))`;

/** Those of them whose first company can be accepted unseen (`acceptable-rows.ts`). */
const isAcceptable = `((${isCurrent} AND ${first} -> 'acceptable' = 'true') IS TRUE)`;

/** Those of which a sample shows the company: also those with one candidate that must be looked at. */
const isSingle = `((${isAcceptable} OR ${isCurrent} AND jsonb_array_length(r.candidates) = 1) IS TRUE)`;

/** What is decided about all open rows with a reason. */
export interface DecidedReason {
  readonly reason: string;
  readonly status: RowStatus;
  readonly action: 'choose' | RowMark;
}

/** How many rows are open for a reason. */
export interface ReasonCounts {
  /** Null for rows resolved before reasons were kept. */
  readonly reason: string | null;
  readonly resolve_status: RowStatus;
  readonly rows: number;
  /** Those that can be accepted at once. */
  readonly acceptable: number;
  /** Those of `acceptable` that were never charged. */
  readonly unpaid: number;
}

export interface ReasonSample
  extends Pick<ReasonCounts, 'reason' | 'resolve_status'>,
    Pick<SourceRowRecord, 'source_row_id' | 'row_number' | 'cells'> {
  /** The company that can be accepted, or the only candidate. */
  readonly company: StoredCandidate | StoredSuggestion | null;
}

function rowsToDecide(action: DecidedReason['action']): string {
  const company = action === 'choose' ? `CAST(${first} ->> 'company_id' AS text)` : 'CAST(NULL AS text)';
  return `SELECT 0 AS place, r.source_row_id, ${company} AS company_id, r.source_row_id AS shown_row
    FROM source_rows r WHERE r.source_id = ${ownSource} AND r.reason = :reason AND r.resolve_status = :status
      AND ${isUndecided}${action === 'choose' ? ` AND ${isAcceptable}` : ''}`;
}

/** The rows of a source by the reason for which they are open. */
export class RowReasonsStore {
  constructor(private readonly knex: Knex) {}

  /** Settles the rows with a reason that can be accepted on their company, or marks all of them. */
  async decide(
    scope: SourceScope,
    batch: DecisionBatch,
    { why, ...decided }: DecidedReason & { readonly why: string | null },
    transaction: Transaction,
  ): Promise<DecidedRows[]> {
    const { action, reason, status } = decided;
    const decisions = [{ place: 0, action, why }];
    const written = { decisions, targets: rowsToDecide(action), bindings: { reason, status } };
    return writeDecisions(scope, batch, written, transaction);
  }

  /** The cells with the names of the rows that such a decision is about, with the company of each. @param nameAt place of the column */
  async names(
    { accountId, sourceId }: SourceScope,
    { action, reason, status }: DecidedReason,
    nameAt: number,
    transaction: Transaction,
  ): Promise<{ source_row_id: string; company_id: string | null; name: string | null }[]> {
    const { rows } = await transaction.raw<{
      rows: { source_row_id: string; company_id: string | null; name: string | null }[];
    }>(
      `SELECT t.source_row_id, t.company_id, n.cells[CAST(:nameAt AS integer)] AS name
       FROM (${rowsToDecide(action)}) t JOIN source_rows n ON n.source_id = :sourceId AND n.source_row_id = t.source_row_id
       ORDER BY t.source_row_id`,
      { accountId, sourceId, reason, status, nameAt: nameAt + 1 },
    );
    return rows;
  }

  /** The reasons of open rows that no person decided: first those of which most can be accepted, then those with the most rows. */
  async count({ accountId, sourceId }: SourceScope, transaction?: Transaction): Promise<ReasonCounts[]> {
    const { rows } = await (transaction ?? this.knex).raw<{ rows: ReasonCounts[] }>(
      `SELECT reason, resolve_status, count(*)::int AS rows, (count(*) FILTER (WHERE acceptable))::int AS acceptable,
         (count(*) FILTER (WHERE acceptable AND NOT paid))::int AS unpaid
       FROM (SELECT r.reason, r.resolve_status, r.paid, ${isAcceptable} AS acceptable FROM source_rows r
         WHERE r.source_id = ${ownSource} AND r.resolve_status <> 'unresolved' AND ${isUndecided}) AS open
       GROUP BY reason, resolve_status ORDER BY acceptable DESC, rows DESC, reason, resolve_status`,
      { accountId, sourceId },
    );
    return rows;
  }

  /** The first rows of each reason: those that can be accepted, and of them different names before a name again. */
  async sample({ accountId, sourceId }: SourceScope, perReason: number): Promise<ReasonSample[]> {
    const { rows } = await this.knex.raw<{ rows: ReasonSample[] }>(
      `SELECT r.source_row_id, r.row_number, r.reason, r.resolve_status, r.cells,
         CASE WHEN single THEN ${first} END AS company
       FROM (SELECT source_row_id, single, row_number() OVER (PARTITION BY reason, resolve_status
             ORDER BY acceptable DESC, single DESC, turn, source_row_id) AS place
           FROM (SELECT r.source_row_id, r.reason, r.resolve_status, ${isAcceptable} AS acceptable, ${isSingle} AS single,
               row_number() OVER (PARTITION BY r.reason, r.resolve_status, ${isAcceptable}, ${isSingle},
                 coalesce(r.same_name_key, r.same_key, uuid_send(r.source_row_id)) ORDER BY r.source_row_id) AS turn
             FROM source_rows r
             WHERE r.source_id = ${ownSource} AND r.resolve_status <> 'unresolved' AND ${isUndecided}) AS open) AS ranked
         JOIN source_rows r ON r.source_id = ${ownSource} AND r.source_row_id = ranked.source_row_id
       WHERE place <= :perReason ORDER BY place`,
      { accountId, sourceId, perReason },
    );
    return rows;
  }
}
