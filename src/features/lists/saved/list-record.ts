import type { ListDefinition } from '../../../contract/lists/definitions.ts';
import type { DefinitionKind, ListSchedule, ListStatus } from '../../../contract/lists/lists.ts';
import type { ListRowView } from '../../../contract/lists/rows.ts';
import type { WorkspacePreferences } from '../../../contract/lists/settings.ts';

/** Lists and their rows as Postgres has them. */

export interface ListRecord {
  readonly list_id: string;
  readonly name: string;
  readonly status: ListStatus;
  readonly schedule: ListSchedule;
  readonly schedule_since: Date;
  readonly scheduled_for: Date | null;
  readonly definition_kind: DefinitionKind | 'empty';
  readonly origin_id: string | null;
  readonly definition: ListDefinition | null;
  readonly row_count: number;
  readonly published_version: number | null;
  readonly workspace_preferences: WorkspacePreferences;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type ListRowRecord = Readonly<Omit<ListRowView, 'company'>>;

export interface RowCounts {
  readonly total: number;
  readonly suppressed: number;
  readonly excluded: number;
  /** Neither suppressed nor excluded. */
  readonly effective: number;
}
