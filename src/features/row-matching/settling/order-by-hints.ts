import { interleaveParts } from '../lookup/namesakes.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { computeRelevance } from '../rules/match-scores.ts';
import type { HintVerdicts } from '../rules/place-hints.ts';

/**
 * The companies that a name found, in the order in which they are shown: of each name that the text may contain, those
 * that the hints fit better come first among those that were found by the same rule.
 */
export function orderByHints(hits: readonly MatchedCompany[], verdicts: HintVerdicts): MatchedCompany[] {
  if (verdicts.size === 0) return interleaveParts(hits);
  return interleaveParts(hits, (one, other) => {
    const [a, b] = [one, other].map(({ card }) => verdicts.get(card.company.company_id));
    return (
      computeRelevance(other.matchedQueries) - computeRelevance(one.matchedQueries) ||
      Number(a?.contradicted ?? false) - Number(b?.contradicted ?? false) ||
      Number(b?.sameStreet ?? false) - Number(a?.sameStreet ?? false) ||
      (b?.agrees.length ?? 0) - (a?.agrees.length ?? 0)
    );
  });
}
