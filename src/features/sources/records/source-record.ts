import type { WrittenName } from '../../../contract/company-resolve/written-names.ts';
import type { DetectedField, SourceView } from '../../../contract/sources/answers.ts';
import type { SourceFileReport } from '../../../contract/sources/source-file.ts';
import type { ReviewRow, RowIssue } from '../../../contract/sources/source-row.ts';
import type { RowStatus } from '../../../contract/sources/sources.ts';
import type { StoredCandidate, StoredSuggestion } from '../../row-matching/stored-candidates.ts';
import type { LatestRun } from './source-run.ts';

/** Sources and their rows in the database. */

/** One account's source. */
export interface SourceScope {
  readonly accountId: string;
  /** As given by the caller. */
  readonly sourceId: string;
}

/** What the key of a call reaches. */
export interface KeyReach {
  /** Whether it is for one source, so that it reaches no other one. */
  readonly isForOne: boolean;
}

export interface RunScope extends SourceScope {
  /** As given by the caller. */
  readonly runId: string;
}

/** The number of rows of a source by state. */
export type StateCounts = Readonly<Record<RowStatus, number>>;

type ShownAsStored =
  | 'source_id'
  | 'name'
  | 'original_filename'
  | 'content_sha256'
  | 'status'
  | 'mapping'
  | 'row_count';

export interface SourceRecord extends Readonly<Pick<SourceView, ShownAsStored>>, StateCounts {
  readonly headers: readonly string[];
  /** Of identifiers and of hints. */
  readonly detected_identifier_columns: readonly DetectedField[];
  readonly misshapen_rows: number;
  /** Rows among `not_found` that a person marked as nobody or as not a company. Resolving leaves them alone. */
  readonly dismissed: number;
  readonly version: number;
  /** Grows with every mapping; 0 before the first. */
  readonly mapping_version: number;
  /** How the file was read; null for an import of rows. */
  readonly reading: SourceFileReport | null;
  /** The open run; without one, the latest; null before the first. */
  readonly latest_run: LatestRun | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

type RowKeys = 'source_row_id' | 'row_number' | 'file_row' | 'resolve_status' | 'company_id' | 'decision';

export interface SourceRowRecord extends Readonly<Pick<ReviewRow, RowKeys>> {
  /** In the order of the headers; null for cells that the row does not have. */
  readonly cells: readonly (string | null)[];
  readonly candidates: readonly StoredCandidate[];
  readonly suggestions: readonly StoredSuggestion[];
  /** How the name was read, if something was set aside. */
  readonly written: WrittenName | null;
  readonly issues: readonly RowIssue[];
  /** Why the row is in its state; null before it is resolved, and for rows resolved before reasons were kept. */
  readonly reason: string | null;
  /** How sure the match by resolve was; null for open rows, and for rows resolved before this was kept. */
  readonly assurance: string | null;
  /** Whether the row was charged; it is never charged again. */
  readonly paid: boolean;
  /** Companies that people took back, under their current ids; resolving settles the row on none of them. */
  readonly rejected_company_ids: readonly string[];
  /** Equal for rows of the source that say the same in their mapped cells; null before the row is resolved. */
  readonly same_key: Buffer | null;
  /** Equal for rows of the source with the same name; null without one, and before the row is resolved. */
  readonly same_name_key: Buffer | null;
  /** When a decision about the row was last made or undone; null if none ever was. */
  readonly decided_at: Date | null;
  /** When a person put the open row at the end of the work. */
  readonly skipped_at: Date | null;
  readonly skipped_by: string | null;
  readonly skipped_by_label: string | null;
  /** The mapping with which the row was last resolved; 0 before. */
  readonly mapping_version: number;
}

/** Rows that say the same, that are open and that no person decided. */
export interface SameRows {
  readonly rows: number;
  /** Those that were never charged. */
  readonly unpaid: number;
}

/** A row with what it depends on when it is written later. */
export interface ReadRow extends SourceRowRecord {
  /** Changes with every change of the row in the database. */
  readonly row_version: string;
}

export type RowVersion = Pick<ReadRow, 'source_row_id' | 'row_version'>;

/** A source, and how many of some companies its matched rows have. */
export interface SourceWithCompanies {
  readonly source_id: string;
  readonly name: string;
  readonly companies: number;
}

/** A company on which several rows of a source are settled. */
export interface SameCompany {
  /** Its current id. */
  readonly company_id: string;
  readonly rows: number;
  /** The first of them. */
  readonly source_row_id: string;
  readonly row_number: number;
  readonly file_row: number | null;
}

/** A session of a person at a source. */
export interface PresentSession {
  readonly key_id: string;
  readonly key_label: string;
  readonly session: string;
  readonly source_row_id: string | null;
  readonly row_number: number | null;
  readonly since: Date;
  readonly seen_at: Date;
}
