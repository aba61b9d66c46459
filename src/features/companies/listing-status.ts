import type { ListingStatus } from '../../contract/companies/company-vocabulary.ts';

/** `listed_to` is the day on which the listing ended; null while it lasts. */
export interface ListingPeriod {
  readonly listed_to: string | null;
}

/**
 * A current listing decides; else an ended one; else what the company states to EDINET (上場 / 非上場). Without a statement
 * the status is `unknown`: a company that is missing from one exchange's list need not be private.
 */
export function deriveListingStatus(
  listings: readonly ListingPeriod[],
  statement: string | null,
): ListingStatus {
  if (listings.some((listing) => listing.listed_to === null)) return 'listed';
  if (listings.length > 0) return 'delisted';
  if (statement === '上場') return 'listed';
  if (statement === '非上場') return 'private';
  return 'unknown';
}
