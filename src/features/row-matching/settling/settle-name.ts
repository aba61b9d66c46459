import { type CompanyCard, prominentFrom } from '../../../../mappings/companies.ts';
import { findNameRule } from '../../../contract/companies/name-rules.ts';
import { maxListedCandidates } from '../../../contract/limits.ts';
import { isNoCompanyWord } from '../../../text/cells/no-name.ts';
import { isLatin, LATIN } from '../../../text/letters/is-latin.ts';
import { toNfkc } from '../../../text/letters/nfkc.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { fitsForm } from '../../../text/names/legal-forms.ts';
import { type NameKeys, toNameKeys } from '../../../text/names/names.ts';
import { areSpellingsOfOne, differOnlyInTyping, isDistinctive } from '../../../text/names/same-name.ts';
import { hasUnknownSign } from '../../../text/names/unknown-sign.ts';
import { isActiveHolder, isFirstOfSeveral, type NameResult } from '../lookup/name-result.ts';
import { listHolders } from '../lookup/names-in-time.ts';
import { isCrowded } from '../lookup/namesakes.ts';
import { keysOf, legalNames } from '../rules/compare-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { type HintVerdict, type HintVerdicts, saysMoreThanPrefecture } from '../rules/place-hints.ts';
import { byReading } from './arrange-readings.ts';

/**
 * When a name settles on a company, alone or together with hints (docs/decisions/0004-settling-names.md,
 * docs/decisions/0006-written-names.md). A person must choose in all other cases, even with a single hit.
 */

/**
 * `full_name`: the only active company with exactly this name. `former_holder`: no active company has it, and this is the
 * only company that ever had it. `exclusive_alias`: the only company with this alias, which a source says means no other.
 * `name_without_form`: the only active company with this name apart from its legal form. `name_as_of`: the only company
 * with exactly this name on the day that is asked about. `other_spelling`: the only company with this name in another spelling
 * that hardly two companies share. `name_and_place`: the only one with this name that fits the hints.
 */
export type SettlingRule =
  | 'full_name'
  | 'former_holder'
  | 'exclusive_alias'
  | 'name_without_form'
  | 'name_as_of'
  | 'other_spelling'
  | 'name_and_place';

export interface NameSettlement {
  readonly card: CompanyCard;
  readonly rule: SettlingRule;
}

/** Whether the rule finds whole names, apart from the legal form, and not only another spelling of one. */
const findsWholeNames = (code: string) => (findNameRule(code)?.answer.strength ?? 'weak') !== 'weak';

/** The company that a name settles on by itself, or else with its hints, if nothing else speaks against it. */
export function settleName(found: NameResult, verdicts: HintVerdicts): NameSettlement | null {
  const settled = settleByName(found) ?? settleByHints(found, verdicts);
  if (!settled || !mayMeanAnother(settled, found, verdicts)) return settled;
  const card = found.onDay ? null : chooseByLatinName(found, listPossible(found, verdicts), verdicts);
  const ofPlace = card && ({ card, rule: 'name_and_place' } as const);
  return ofPlace && !mayMeanAnother(ofPlace, found, verdicts) ? ofPlace : null;
}

/**
 * Whether a name in Latin letters, of which nobody knows whether it is the legal or the English name, is that of another company, too,
 * and the place fits that one as well. If the other one only is read or spelt so, a well-known company is meant, unless the place fits the
 * other one better.
 */
function mayMeanAnother(
  { card, rule }: NameSettlement,
  { name, hits }: NameResult,
  verdicts: HintVerdicts,
): boolean {
  if (rule === 'exclusive_alias' || !isLatin(name)) return false;
  const known = hits.map((hit) => verdicts.get(hit.card.company.company_id));
  if (!known.some((verdict) => verdict && verdict.agrees.length > 0)) return false;
  const measureFit = ({ company }: CompanyCard) => rankFit(verdicts.get(company.company_id));
  const own = Math.max(measureFit(card), 1);
  return hits.some((hit) => {
    const isOther =
      hit.card !== card && isActive(hit) && !hit.matchedQueries.every((code) => code === 'called');
    const fit = measureFit(hit.card);
    if (!isOther || fit < own) return false;
    return fit > own || card.prominence < prominentFrom || hit.matchedQueries.some(findsWholeNames);
  });
}

