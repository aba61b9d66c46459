import type { ListingStatus } from '../../contract/companies/company-vocabulary.ts';

/** A listing as far as the status needs it. `listed_to` is the day it ended, null while it goes on. */
export interface ListingPeriod {
  readonly listed_to: string | null;
}

/**
 * A current listing decides; else an ended one; else what a filer states to EDINET (上場 / 非上場). What nobody states is
 * `unknown`: absence from one exchange's list does not make a company private.
 */
export function listingStatusOf(listings: readonly ListingPeriod[], statement: string | null): ListingStatus {
  if (listings.some((listing) => listing.listed_to === null)) return 'listed';
  if (listings.length > 0) return 'delisted';
  if (statement === '上場') return 'listed';
  if (statement === '非上場') return 'private';
  return 'unknown';
}
