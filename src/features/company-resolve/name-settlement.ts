import type { CompanyCard } from '../../../mappings/companies.ts';
import type { MatchedCompany } from '../matching/explain-match.ts';

/**
 * When a name settles on a company (docs/decisions/0004-settling-names.md): by the exact key, or by the core key if the
 * input has no legal form, and only if exactly one active company has it. A person must choose in all other cases, even
 * with a single hit.
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
  // The input could also mean another company that has the same word as its trade or former name.
  const known = active.filter(({ matchedQueries }) => matchedQueries.some((rule) => settlingNames.has(rule)));
  return core.length === 1 ? onlyCard(known) : null;
}

/** The card of the only hit; null if there are none or several. */
export function onlyCard(hits: readonly MatchedCompany[]): CompanyCard | null {
  const [only] = hits;
  return hits.length === 1 && only ? only.card : null;
}
