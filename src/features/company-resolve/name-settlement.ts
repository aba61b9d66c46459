import type { CompanyCard } from '../../../mappings/companies.ts';
import type { MatchedCompany } from '../matching/explain-match.ts';

/**
 * When a name settles by itself (docs/decisions/0004-settling-names.md): on the exact key, or on the core key when the
 * input has no legal form, and only when one active company has it. Every other hit, even a single one, is for a person
 * to choose.
 */

const settlingNames = new Set(['legal_exact', 'legal_core', 'trade', 'former', 'english', 'kana']);

/**
 * @param hits companies found by the exact-name stage
 * @returns the company that the name settles on, or null
 */
export function settledByName(hits: readonly MatchedCompany[], hasLegalForm: boolean): CompanyCard | null {
  const active = hits.filter(({ card }) => card.status === 'active');
  const exact = active.filter(({ matchedQueries }) => matchedQueries.includes('legal_exact'));
  if (exact.length > 0) return onlyCard(exact);
  if (hasLegalForm) return null;
  const core = active.filter(({ matchedQueries }) => matchedQueries.includes('legal_core'));
  // Another company known by the same word as its trade or former name could be meant as well.
  const known = active.filter(({ matchedQueries }) => matchedQueries.some((rule) => settlingNames.has(rule)));
  return core.length === 1 ? onlyCard(known) : null;
}

/** As above, for the names that were legal names on a day: a former name settles for the time it was valid. */
export function settledByNameOn(
  hits: readonly MatchedCompany[],
  isLegalNameThen: (hit: MatchedCompany) => boolean,
): CompanyCard | null {
  return onlyCard(hits.filter(isLegalNameThen));
}

function onlyCard(hits: readonly MatchedCompany[]): CompanyCard | null {
  const [only] = hits;
  return hits.length === 1 && only ? only.card : null;
}
