import { compareTexts } from '../../src/text/letters/compare-texts.ts';
import type { CompanySource, SourceListing } from '../facts/company-source.ts';

/** What a company's listings say on one day. */
export interface ListingFields {
  readonly listingStatus: 'listed' | 'delisted' | 'private' | 'unknown';
  /** Current listings, the one that represents the company first. */
  readonly current: readonly SourceListing[];
}

const exchangesByWeight = ['tse', 'nse', 'sse', 'fse'];

/** A time that includes its first day and excludes its last. */
export interface Validity {
  readonly from: string | null;
  readonly to: string | null;
}

export function isValidOn(today: string, { from, to }: Validity): boolean {
  return (from === null || from <= today) && (to === null || today < to);
}

export function buildListingFields(company: CompanySource, today: string): ListingFields {
  const current = company.listings
    .filter((listing) => isValidOn(today, { from: listing.listedFrom, to: listing.listedTo }))
    .sort(compareByWeight);
  if (current.length > 0) return { listingStatus: 'listed', current };
  const hasEnded = company.listings.some(({ listedTo }) => listedTo !== null && listedTo <= today);
  return { listingStatus: hasEnded ? 'delisted' : readStatus(company.listingStatement), current };
}

function readStatus(statement: string | null): ListingFields['listingStatus'] {
  if (statement === '上場') return 'listed';
  if (statement === '非上場') return 'private';
  return 'unknown';
}

/** Common stock before other securities, then the larger exchange, then the code. */
function compareByWeight(one: SourceListing, other: SourceListing): number {
  return (
    Number(other.securityKind === 'common') - Number(one.securityKind === 'common') ||
    exchangesByWeight.indexOf(one.exchange) - exchangesByWeight.indexOf(other.exchange) ||
    compareTexts(one.code, other.code)
  );
}
