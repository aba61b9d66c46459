import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { ResolveMatchedBy } from '../../../contract/company-resolve/company-resolve.ts';
import { identifierHintFields } from '../../../contract/company-resolve/hints.ts';
import { isActiveHolder, type NameFound } from '../lookup/name-found.ts';
import { holdersOn } from '../lookup/names-on-day.ts';
import { isCrowded } from '../lookup/namesake-count.ts';
import { bestOfEachPart } from '../lookup/namesake-order.ts';
import { type MatchedCompany, relevanceOf } from '../rules/explain-match.ts';
import type { HintVerdict, HintVerdicts } from '../rules/place-hints.ts';
import {
  isNoCompany,
  isReading,
  type NameRule,
  onlyCard,
  settledByBareName,
  settledByName,
} from './name-settlement.ts';

/** When a name settles together with hints (docs/decisions/0004-settling-names.md). */

export interface HintedSettlement {
  readonly card: CompanyCard;
  readonly rule: NameRule | 'name_and_place';
}

/** The company that a name would settle on, if nothing else spoke against it. */
export function bestByName(found: NameFound, verdicts: HintVerdicts): HintedSettlement | null {
  const settled = settledByName(found);
  if (settled) return settled;
  const mayBe = found.way === 'name' && !isReading(found) && !isNoCompany(found);
  const card = mayBe ? settledByHints(found, verdicts) : null;
  return card && { card, rule: 'name_and_place' };
}

/** The only company with this name, now or on the day asked about, that the hints do not contradict, if one fits it. */
function settledByHints(found: NameFound, verdicts: HintVerdicts): CompanyCard | null {
  const isPossible = ({ card }: MatchedCompany) => !verdicts.get(card.company.company_id)?.contradicted;
  const card = found.onDay
    ? onlyOne(holdersOn(found, found.ofHints?.isWhole ?? false)?.filter(isPossible) ?? [], verdicts)
    : (onlyOne(activeNamesakes(found).filter(isPossible), verdicts) ??
      bareNameOf(found, found.hits.filter(isPossible), verdicts));
  return card && (verdicts.get(card.company.company_id)?.agrees.length ?? 0) > 0 ? card : null;
}

function onlyOne(namesakes: readonly MatchedCompany[], verdicts: HintVerdicts): CompanyCard | null {
  return onlyCard(namesakes) ?? onlyCard(ofOneStreet(namesakes, verdicts));
}

/** Empty if some that the hints do not contradict may be missing: they could fit as well. */
function activeNamesakes({ hits, ofHints, changedHands = [] }: NameFound): readonly MatchedCompany[] {
  if (isCrowded(hits) && !ofHints?.hasAllHolders) return [];
  // A company that gave the name up not long ago may be in the same place as the one that took it.
  const holders = new Set(changedHands.map(({ company_id }) => company_id));
  return hits.filter((hit) => holders.has(hit.card.company.company_id) || isActiveHolder(hit));
}

/**
 * A name without a legal form, by the rule for such names, among the companies that hints do not contradict. A better
 * known company of that name may be meant whatever the hints say: they can be those of a branch.
 */
function bareNameOf(
  { keys, hits, ofHints, changedHands }: NameFound,
  possible: readonly MatchedCompany[],
  verdicts: HintVerdicts,
): CompanyCard | null {
  if (keys.legalForm !== null || changedHands || (isCrowded(hits) && !ofHints?.isWhole)) return null;
  const isActive = ({ card }: MatchedCompany) => card.company.status === 'active';
  const active = possible.filter(isActive);
  const card = (settledByBareName(active) ?? settledByBareName(ofOneStreet(active, verdicts)))?.card;
  if (!card) return null;
  return hits.filter(isActive).some((hit) => hit.card.prominence > card.prominence) ? null : card;
}

/** Among namesakes in one city, the street decides if it is known for all of them. */
function ofOneStreet(hits: readonly MatchedCompany[], verdicts: HintVerdicts): readonly MatchedCompany[] {
  const streets = hits.map(({ card }) => verdicts.get(card.company.company_id)?.sameStreet ?? null);
  return streets.includes(null) ? hits : hits.filter((_, place) => streets[place] === true);
}

/** A hint that fits, as a reason for a company. */
export function byHint({ field, value }: HintVerdict['agrees'][number]): ResolveMatchedBy {
  const isIdentifier = identifierHintFields.some((each) => each === field);
  return { stage: 'hint', field, value, rule: isIdentifier ? 'identifier' : 'head_office', strength: 'weak' };
}

/**
 * The companies that a name found, in the order in which they are shown: of each name that the text may contain, those
 * that the hints fit better come first among those that were found by the same rule.
 */
export function bestFitting(hits: readonly MatchedCompany[], verdicts: HintVerdicts): MatchedCompany[] {
  return bestOfEachPart(hits, (one, other) => betterFit(one, other, verdicts));
}

function betterFit(one: MatchedCompany, other: MatchedCompany, verdicts: HintVerdicts): number {
  if (verdicts.size === 0) return 0;
  const [a, b] = [one, other].map(({ card }) => verdicts.get(card.company.company_id));
  return (
    relevanceOf(other.matchedQueries) - relevanceOf(one.matchedQueries) ||
    Number(a?.contradicted ?? false) - Number(b?.contradicted ?? false) ||
    Number(b?.sameStreet ?? false) - Number(a?.sameStreet ?? false) ||
    (b?.agrees.length ?? 0) - (a?.agrees.length ?? 0)
  );
}