/** 0 for a place that does not fit, then a prefecture or an unknown place, the city, and the street. */
function rankFit(verdict: HintVerdict | undefined): number {
  if (verdict?.contradicted) return 0;
  if (!saysMoreThanPrefecture(verdict)) return 1;
  return verdict?.sameStreet === true ? 3 : 2;
}

/** @returns the company that a written name settles on by itself, or null */
export function settleByName(
  found: Pick<NameResult, 'way' | 'name' | 'keys' | 'hits' | 'onDay' | 'changedHands'>,
): NameSettlement | null {
  const { keys, hits, onDay } = found;
  if (!isSurelyName(found)) return null;
  if (onDay) return settleOnOnly(listHolders(found) ?? [], 'name_as_of');
  // Only the day shows which of them is meant.
  if (found.changedHands) return null;
  const active = hits.filter(isActive);
  const exact = active.filter(({ matchedQueries }) => matchedQueries.includes('legal_exact'));
  if (exact.length > 0) {
    const mayBeEnglish = isFormIn('latin', found) && isKnownOtherwise(active, exact);
    if (mayBeEnglish) return null;
    return settleOnOnly(exact, 'full_name');
  }
  const exclusive = active.filter(({ card: { names } }) =>
    names.some((name) => name.exclusive && keysOf(name).exact === keys.exact),
  );
  if (exclusive.length > 0) return settleByAlias(exclusive, active);
  const holders = hits.filter(({ card }) => legalNames(card, keys.exact).length > 0);
  // Other companies that had the name could be cut off.
  if (holders.length > 0) {
    const mayBeOther =
      hits.length >= maxListedCandidates ||
      (keys.legalForm === null && active.some(({ matchedQueries }) => matchedQueries.includes('called'))) ||
      (isFormIn('latin', found) && isKnownOtherwise(active, holders));
    if (mayBeOther) return null;
    return settleOnOnly(holders, 'former_holder');
  }
  const ofBareName = keys.legalForm === null ? settleByBareName(active) : null;
  return ofBareName ?? settleByOtherSpelling(found);
}

/**
 * Another spelling of the name of the only company that was found. If it is only typed otherwise, companies of further spellings do
 * not count.
 */
function settleByOtherSpelling(found: Pick<NameResult, 'name' | 'keys' | 'hits'>): NameSettlement | null {
  const { keys, hits } = found;
  // Keys leave out signs such as the ? of 渡?建匠, which can be any letter.
  if (isFormIn('latin', found) || hasUnknownSign(keys.core)) return null;
  const typed = hits.filter(
    (hit) => isActive(hit) && listLegalKeys(hit).some((own) => differOnlyInTyping(keys, own)),
  );
  if (typed.length > 0) return settleOnOnly(typed, 'other_spelling');
  const card = getOnlyCard(hits);
  if (card?.company.status === 'active' && isSpeltOtherwise(card, keys))
    return { card, rule: 'other_spelling' };
  return null;
}

const listLegalKeys = ({ card: { names } }: Pick<MatchedCompany, 'card'>): NameKeys[] =>
  names.filter(({ kind }) => kind === 'legal').map((name) => keysOf(name));

/** Whether the text is a spelling, or the reading, of the company's name, which hardly another one has. */
function isSpeltOtherwise(card: CompanyCard, keys: NameKeys): boolean {
  const legal = listLegalKeys({ card });
  if (keys.legalForm === null) return isDistinctive(keys) && legal.some(({ loose }) => loose === keys.loose);
  if (legal.some((own) => areSpellingsOfOne(keys, own))) return true;
  const isSameForm = legal.some(({ legalForm }) => legalForm?.kind === keys.legalForm?.kind);
  const isReading = card.names.some((name) => name.kind === 'kana' && keysOf(name).loose === keys.loose);
  return isSameForm && isReading && isDistinctive(keys);
}

/**
 * A source can be wrong: its word does not stand against a company that has the name or is called so and is well known, and
 * that of a company that is not well known itself stands against nobody.
 */
function settleByAlias(
  exclusive: readonly MatchedCompany[],
  active: readonly MatchedCompany[],
): NameSettlement | null {
  const card = getOnlyCard(exclusive);
  if (!card) return null;
  const least = card.prominence < prominentFrom ? 0 : card.prominence;
  const contradicts = active.some(
    (hit) =>
      hit.card !== card &&
      hit.card.prominence >= least &&
      hit.matchedQueries.some((rule) => rule === 'called' || findsWholeNames(rule)),
  );
  if (contradicts) return null;
  return { card, rule: 'exclusive_alias' };
}

