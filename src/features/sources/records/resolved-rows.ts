import { prices } from '../../../contract/credits/prices.ts';
import type { RowIssue } from '../../../contract/sources/source-row.ts';
import type { RowDecision, RowStatus } from '../../../contract/sources/sources.ts';
import type { RowOutcome } from '../../row-matching/settling/explain-row.ts';
import type { SourceRowRecord } from './source-record.ts';

/** What resolving finds for a row. */
export interface SourceOutcome extends RowOutcome {
  /** If a remembered choice marks the row, or the decision of an earlier table holds: how, and what it would be otherwise. */
  readonly marked: {
    readonly mark: RowDecision;
    readonly ofEarlierTable: boolean;
    readonly undecided_status: RowStatus;
    readonly undecided_reason: string;
  } | null;
}

export interface MatchedRow {
  /** The same object for all rows of the run with the same question. */
  readonly outcome: SourceOutcome;
  readonly issues: readonly RowIssue[];
  /** Equal for rows that say the same in their mapped cells; 32 hexadecimal digits. */
  readonly sameKey: string;
  /** Equal for rows with the same name; as many digits. Null without a name. */
  readonly sameNameKey: string | null;
  /** The company of the remembered choice that settled the row, as it is stored; null if none did. */
  readonly choice: string | null;
  /** The row of an earlier table whose decision holds; null without one. */
  readonly earlierRow: string | null;
}

/** A row for which the decision about a row of an earlier table holds. */
export interface TakenOverRow {
  readonly source_row_id: string;
  readonly earlier_row_id: string;
}

export type OutcomeStatus = Exclude<RowStatus, 'unresolved'>;
/** Rows by the state that they got. */
type OutcomeCounts = Record<OutcomeStatus, number>;

/** Short enough that sending it does not block other requests. */
const maxPieceLength = 512 * 1024;

/** Joins rows of JSON to JSON arrays, which Postgres reads one by one. */
export function* joinInPieces(rows: readonly string[]): Generator<string> {
  let piece: string[] = [];
  let length = 0;
  for (const row of rows) {
    piece.push(row);
    length += row.length;
    if (length < maxPieceLength) continue;
    yield `[${piece.join(',')}]`;
    piece = [];
    length = 0;
  }
  if (piece.length > 0) yield `[${piece.join(',')}]`;
}

/** Outcomes of rows in the form in which they are written, with what they cost. */
export class ResolvedRows {
  /** Each row as JSON. */
  readonly outcomes: string[] = [];
  /** Rows with the same outcome as a row of `outcomes`, each as JSON. */
  readonly repeated: string[] = [];
  /** The rows of `outcomes` that others repeat. */
  readonly copied = new Set<string>();
  readonly #firstRows = new Map<SourceOutcome, string>();
  /** The remembered choices that settled rows: `sameNameKey`, a blank, and the company. */
  readonly choices = new Set<string>();
  readonly takenOver: TakenOverRow[] = [];
  readonly counts: OutcomeCounts = { matched: 0, multiple_candidates: 0, not_found: 0, invalid: 0 };
  /** Credits for newly matched rows that were not paid before. */
  cost = 0;

  get rowCount(): number {
    const { matched, multiple_candidates, not_found, invalid } = this.counts;
    return matched + multiple_candidates + not_found + invalid;
  }

  add(row: SourceRowRecord, { outcome, issues, sameKey, sameNameKey, choice, earlierRow }: MatchedRow): void {
    const { source_row_id } = row;
    const { status: resolve_status, candidates, suggestions } = outcome;
    const charged = resolve_status === 'matched' && !row.paid && !outcome.free;
    this.counts[resolve_status] += 1;
    if (charged) this.cost += prices.matchedRow.credits;
    if (choice !== null && sameNameKey !== null) this.choices.add(`${sameNameKey} ${choice}`);
    if (earlierRow !== null) this.takenOver.push({ source_row_id, earlier_row_id: earlierRow });
    const earlier = earlierRow !== null;
    const like = this.#firstRows.get(outcome);
    if (like !== undefined) {
      this.copied.add(like);
      this.repeated.push(JSON.stringify({ source_row_id, like_row_id: like, issues, charged, earlier }));
      return;
    }
    // An outcome without companies is as short as a reference to another row.
    if (candidates.length + suggestions.length > 0) this.#firstRows.set(outcome, source_row_id);
    const written = {
      source_row_id,
      resolve_status,
      company_id: outcome.companyId,
      candidates,
      suggestions,
      issues,
      reason: outcome.reason,
      assurance: outcome.assurance,
      written: outcome.written,
      charged,
      earlier,
      same_key: sameKey,
      same_name_key: sameNameKey,
      ...outcome.marked,
    };
    this.outcomes.push(JSON.stringify(written));
  }
}
