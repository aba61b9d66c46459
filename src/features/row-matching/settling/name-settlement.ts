import { type CompanyCard, prominentFrom } from '../../../../mappings/companies.ts';
import { meansNoCompany } from '../../../text/cells/no-company-words.ts';
import { nfkc } from '../../../text/letters/nfkc.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { namesakesShown } from '../lookup/lookup-queries.ts';
import type { NameFound } from '../lookup/name-found.ts';
import { holdersOn } from '../lookup/names-on-day.ts';
import { keysOf, legalNames } from '../rules/card-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';

/**
 * When a name settles on a company (docs/decisions/0004-settling-names.md, docs/decisions/0006-written-names.md). A person must choose
 * in all other cases, even with a single hit.
 */

/**
 * `full_name`: the only active company with exactly this name. `former_holder`: no active company has it, and this is the
 * only company that ever had it. `exclusive_alias`: the only company with this alias, which a source says means no other.
 * `name_without_form`: the only active company with this name apart from its legal form. `name_as_of`: the only company
 * with exactly this name on the day that is asked about.
 */
export type NameRule = 'full_name' | 'former_holder' | 'exclusive_alias' | 'name_without_form' | 'name_as_of';

export interface NameSettlement {
  readonly card: CompanyCard;
  readonly rule: NameRule;
}

const settlingNames = new Set(['legal_exact', 'legal_core', 'trade', 'alias', 'former', 'english', 'kana']);

/** @returns the company that a written name settles on, or null */
export function settledByName(
  found: Pick<NameFound, 'way' | 'name' | 'keys' | 'hits' | 'onDay' | 'changedHands'>,
): NameSettlement | null {
  const { way, keys, hits, onDay } = found;
  if (way !== 'name' || isReading(found) || isNoCompany(found)) return null;
  if (onDay) return settlement(holdersOn(found) ?? [], 'name_as_of');
  // Only the day shows which of them is meant.
  if (found.changedHands) return null;
  const active = hits.filter(({ card }) => card.company.status === 'active');
  const exact = active.filter(({ matchedQueries }) => matchedQueries.includes('legal_exact'));
  if (exact.length > 0) {
    const mayBeEnglish = isFormInLatin(found) && isKnownOtherwise(active, exact);
    return mayBeEnglish ? null : settlement(exact, 'full_name');
  }
  const exclusive = active.filter(({ card }) => hasExclusiveAlias(card, keys.exact));
  if (exclusive.length > 0) return settledByAlias(exclusive, active);
  const holders = hits.filter(({ card }) => legalNames(card, keys.exact).length > 0);
  // Other companies that had the name could be cut off.
  if (holders.length > 0) {
    const mayBeOther =
      hits.length >= namesakesShown ||
      (keys.legalForm === null && active.some(isCalledSo)) ||
      (isFormInLatin(found) && isKnownOtherwise(active, holders));
    return mayBeOther ? null : settlement(holders, 'former_holder');
  }
  return keys.legalForm === null ? settledByBareName(active) : null;
}

/**
 * A source can be wrong: its word does not stand against a company that has the name or is called so and is well known, and
 * that of a company that is not well known itself stands against nobody.
 */
function settledByAlias(
  exclusive: readonly MatchedCompany[],
  active: readonly MatchedCompany[],
): NameSettlement | null {
  const card = onlyCard(exclusive);
  if (!card) return null;
  const least = card.prominence < prominentFrom ? 0 : card.prominence;
  const contradicts = active.some(
    (hit) => hit.card !== card && hit.card.prominence >= least && isKnownSo(hit),
  );
  return contradicts ? null : { card, rule: 'exclusive_alias' };
}

function isKnownSo(hit: MatchedCompany): boolean {
  return isCalledSo(hit) || hit.matchedQueries.some((rule) => settlingNames.has(rule));
}

/**
 * A name without a legal form means the only active company that has it, unless another is known by it: as a trade name, an
 * alias or a former name, or because that is better known and people call it so.
 */
export function settledByBareName(active: readonly MatchedCompany[]): NameSettlement | null {
  const named = active.filter(({ matchedQueries }) => matchedQueries.includes('legal_core'));
  const card = onlyCard(named);
  if (!card) return null;
  const others = active.filter((hit) => hit.card !== card);
  const meansAnother =
    others.some((hit) => hit.card.prominence > card.prominence) || isKnownOtherwise(active, [...named]);
  return meansAnother ? null : { card, rule: 'name_without_form' };
}

/** Whether another company has the name too, in whatever kind of name. */
function isKnownOtherwise(active: readonly MatchedCompany[], named: readonly MatchedCompany[]): boolean {
  return active.some(
    (hit) => !named.includes(hit) && hit.matchedQueries.some((rule) => settlingNames.has(rule)),
  );
}

/**
 * Whether the legal form of a Japanese company is written in Latin letters: K.K. People write it behind English names too,
 * so SEED K.K. can mean a company whose English name is Seed.
 */
function isFormInLatin({ name, keys }: Pick<NameFound, 'name' | 'keys'>): boolean {
  return keys.legalForm !== null && IN_LATIN.test(nfkc(name));
}

const IN_LATIN = /^[\x20-\x7e]+$/;

/**
 * Whether even the legal form is in kana: ｶ)ﾀﾞｲｷ, as banks write account holders, or かぶしきがいしゃだいき. Then the text is
 * the reading of a name. 株式会社ダイキ is as likely as 株式会社大樹, and the readings of many companies are unknown.
 */
export function isReading({ name, keys }: Pick<NameFound, 'name' | 'keys'>): boolean {
  return keys.legalForm !== null && IN_KANA.test(nfkc(name));
}

const IN_KANA = /^[ァ-ヶぁ-ゖー・.\s()-]+$/u;

/** Whether the name is a word that people write where no company is meant: 現金, フリーランス. With a legal form, it is a name. */
export function isNoCompany({ name, keys }: Pick<NameFound, 'name' | 'keys'>): boolean {
  return keys.legalForm === null && meansNoCompany(normalizeText(name));
}

function isCalledSo({ matchedQueries }: MatchedCompany): boolean {
  return matchedQueries.includes('called');
}

function hasExclusiveAlias({ names }: CompanyCard, exact: string): boolean {
  return names.some((name) => name.exclusive && keysOf(name).exact === exact);
}

function settlement(hits: readonly MatchedCompany[], rule: NameRule): NameSettlement | null {
  const card = onlyCard(hits);
  return card && { card, rule };
}

/** The card of the only hit; null if there are none or several. */
export function onlyCard(hits: readonly MatchedCompany[]): CompanyCard | null {
  const [only] = hits;
  return hits.length === 1 && only ? only.card : null;
}
