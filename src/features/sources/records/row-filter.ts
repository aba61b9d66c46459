import type { ReviewSort } from '../../../contract/sources/review.ts';
import type { RowDecision, RowStatus } from '../../../contract/sources/sources.ts';

/** Which rows of a source people see, and in which order. */

/** Rows like a given one. */
export interface RowsLike {
  readonly by: 'same_key' | 'same_name_key';
  /** The row itself, which is always among them. */
  readonly rowId: string;
  readonly key: Buffer | null;
  readonly mappingVersion: number;
}

/** Empty lists mean all. */
export interface RowFilter {
  readonly statuses: readonly RowStatus[];
  readonly decisions: readonly (RowDecision | 'none')[];
  readonly reasons: readonly string[];
  readonly likes: readonly RowsLike[];
  /** An expression that a cell matches; the place of the only column to search, from 0, or null for all. */
  readonly search: { readonly pattern: string; readonly place: number | null } | null;
  readonly paid: boolean | undefined;
  readonly skipped: boolean | undefined;
}

export interface RowOrder {
  readonly by: Exclude<ReviewSort, 'name' | 'column'> | 'text';
  /** The place of the column that orders, from 0; only for `text`. */
  readonly place: number | null;
  readonly descending: boolean;
}

/** Whether only open rows that nobody decided fit. */
export function isOpenOnly({ statuses, decisions }: Pick<RowFilter, 'statuses' | 'decisions'>): boolean {
  return (
    decisions.length === 1 && decisions[0] === 'none' && statuses.length > 0 && !statuses.includes('matched')
  );
}
