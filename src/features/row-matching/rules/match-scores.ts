import type { CompanyCard } from '../../../../mappings/companies.ts';
import { findNameRule } from '../../../contract/companies/name-rules.ts';
import { isTranslation, listTranslatedForms } from '../../../text/names/legal-forms.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import { keysOf } from './compare-names.ts';

/**
 * Scores of companies. They are constants by rule, not term statistics (docs/decisions/0003-matching-stages.md), so the rest of
 * the index does not affect the order of results. A score made from a card equals that of the index.
 */

export const identifierScore = 1000;
export const companyIdScore = 950;

/** The relevance in answers is the score of the best rule divided by this. */
export const fullScore = 1000;

/** Added for a listed company. Smaller than the distance between any two rules. */
export const listedBonus = 2;

/** An active company ranks before an ended one that was found by the same rule. */
export const activeBonus = 2 * listedBonus + 1;

/**
 * Added for each point of prominence (`CompanyCard.prominence`), so that among the hits of one rule the best known comes
 * first. A power of two, so that the scores of the index and of `Namesakes` are equal.
 */
export const prominenceBonus = 0.125;

/**
 * Added when the company has the typed legal form, at the same or the other end of the name. ㈱ABC, ABC㈱ and ㈲ABC are
 * different companies (docs/decisions/0002-name-keys.md), so the form counts more than a listing among hits of the same
 * rule. All bonuses together are smaller than the distance between any two rules.
 */
const formBonus = { sameEnd: 6, otherEnd: 3 } as const;

/** The `loose` keys of whole names with the typed legal form, or one that is translated so, with their bonus; none for text without a legal form. */
export function listFormBonuses({
  loose,
  looseExact,
  legalForm,
}: NameKeys): { key: string; bonus: number }[] {
  if (loose === looseExact) return [];
  const same = { key: looseExact, bonus: formBonus.sameEnd };
  if (legalForm && isTranslation(legalForm)) {
    const own = listTranslatedForms(legalForm).flatMap((form) => [form + loose, loose + form]);
    return [same, ...own.map((key) => ({ key, bonus: formBonus.otherEnd }))];
  }
  if (looseExact.endsWith(loose))
    return [same, { key: loose + looseExact.slice(0, -loose.length), bonus: formBonus.otherEnd }];
  if (looseExact.startsWith(loose))
    return [same, { key: looseExact.slice(loose.length) + loose, bonus: formBonus.otherEnd }];
  return [same];
}

function getScore(query: string): number {
  if (query.startsWith('identifier:')) return identifierScore;
  if (query === 'company_id') return companyIdScore;
  return findNameRule(query)?.score ?? 0;
}

/** The stronger first. */
export function compareRules(one: string, other: string): number {
  return getScore(other) - getScore(one);
}

/** From 0 to 1, by the best rule. */
export function computeRelevance(queries: readonly string[]): number {
  return Math.max(0, ...queries.map(getScore)) / fullScore;
}

/** The order of companies that nothing else orders. */
export function compareIds(
  one: { readonly card: CompanyCard },
  other: { readonly card: CompanyCard },
): number {
  return one.card.company.company_id < other.card.company.company_id ? -1 : 1;
}

/**
 * The score of a company by its best rule, as `buildNameLookup` computes it.
 * @param best the score of the rule
 * @param bonuses `listFormBonuses` of the text
 */
export function scoreCompany(
  { company, names, prominence }: CompanyCard,
  best: number,
  bonuses: ReturnType<typeof listFormBonuses>,
): number {
  const ofForms = bonuses
    .filter(({ key }) => names.some((name) => keysOf(name).loose === key || keysOf(name).looseExact === key))
    .map(({ bonus }) => bonus);
  return (
    best +
    Math.max(0, ...ofForms) +
    listedBonus * Number(company.listing_status === 'listed') +
    activeBonus * Number(company.status === 'active') +
    prominence * prominenceBonus
  );
}
