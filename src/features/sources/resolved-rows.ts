import type { RowStatus } from '../../contract/sources/sources.ts';
import type { MatchedRow, RowOutcome } from './row-state.ts';
import type { SourceRowRecord } from './source-record.ts';

export type OutcomeStatus = Exclude<RowStatus, 'unresolved'>;
/** Rows by the state that they got. */
type OutcomeCounts = Record<OutcomeStatus, number>;

/** Outcomes of rows in the form in which they are written, with what they cost. */
export class ResolvedRows {
  readonly #outcomes = new JsonPieces();
  /** Rows with the same outcome as a row in `#outcomes`. */
  readonly #repeated = new JsonPieces();
  readonly #firstRows = new Map<RowOutcome, string>();
  readonly #likeRows = new Set<string>();
  readonly counts: OutcomeCounts = { matched: 0, multiple_candidates: 0, not_found: 0, invalid: 0 };
  /** Credits for newly matched rows that were not paid before. */
  cost = 0;

  get rowCount(): number {
    const { matched, multiple_candidates, not_found, invalid } = this.counts;
    return matched + multiple_candidates + not_found + invalid;
  }

  add(row: SourceRowRecord, { outcome, issues, sameKey, sameNameKey }: MatchedRow): void {
    const { source_row_id } = row;
    const { status: resolve_status, companyId: company_id, issues: _, free, ...found } = outcome;
    const charged = resolve_status === 'matched' && !row.paid && !free;
    this.counts[resolve_status] += 1;
    if (charged) this.cost += 1;
    const like = this.#firstRows.get(outcome);
    if (like !== undefined) {
      this.#likeRows.add(like);
      this.#repeated.add({ source_row_id, like_row_id: like, issues, charged });
      return;
    }
    // An outcome without companies is as short as a reference to another row.
    if (found.candidates.length + found.suggestions.length > 0) this.#firstRows.set(outcome, source_row_id);
    const result = { source_row_id, resolve_status, company_id, ...found, issues, charged };
    this.#outcomes.add({ ...result, same_key: sameKey, same_name_key: sameNameKey });
  }

  /** Whether other rows are written as copies of this one. */
  isCopied(sourceRowId: string): boolean {
    return this.#likeRows.has(sourceRowId);
  }

  /** The outcomes in pieces, for the store; the rows of `repeated` are like rows of `outcomes`. */
  finish(): { readonly outcomes: readonly Buffer[]; readonly repeated: readonly Buffer[] } {
    return { outcomes: this.#outcomes.finish(), repeated: this.#repeated.finish() };
  }
}

const pieceBytes = 512 * 1024;
/** The maximum number of UTF-8 bytes for one UTF-16 unit. */
const unitBytes = 3;

const jsonbVersion = 1;
const openBracket = 0x5b;
const comma = 0x2c;
const closeBracket = 0x5d;

/**
 * JSON arrays of many objects, each short enough that sending it does not block other requests. As the bytes that Postgres
 * takes for a `jsonb`: they are outside the heap, half as large as text, and sent as they are.
 */
class JsonPieces {
  readonly #pieces: Buffer[] = [];
  #piece = Buffer.alloc(0);
  #at = 0;

  add(item: object): void {
    const json = JSON.stringify(item);
    const maxBytes = json.length * unitBytes + 3;
    if (this.#at + maxBytes > this.#piece.length) this.#begin(maxBytes);
    else this.#at = this.#piece.writeUInt8(comma, this.#at);
    this.#at += this.#piece.write(json, this.#at);
  }

  finish(): Buffer[] {
    if (this.#at > 0) this.#end();
    return this.#pieces;
  }

  #begin(bytes: number): void {
    if (this.#at > 0) this.#end();
    this.#piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, bytes));
    this.#piece.set([jsonbVersion, openBracket]);
    this.#at = 2;
  }

  #end(): void {
    this.#at = this.#piece.writeUInt8(closeBracket, this.#at);
    this.#pieces.push(this.#piece.subarray(0, this.#at));
    this.#piece = Buffer.alloc(0);
    this.#at = 0;
  }
}