/**
 * A name without a legal form means the only active company that has it, unless another is known by it: as a trade name, an
 * alias or a former name, or because that is better known and people call it so.
 */
function settleByBareName(active: readonly MatchedCompany[]): NameSettlement | null {
  const named = active.filter(({ matchedQueries }) => matchedQueries.includes('legal_core'));
  const card = getOnlyCard(named);
  if (!card) return null;
  const others = active.filter((hit) => hit.card !== card);
  const meansAnother =
    others.some((hit) => hit.card.prominence > card.prominence) || isKnownOtherwise(active, named);
  if (meansAnother) return null;
  return { card, rule: 'name_without_form' };
}

/** The only company with this name, now or on the day asked about, that the hints do not contradict, if one fits it. */
function settleByHints(found: NameResult, verdicts: HintVerdicts): NameSettlement | null {
  if (!isSurelyName(isFirstOfSeveral(found) ? { ...found, way: 'name' } : found)) return null;
  const possible = listPossible(found, verdicts);
  const card = found.onDay
    ? chooseByStreet(
        listHolders({ ...found, hits: possible }, found.ofHints?.isWhole ?? false) ?? [],
        verdicts,
      )
    : (chooseByStreet(listActiveNamesakes(found, possible), verdicts) ??
      chooseByBareName(found, possible, verdicts) ??
      chooseByLatinName(found, possible, verdicts));
  if (!card) return null;
  const verdict = verdicts.get(card.company.company_id);
  const isSaid = isFirstOfSeveral(found) ? saysMoreThanPrefecture(verdict) : verdict?.agrees.length;
  return isSaid ? { card, rule: 'name_and_place' } : null;
}

const listPossible = ({ hits }: NameResult, verdicts: HintVerdicts): readonly MatchedCompany[] =>
  hits.filter(({ card }) => !verdicts.get(card.company.company_id)?.contradicted);

/** Empty if some that the hints do not contradict may be missing: they could fit as well. */
function listActiveNamesakes(
  { hits, ofHints, changedHands = [] }: NameResult,
  possible: readonly MatchedCompany[],
): readonly MatchedCompany[] {
  if (isCrowded(hits) && !ofHints?.hasAllHolders) return [];
  // A company that gave the name up not long ago may be in the same place as the one that took it.
  const holders = new Set(changedHands.map(({ company_id }) => company_id));
  return possible.filter((hit) => holders.has(hit.card.company.company_id) || isActiveHolder(hit));
}

/**
 * A name without a legal form, by the rule for such names, among the companies that hints do not contradict. A better
 * known company of that name may be meant whatever the hints say: they can be those of a branch. But not in the street of
 * the head office of the only one that has the name.
 */
function chooseByBareName(
  { keys, hits, ofHints, changedHands }: NameResult,
  possible: readonly MatchedCompany[],
  verdicts: HintVerdicts,
): CompanyCard | null {
  if (keys.legalForm !== null || changedHands || (isCrowded(hits) && !ofHints?.isWhole)) return null;
  const active = possible.filter(isActive);
  const inStreet = active.filter(({ card }) => isInItsStreet(verdicts.get(card.company.company_id)));
  const alone = getOnlyCard(inStreet);
  if (alone && inStreet.some(({ matchedQueries }) => matchedQueries.includes('legal_core'))) return alone;
  const card = (settleByBareName(active) ?? settleByBareName(filterByStreet(active, verdicts)))?.card;
  if (!card) return null;
  if (hits.some((hit) => isActive(hit) && hit.card.prominence > card.prominence)) return null;
  return card;
}

/**
 * A name in Latin letters, by which nobody else is registered, that is the English name of a company, or its legal name with the
 * form translated: Inc. for 株式会社, LLC for 合同会社. Or how only its name is read. If others have the name, the city decides,
 * and a prefecture is not enough.
 */
