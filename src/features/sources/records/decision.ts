import { hash } from 'node:crypto';
import { prices } from '../../../contract/credits/prices.ts';
import type {
  Decision,
  DecisionAction,
  DecisionMaker,
  RowMark,
  SeenRow,
} from '../../../contract/sources/decisions.ts';
import type { SourceCandidate } from '../../../contract/sources/source-row.ts';
import type { RowStatus } from '../../../contract/sources/sources.ts';
import { toExactKey } from '../../../text/names/names.ts';
import type { SourceRecord, SourceRowRecord, StateCounts } from './source-record.ts';

/** Decisions on their way into the database. */

/** The rows for which a decision holds. */
export type ApplyTo = Decision['applyTo'];

/** Actions that rows with the same name can contradict. The others only undo or change no state. */
export const judgedActions = ['choose', 'none_of_these', 'not_a_company'] as const satisfies DecisionAction[];

/** A row as a decision needs to know it. */
export interface NamedRow
  extends Pick<
    SourceRowRecord,
    'source_row_id' | 'row_number' | 'resolve_status' | 'decision' | 'company_id'
  > {
  /** The current id of the row's company. */
  readonly canonical_id: string | null;
  /** Equal for rows that say the same in the cells of the mapping; null before the row is resolved. */
  readonly same_key: string | null;
  /** Equal for rows with the same name; null without one. */
  readonly same_name_key: string | null;
  readonly skipped: boolean;
  /** The mapping with which the row was last resolved. */
  readonly mapping_version: number;
  /** The cell with the name; null without one. */
  readonly name: string | null;
}

/** A decision that fits the state of its row. */
export interface CheckedDecision {
  /** Its place among the decisions of the call. */
  readonly place: number;
  readonly row_id: string;
  readonly action: DecisionAction;
  readonly company_id: string | null;
  /** The company as a candidate, for rows that do not have it among theirs. */
  readonly candidate: SourceCandidate | null;
  /** Whether the row itself changes; not if it already is as decided. */
  readonly own: boolean;
  /** The rows for which it holds, too. */
  readonly apply_to: ApplyTo;
  readonly why: string | null;
  /** The name for which the choice is remembered, in hexadecimal digits; for `reopen`, the name of the row. */
  readonly name_key: string | null;
}

/**
 * In the place of a company for choices that mark rows: it has the form of an id, so that the key of the table stays as it is, and
 * processes of the former version find no such company. Its check digit is wrong.
 */
export const noCompanyId = 'cn_0000000000000';

/** A choice that a person writes, without a decision about a row. */
export interface WrittenChoice {
  /** In hexadecimal digits. */
  readonly name_key: string;
  /** Null if the choice is there already, and its name was not kept. */
  readonly name: string | null;
  /** Under its current id; `noCompanyId` for a mark. */
  readonly company_id: string;
  readonly mark: RowMark | null;
  readonly always: boolean;
  readonly enabled: boolean;
  readonly note: string | null;
}

/** A company, or a mark, to be remembered for a name. */
export interface ChoiceToRemember {
  readonly name_key: string;
  readonly company_id: string;
  /** With `noCompanyId`. */
  readonly mark?: RowMark;
  readonly name: string;
  readonly always: boolean;
  readonly source_row_id: string;
}

/** The call that decides. */
export interface DecisionBatch {
  readonly batchId: string;
  readonly madeBy: DecisionMaker;
  readonly keyId: string | null;
  /** With microseconds, as Postgres writes it. */
  readonly decidedAt: string;
}

/** A decision about one row, as it was made. */
export interface DecisionRecord extends Pick<SourceRowRecord, 'source_row_id' | 'row_number' | 'file_row'> {
  /** As the row has it under its mapping; null without a name. */
  readonly row_name: string | null;
  readonly decision_id: string;
  readonly batch_id: string;
  readonly decided_at: Date;
  readonly made_by: DecisionBatch['madeBy'];
  readonly action: DecisionAction;
  readonly key_id: string | null;
  readonly key_label: string | null;
  readonly why: string | null;
  readonly before_status: SourceRowRecord['resolve_status'];
  readonly before_decision: SourceRowRecord['decision'];
  readonly before_company_id: string | null;
  readonly after_status: SourceRowRecord['resolve_status'];
  readonly after_decision: SourceRowRecord['decision'];
  readonly after_company_id: string | null;
  readonly charged: boolean;
  /** The row of an earlier table from which the decision was taken over; null for all others. */
  readonly earlier_row_id: string | null;
  /** What the row showed; null for decisions made before this was kept. */
  readonly seen: SeenRow | null;
}

/** The last decision about a row. */
export type LastDecision = Pick<
  DecisionRecord,
  | 'source_row_id'
  | 'batch_id'
  | 'decided_at'
  | 'action'
  | 'key_id'
  | 'key_label'
  | 'after_status'
  | 'after_company_id'
  | 'after_decision'
>;

/** The key under which an account's choices for a name are stored. */
export function choiceKey(name: string, exact = toExactKey(name)): Buffer {
  return hash('sha256', exact, 'buffer');
}

/** A choice that settles rows, or did. */
export interface SettlingChoice {
  /** In hexadecimal digits. */
  readonly name_key: string;
  readonly company_id: string;
}

/** Rows that one decision moved from one state to another. */
export interface DecidedRows {
  readonly place: number;
  readonly before_status: RowStatus;
  readonly after_status: RowStatus;
  readonly rows: number;
  readonly charged: number;
  /** How many more of them people have marked as nobody or as not a company; negative if fewer. */
  readonly dismissed: number;
  /** The choices that the statement forgot and that `hasSettled`. */
  readonly forgotten: readonly SettlingChoice[];
}

/**
 * The id by which a call can be undone.
 * @returns null if there is nothing to undo, or if nothing was saved
 */
export function shownBatch(
  { batchId }: Pick<DecisionBatch, 'batchId'>,
  changes: readonly DecidedRows[],
  dryRun: boolean | undefined,
): string | null {
  if (dryRun || changes.length === 0) return null;
  return batchId;
}

export function creditsOf(changes: readonly DecidedRows[]): number {
  return changes.reduce((sum, { charged }) => sum + charged * prices.matchedRow.credits, 0);
}

export function rowsOf(changes: readonly DecidedRows[]): number {
  return changes.reduce((sum, { rows }) => sum + rows, 0);
}

/** The rows that choices settled which a call changed or forgot. */
export function settledRowsOf(
  accountId: string,
  replaced: readonly SettlingChoice[],
  changes: readonly DecidedRows[],
) {
  const choices = [...replaced, ...changes.flatMap(({ forgotten }) => forgotten)];
  return {
    accountId,
    nameKeys: [...new Set(choices.map(({ name_key }) => name_key))],
    companyIds: [...new Set(choices.map(({ company_id }) => company_id))],
  };
}

/** Rows of a source by state, and those among them that people dismissed. */
export type DecidedCounts = StateCounts & Pick<SourceRecord, 'dismissed'>;

/** How many rows more or less each count of the source has. */
export function countChanges(changes: readonly DecidedRows[]): Partial<DecidedCounts> {
  const counts: { -readonly [Count in keyof DecidedCounts]?: number } = {};
  for (const { before_status, after_status, rows, dismissed } of changes) {
    counts[before_status] = (counts[before_status] ?? 0) - rows;
    counts[after_status] = (counts[after_status] ?? 0) + rows;
    counts.dismissed = (counts.dismissed ?? 0) + dismissed;
  }
  return counts;
}
