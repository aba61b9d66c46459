import { interleaveParts } from '../lookup/namesakes.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { computeRelevance } from '../rules/match-scores.ts';
import type { HintVerdict, HintVerdicts } from '../rules/place-hints.ts';

/**
 * The companies that a name found, in the order in which they are shown: of each name that the text may contain, those
 * that the hints fit better come first among those that were found by the same rule. One at exactly the address comes before a
 * better name elsewhere: a wrong legal form is more frequent than a namesake next door.
 */
export function orderByHints(hits: readonly MatchedCompany[], verdicts: HintVerdicts): MatchedCompany[] {
  if (verdicts.size === 0) return interleaveParts(hits);
  return interleaveParts(hits, (one, other) => {
    const [a, b] = [one, other].map(({ card }) => verdicts.get(card.company.company_id));
    return (
      Number(isAtAddress(b)) - Number(isAtAddress(a)) ||
      computeRelevance(other.matchedQueries) - computeRelevance(one.matchedQueries) ||
      Number(a?.contradicted ?? false) - Number(b?.contradicted ?? false) ||
      (b?.agrees.length ?? 0) - (a?.agrees.length ?? 0)
    );
  });
}

function isAtAddress(verdict: HintVerdict | undefined): boolean {
  return verdict?.sameStreet === true && !verdict.contradicted;
}
