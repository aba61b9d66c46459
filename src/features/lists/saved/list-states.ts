import { ServiceError } from '../../../contract/errors.ts';
import type { ListStatus } from '../../../contract/lists/lists.ts';

/** Operations on a List. Every status permits reading. */
export type ListOperation =
  | 'set_status'
  | 'set_schedule'
  | 'rename'
  | 'delete'
  | 'materialize'
  | 'enrich'
  | 'publish'
  | 'refresh'
  | 'refresh_on_schedule'
  | 'suppress'
  | 'set_preferences'
  | 'review_diff_row'
  | 'exclude_diff_row'
  | 'configure_delivery'
  | 'deliver';

/**
 * What each status permits (docs/decisions/0028-lists.md). People can work on a paused List, but it does nothing by
 * itself. An archived List can only be read until its status is set again.
 */
const permitted: Readonly<Record<ListOperation, readonly ListStatus[]>> = {
  set_status: ['active', 'paused', 'archived'],
  set_schedule: ['active', 'paused'],
  rename: ['active', 'paused'],
  delete: ['active', 'paused', 'archived'],
  materialize: ['active', 'paused'],
  enrich: ['active', 'paused'],
  publish: ['active', 'paused'],
  refresh: ['active', 'paused'],
  refresh_on_schedule: ['active'],
  suppress: ['active', 'paused'],
  set_preferences: ['active', 'paused'],
  review_diff_row: ['active', 'paused'],
  exclude_diff_row: ['active', 'paused'],
  configure_delivery: ['active', 'paused'],
  deliver: ['active', 'paused'],
};

/** Operations that need a published version. */
const needsPublished: ReadonlySet<ListOperation> = new Set(['refresh', 'refresh_on_schedule']);

export interface ListState {
  readonly status: ListStatus;
  readonly published_version: number | null;
}

export function permits({ status, published_version }: ListState, operation: ListOperation): boolean {
  if (!permitted[operation].includes(status)) return false;
  return published_version !== null || !needsPublished.has(operation);
}

/** @throws ServiceError list_state_conflict, with the status and the statuses that permit the operation */
export function checkPermitted(list: ListState, operation: ListOperation): void {
  if (permits(list, operation)) return;
  const { status, published_version } = list;
  const byStatus = permitted[operation].includes(status);
  throw new ServiceError('list_state_conflict', {
    message: byStatus
      ? 'The List has no published version yet.'
      : `The List is ${status}. This status does not permit the operation.`,
    details: { operation, status, published_version, permitted_statuses: permitted[operation] },
  });
}
