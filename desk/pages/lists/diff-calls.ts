import { type DiffRowKind, maxPageRows, type ReviewOutcome } from '../../../client/index.ts';
import type { Api } from '../../api.ts';
import type { DiffRow } from './diff-rows.ts';

/** Calls about the rows of a diff. */

/** Every row of the diff: as many as the List and its changes have, at most some ten thousand. */
export async function readAllRows(
  api: Api,
  path: { readonly listId: string; readonly diffId: string },
  signal?: AbortSignal,
): Promise<DiffRow[]> {
  const rows: DiffRow[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: maxPageRows, ...(cursor !== null && { cursor }) };
    const page: { diff: { rows: DiffRow[] }; meta: { next_cursor: string | null } } = await api.get(
      '/lists/{listId}/diffs/{diffId}',
      { path, query, ...(signal && { signal }) },
    );
    rows.push(...page.diff.rows);
    cursor = page.meta.next_cursor;
  } while (cursor !== null);
  return rows;
}

/** @returns the review that the rows of the kind have now */
export async function reviewAllRows(
  api: Api,
  { listId, diffId }: { readonly listId: string; readonly diffId: string },
  kind: DiffRowKind,
  outcome: ReviewOutcome,
  note: string,
): Promise<NonNullable<DiffRow['review']>> {
  const { review } = await api.patch('/lists/{listId}/diffs/{diffId}/review', {
    path: { listId, diffId },
    body: { kind, outcome, ...(note !== '' && { note }) },
  });
  return review;
}

export async function reviewRow(
  api: Api,
  listId: string,
  diffRowId: string,
  outcome: ReviewOutcome,
): Promise<DiffRow> {
  const { diff_row: row } = await api.patch('/lists/{listId}/diff-rows/{diffRowId}/review', {
    path: { listId, diffRowId },
    body: { outcome },
  });
  return row;
}

export async function excludeRow(
  api: Api,
  listId: string,
  diffRowId: string,
  excluded: boolean,
  reason?: string,
): Promise<DiffRow> {
  const { diff_row: row } = await api.patch('/lists/{listId}/diff-rows/{diffRowId}/exclusion', {
    path: { listId, diffRowId },
    body: { excluded, ...(reason && { reason }) },
  });
  return row;
}
