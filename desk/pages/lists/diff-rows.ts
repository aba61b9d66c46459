import type { Schema } from '../../../client/index.ts';

/** Pure rules about the rows of a diff, and work on many of them. */

export type DiffRow = Schema<'ListDiffRow'>;
export const kinds = ['added', 'removed', 'changed'] as const;
export type Kind = (typeof kinds)[number];
export const outcomes = ['accepted', 'rejected', 'needs_review'] as const;
export type Outcome = (typeof outcomes)[number];

const callsAtOnce = 4;

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
