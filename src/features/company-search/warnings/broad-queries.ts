import type { Warning } from '../../../contract/envelope.ts';
import { maxBroadRows } from '../../../contract/limits.ts';
import type { QueryReading } from '../../row-matching/rules/query-reading.ts';
import type { CompanyFilters } from '../filters/company-filters.ts';

/**
 * Whether the text says too little (docs/decisions/0019-broad-text.md) and no filter narrows the search. Then words of
 * names are not searched, and pages reach only the first `maxBroadRows` rows.
 */
export function isBroad(reading: QueryReading | null, filters: CompanyFilters): boolean {
  // A semantic tag is not applied, so it narrows nothing.
  const narrowing = Object.keys(filters).filter((name) => name !== 'semantic_tag');
  return reading?.broad === true && narrowing.length === 0;
}

/** The rows that an answer can have, and up to how many matches are counted for a confirmed lower bound. */
export function computeReach(broad: boolean, limit: number, offset = 0) {
  if (!broad) return { maxRows: limit, countUpTo: offset + limit + 1, isEnd: false, hasCursor: true };
  const maxRows = Math.max(0, Math.min(limit, maxBroadRows - offset));
  const end = offset + maxRows;
  return {
    maxRows,
    countUpTo: Math.max(end, maxBroadRows) + 1,
    isEnd: end >= maxBroadRows,
    hasCursor: false,
  };
}

export const broadWarning: Warning = {
  code: 'broad_query_restricted',
  message: `The query is too broad. Only exact names and beginnings of names are searched, and pages reach at most ${maxBroadRows} rows. Add a filter or more of the name.`,
  field: 'query',
};
