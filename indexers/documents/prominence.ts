import type { CompanySource } from '../facts/company-source.ts';
import type { ListingFields } from './listing-fields.ts';

/**
 * How well known a company is, from 0 to 14, by what the loaded sources say about it (docs/decisions/0004-settling-names.md).
 * No list of names: a listing, the exchange's size class, and how much there is about it. Most companies have 0.
 */
export function scoreProminence(company: CompanySource, { listingStatus, current }: ListingFields): number {
  if (company.status !== 'active') return 0;
  const { enrichment, names, identifiers, websites } = company;
  const observations = Object.values(enrichment?.observationCounts ?? {}).reduce(
    (sum, count) => sum + count,
    0,
  );
  return (
    scoreListing(listingStatus) +
    Math.max(0, ...current.map(({ sizeClass }) => scoreSize(sizeClass))) +
    countReached(enrichment?.employees ?? 0, [1_000, 10_000]) +
    countReached(observations, [10, 100]) +
    Number(names.some(({ kind }) => kind === 'trade' || kind === 'alias')) +
    Number(identifiers.some(({ type, validTo }) => type === 'edinet_code' && validTo === null)) +
    Number(websites.length > 0)
  );
}

function scoreListing(status: ListingFields['listingStatus']): number {
  if (status === 'listed') return 4;
  if (status === 'delisted') return 2;
  return 0;
}

/** The Tokyo exchange's classes by market value, from TOPIX Core30 to TOPIX Small. */
function scoreSize(sizeClass: string | null): number {
  if (sizeClass === null) return 0;
  if (/Core30|Large70/.test(sizeClass)) return 3;
  if (/Mid400/.test(sizeClass)) return 2;
  if (/Small/.test(sizeClass)) return 1;
  return 0;
}

/** How many of the limits a number reaches. */
function countReached(number: number, limits: readonly number[]): number {
  return limits.filter((limit) => number >= limit).length;
}
