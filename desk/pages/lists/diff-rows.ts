import type { Schema } from '../../../client/index.ts';

/** Pure rules about the rows of a diff. */

export type DiffRow = Schema<'ListDiffRow'>;

/** Added companies that nobody refused. */
export function listWantedAdditions(rows: readonly DiffRow[]): string[] {
  return rows
    .filter(
      ({ kind, review, exclusion }) =>
        kind === 'added' && review?.outcome !== 'rejected' && exclusion?.excluded !== true,
    )
    .map(({ company_id }) => company_id);
}
