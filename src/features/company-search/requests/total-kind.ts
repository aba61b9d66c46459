import type { Totals } from '../../../contract/company-search/answers.ts';

/** How exact the number of matches is (docs/specification.md#totals). */

/** The outcome of the exact-count query. */
export type CountOutcome =
  | { readonly kind: 'counted'; readonly total: number }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'out_of_scope' };

export interface PageFacts {
  readonly hasText: boolean;
  readonly hasCompanyIds: boolean;
  readonly isCursorPage: boolean;
  readonly offset: number;
  /** Rows on the page after refreshing from Postgres. */
  readonly returned: number;
  /** Rows that no longer fit after refreshing. */
  readonly dropped: number;
  /** Whether the engine had a row beyond the page. */
  readonly moreFetched: boolean;
  /** Matches that the engine saw while making the page. */
  readonly seen: number;
  readonly count: CountOutcome;
}

export function computeTotals(page: PageFacts): Totals {
  const has_more = page.moreFetched;
  if (page.isCursorPage) {
    return { total_kind: 'unknown', matched_companies: null, total_count_source: null, has_more };
  }
  // Every row that was seen, without those that no longer fit.
  const confirmed = Math.max(0, page.seen - page.dropped);
  if (page.hasText && page.hasCompanyIds)
    return { total_kind: 'estimate', matched_companies: confirmed, total_count_source: null, has_more };
  if (page.hasText || page.count.kind !== 'counted' || page.dropped > 0)
    return {
      total_kind: 'lower_bound',
      matched_companies: confirmed,
      total_count_source: 'lower_bound_fallback',
      has_more,
    };
  return {
    total_kind: 'exact',
    matched_companies: page.count.total,
    total_count_source: 'exact_count',
    has_more: page.offset + page.returned < page.count.total,
  };
}
