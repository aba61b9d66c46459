import type { MatchedCompany } from '../rules/explain-match.ts';
import { namesakesShown } from './lookup-queries.ts';

/** Companies shown of those that are called by the name. A word that more of them share means none of them. */
const calledShown = 10;

/**
 * The companies of a name without a legal form: those that have it in full, then well-known companies that people call so,
 * then all others with the name.
 * @param hits companies with the name, the best first
 * @param called well-known companies that are called by it, the likeliest first
 */
export function withCalled(
  hits: readonly MatchedCompany[],
  called: readonly MatchedCompany[],
): readonly MatchedCompany[] {
  // For a word such as システム alone, ten of some hundred companies would be no answer.
  if (called.length === 0 || (hits.length === 0 && called.length > calledShown)) return hits;
  const byId = new Map(hits.map((hit) => [hit.card.company.company_id, hit]));
  const known = called.slice(0, calledShown).map((hit) => {
    const own = byId.get(hit.card.company.company_id);
    return own ? { ...own, matchedQueries: [...own.matchedQueries, 'called'] } : hit;
  });
  const ids = new Set(known.map(({ card }) => card.company.company_id));
  const others = hits.filter(({ card }) => !ids.has(card.company.company_id));
  const inFull = (hit: MatchedCompany) => hit.matchedQueries.includes('legal_exact');
  const all = [...known, ...others];
  return [...all.filter(inFull), ...all.filter((hit) => !inFull(hit))].slice(0, namesakesShown);
}
