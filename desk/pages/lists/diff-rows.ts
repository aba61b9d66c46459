import type { Schema } from '../../../client/index.ts';
import { type Api, answer } from '../../api.ts';
import type { Kind, Outcome } from './texts.ts';

/** Reading and deciding about all rows of a diff. */

export type DiffRow = Schema<'ListDiffRow'>;

const rowsOfPage = 500;
const callsAtOnce = 4;

/** Every row of the diff: as many as the List and its changes have, at most some ten thousand. */
export async function allRows(
  api: Api,
  path: { readonly listId: string; readonly diffId: string },
  signal?: AbortSignal,
): Promise<DiffRow[]> {
  const rows: DiffRow[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: rowsOfPage, ...(cursor !== null && { cursor }) };
    const page: { diff: { rows: DiffRow[] }; meta: { next_cursor: string | null } } = await answer(
      api.client.GET('/api/service/lists/{listId}/diffs/{diffId}', {
        params: { path, query },
        ...(signal && { signal }),
      }),
    );
    rows.push(...page.diff.rows);
    cursor = page.meta.next_cursor;
  } while (cursor !== null);
  return rows;
}

export async function review(
  api: Api,
  listId: string,
  diffRowId: string,
  outcome: Outcome,
  note?: string,
): Promise<DiffRow> {
  const { diff_row: row } = await answer(
    api.client.PATCH('/api/service/lists/{listId}/diff-rows/{diffRowId}/review', {
      params: { path: { listId, diffRowId } },
      body: { outcome, ...(note && { note }) },
    }),
  );
  return row;
}

export async function exclude(
  api: Api,
  listId: string,
  diffRowId: string,
  excluded: boolean,
  reason?: string,
): Promise<DiffRow> {
  const { diff_row: row } = await answer(
    api.client.PATCH('/api/service/lists/{listId}/diff-rows/{diffRowId}/exclusion', {
      params: { path: { listId, diffRowId } },
      body: { excluded, ...(reason && { reason }) },
    }),
  );
  return row;
}

/** Rows of the kind that do not have this outcome yet. */
export function toReview(rows: readonly DiffRow[], kind: Kind, outcome: Outcome): DiffRow[] {
  return rows.filter((row) => row.kind === kind && row.review?.outcome !== outcome);
}

/** Added companies that nobody refused. */
export function wantedAdditions(rows: readonly DiffRow[]): string[] {
  return rows
    .filter(
      ({ kind, review, exclusion }) =>
        kind === 'added' && review?.outcome !== 'rejected' && exclusion?.excluded !== true,
    )
    .map(({ company_id }) => company_id);
}

/**
 * Does something for each item, a few at a time. Stops at the first error, and when the signal says so; calls that are under
 * way end first.
 */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (signal.aborted || failures.length > 0) return;
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, worker));
  if (failures.length > 0) throw failures[0];
}
