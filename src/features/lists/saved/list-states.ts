import { ServiceError } from '../../../contract/errors.ts';
import type { ListStatus } from '../../../contract/lists/lists.ts';
import type { ListRecord } from './list-record.ts';

const always: readonly ListStatus[] = ['active', 'paused', 'archived'];
const unlessArchived: readonly ListStatus[] = ['active', 'paused'];
const whileActive: readonly ListStatus[] = ['active'];

/**
 * Which statuses permit an operation; every status permits reading (docs/decisions/0028-lists.md). People can work on a
 * paused List, but it does nothing by itself. An archived List can only be read until its status is set again.
 */
const permitted = {
  set_status: always,
  set_schedule: unlessArchived,
  rename: unlessArchived,
  delete: always,
  materialize: unlessArchived,
  enrich: unlessArchived,
  publish: unlessArchived,
  refresh: unlessArchived,
  refresh_on_schedule: whileActive,
  suppress: unlessArchived,
  set_preferences: unlessArchived,
  review_diff_row: unlessArchived,
  exclude_diff_row: unlessArchived,
  configure_delivery: unlessArchived,
  deliver: unlessArchived,
};

export type ListOperation = keyof typeof permitted;

/** Operations that need a published version. */
const needsPublished: ReadonlySet<ListOperation> = new Set(['refresh', 'refresh_on_schedule']);

export type ListState = Pick<ListRecord, 'status' | 'published_version'>;

export function isPermitted({ status, published_version }: ListState, operation: ListOperation): boolean {
  if (!permitted[operation].includes(status)) return false;
  return published_version !== null || !needsPublished.has(operation);
}

/** @throws ServiceError list_state_conflict, with the status and the statuses that permit the operation */
export function checkPermitted(list: ListState, operation: ListOperation): void {
  if (isPermitted(list, operation)) return;
  const { status, published_version } = list;
  const byStatus = permitted[operation].includes(status);
  throw new ServiceError('list_state_conflict', {
    message: byStatus
      ? 'The List has no published version yet.'
      : `The List is ${status}. This status does not permit the operation.`,
    details: { operation, status, published_version, permitted_statuses: permitted[operation] },
  });
}
