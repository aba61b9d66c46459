import type {
  DetectedColumn,
  RowIssue,
  SourceCandidate,
  SourceMapping,
} from '../../contract/sources/answers.ts';
import type { RowStatus, SourceStatus } from '../../contract/sources/sources.ts';

/** The number of rows of a source by state. */
export interface StateCounts {
  readonly unresolved: number;
  readonly matched: number;
  readonly multiple_candidates: number;
  readonly not_found: number;
  readonly invalid: number;
}

export interface SourceRecord extends StateCounts {
  readonly source_id: string;
  readonly name: string;
  readonly original_filename: string | null;
  readonly content_sha256: string | null;
  readonly headers: readonly string[];
  readonly detected_identifier_columns: readonly DetectedColumn[];
  readonly misshapen_rows: number;
  readonly status: SourceStatus;
  readonly mapping: SourceMapping | null;
  readonly version: number;
  readonly row_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface SourceRowRecord {
  readonly source_row_id: string;
  readonly row_number: number;
  /** In the order of the headers; null for cells that the row does not have. */
  readonly cells: readonly (string | null)[];
  readonly resolve_status: RowStatus;
  readonly company_id: string | null;
  readonly candidates: readonly SourceCandidate[];
  readonly issues: readonly RowIssue[];
}
