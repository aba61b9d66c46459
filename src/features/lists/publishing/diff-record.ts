import type { ListDefinition } from '../../../contract/lists/definitions.ts';
import type { DiffRowKind, DiffRowView, ReviewOutcome } from '../../../contract/publishing/publishing.ts';

/** Snapshots and the differences between them as Postgres has them. */

export interface SnapshotRecord {
  readonly version: number;
  readonly kind: 'published' | 'refreshed';
  readonly definition: ListDefinition | null;
  readonly row_count: number;
  readonly created_at: Date;
}

export interface DiffRecord {
  readonly diff_id: string;
  readonly from_version: number;
  readonly to_version: number;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly scheduled_for: Date | null;
  readonly created_at: Date;
}

export interface DiffRowRecord {
  readonly diff_row_id: string;
  readonly diff_id: string;
  readonly kind: DiffRowKind;
  readonly company_id: string;
  readonly display_name: string;
  readonly changes: DiffRowView['changes'];
  readonly review_outcome: ReviewOutcome | null;
  readonly review_note: string | null;
  readonly reviewed_at: Date | null;
  readonly excluded: boolean | null;
  readonly exclusion_reason: string | null;
  readonly excluded_at: Date | null;
}
