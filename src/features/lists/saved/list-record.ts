import type { ListDefinition } from '../../../contract/lists/definitions.ts';
import type { DefinitionKind, ListSchedule, ListStatus } from '../../../contract/lists/lists.ts';
import type { ListRowView } from '../../../contract/lists/rows.ts';
import type { WorkspacePreferences } from '../../../contract/lists/settings.ts';

/** Lists and their rows as Postgres has them. */

/** A List of an account, by the columns that all tables of Lists have. */
export interface ListScope {
  readonly account_id: string;
  readonly list_id: string;
}

export interface ListRecord extends ListScope {
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

/** The columns of a scope, without the others of a record. */
export function pickScope({ account_id, list_id }: ListScope): ListScope {
  return { account_id, list_id };
}
