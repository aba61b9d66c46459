import type { ListView } from '../../../contract/lists/lists.ts';
import type { ListRowView } from '../../../contract/lists/rows.ts';
import type { DiffRowView, DiffView } from '../../../contract/publishing/publishing.ts';
import type { RowCounts } from '../saved/list-record.ts';

/** What a delivery of a List contains: the List, its latest diff, and the rows that the payload includes. */
export interface Deliverable {
  readonly list: ListView;
  readonly counts: RowCounts;
  readonly diff: DiffView | null;
  readonly diffRows: readonly DiffRowView[];
  readonly rows: readonly ListRowView[];
}