function chooseByLatinName(
  { name, keys, hits, suggestions, ofHints, changedHands }: NameResult,
  possible: readonly MatchedCompany[],
  verdicts: HintVerdicts,
): CompanyCard | null {
  if (!isLatin(name) || changedHands || (isCrowded(hits) && !ofHints?.isWhole)) return null;
  const active = hits.filter(isActive);
  const named = active.filter(hasWholeName);
  const fitting = named.filter((hit) => possible.includes(hit));
  const inCity = fitting.filter(({ card }) => saysMoreThanPrefecture(verdicts.get(card.company.company_id)));
  const [only, ...others] = inCity.length > 0 ? inCity : fitting;
  if (!only || others.length > 0 || (inCity.length === 0 && named.length > 1)) return null;
  const { card, matchedQueries } = only;
  // A name without its form is no reading that settles, and others that are read so could be cut off.
  const isUnsure = keys.legalForm === null || hits.length + suggestions.length >= maxListedCandidates;
  if (isUnsure && matchedQueries.includes(byReading)) return null;
  if (active.some((hit) => hit !== only && hit.card.prominence > card.prominence)) return null;
  if (matchedQueries.some((rule) => rule !== 'legal_core' && isLatinMatch(rule))) return card;
  const { legalForm } = keys;
  return legalForm && fitsForm(legalForm, toNameKeys(card.company.legal_name).legalForm) ? card : null;
}

function isInItsStreet(verdict: HintVerdict | undefined): boolean {
  return verdict?.sameStreet === true && verdict.agrees.some(({ field }) => field === 'address');
}

const hasWholeName = ({ matchedQueries }: MatchedCompany): boolean =>
  matchedQueries.some((rule) => isLatinMatch(rule) || findsWholeNames(rule));
const isLatinMatch = (rule: string): boolean =>
  rule === 'english_exact' || rule === 'english' || rule === 'legal_core' || rule === byReading;

/** The only one of namesakes, or the only one of them in the street. */
function chooseByStreet(namesakes: readonly MatchedCompany[], verdicts: HintVerdicts): CompanyCard | null {
  return getOnlyCard(namesakes) ?? getOnlyCard(filterByStreet(namesakes, verdicts));
}

/** Among namesakes in one city, the street decides if it is known for all of them. */
function filterByStreet(hits: readonly MatchedCompany[], verdicts: HintVerdicts): readonly MatchedCompany[] {
  const streets = hits.map(({ card }) => verdicts.get(card.company.company_id)?.sameStreet ?? null);
  if (streets.includes(null)) return hits;
  return hits.filter((_, place) => streets[place] === true);
}

/** Whether another company has the name too, in whatever kind of name. */
function isKnownOtherwise(active: readonly MatchedCompany[], named: readonly MatchedCompany[]): boolean {
  return active.some((hit) => !named.includes(hit) && hit.matchedQueries.some(findsWholeNames));
}

/** Whether the text can be the name that settles a row, and nothing else. */
function isSurelyName(found: Pick<NameResult, 'way' | 'name' | 'keys'>): boolean {
  return found.way === 'name' && !isFormIn('kana', found) && !isNoCompany(found);
}

/**
 * - `latin`: K.K. People write it behind English names too, so SEED K.K. can mean a company whose English name is Seed.
 * - `kana`: ｶ)ﾀﾞｲｷ, as banks write account holders, or かぶしきがいしゃだいき. Then the text is the reading of a name. 株式会社ダイキ
 *   is as likely as 株式会社大樹, and the readings of many companies are unknown.
 */
const scripts = { latin: LATIN, kana: /^[ァ-ヶぁ-ゖー・.\s()-]+$/u } as const;

/** Whether a name is written in this script, even its legal form. */
export function isFormIn(
  script: keyof typeof scripts,
  { name, keys }: Pick<NameResult, 'name' | 'keys'>,
): boolean {
  return keys.legalForm !== null && scripts[script].test(toNfkc(name));
}

/** Whether the name is a word that people write where no company is meant: 現金, フリーランス. With a legal form, it is a name. */
export function isNoCompany({ name, keys }: Pick<NameResult, 'name' | 'keys'>): boolean {
  return keys.legalForm === null && isNoCompanyWord(normalizeText(name));
}

function isActive({ card }: MatchedCompany): boolean {
  return card.company.status === 'active';
}

function settleOnOnly(hits: readonly MatchedCompany[], rule: SettlingRule): NameSettlement | null {
  const card = getOnlyCard(hits);
  return card && { card, rule };
}

/** The card of the only hit; null if there are none or several. */
function getOnlyCard(hits: readonly MatchedCompany[]): CompanyCard | null {
  const [only] = hits;
  if (hits.length === 1 && only) return only.card;
  return null;
}
