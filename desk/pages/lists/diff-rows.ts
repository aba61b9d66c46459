import type { Schema } from '../../../client/index.ts';

/** Pure rules about the rows of a diff. */

export type DiffRow = Schema<'ListDiffRow'>;
export const kinds = ['added', 'removed', 'changed'] as const;
export type Kind = (typeof kinds)[number];
export const outcomes = ['accepted', 'rejected', 'needs_review'] as const;
export type Outcome = (typeof outcomes)[number];

/** Added companies that nobody refused. */
export function listWantedAdditions(rows: readonly DiffRow[]): string[] {
  return rows
    .filter(
      ({ kind, review, exclusion }) =>
        kind === 'added' && review?.outcome !== 'rejected' && exclusion?.excluded !== true,
    )
    .map(({ company_id }) => company_id);
}
