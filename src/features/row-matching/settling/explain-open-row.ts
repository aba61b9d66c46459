import { type CompanyCard, prominentFrom } from '../../../../mappings/companies.ts';
import type { CompanyStatus, ListingStatus } from '../../../contract/companies/company-vocabulary.ts';
import type { NameHolder } from '../../../contract/company-resolve/name-holders.ts';
import { maxSuggestions } from '../../../contract/limits.ts';
import type { RowReason } from '../../../contract/sources/row-reasons.ts';
import type { RowIssue } from '../../../contract/sources/source-row.ts';
import { toNameKeys } from '../../../text/names/names.ts';
import { findSlippedLetters, type TypingSlip } from '../../../text/names/typing-slips.ts';
import { describeFund } from '../listed-fund.ts';
import type { NameResult } from '../lookup/name-result.ts';
import { describeChangeOfHands } from '../lookup/names-in-time.ts';
import { isCrowded } from '../lookup/namesakes.ts';
import { keysOf } from '../rules/compare-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import type { StoredSuggestion } from '../stored-candidates.ts';
import type { Case } from './row-evidence.ts';
import { type FoundIdentifier, listCommonHolders, surestIsUnknown } from './row-evidence.ts';
import { isFormIn, isNoCompany } from './settle-name.ts';
import { isUnit, type SettledRow, settleByNameAndHints } from './settle-row.ts';

/** Why a row was not settled, for the person who has to decide. */

export function explainOpenRow(row: SettledRow): RowReason {
  const { question, identifiers, chosen, cases } = row;
  if (row.state === 'taken_back') return 'taken_back';
  if (row.state === 'below') return 'assurance_below';
  if (question.invalid) return explainInvalid(row);
  if (isOfFund(identifiers)) return 'code_of_fund';
  if (row.fund && identifiers.length === 0) return 'name_of_fund';
  if (cases.length === 0) {
    const suggestions = listSuggestions(row);
    if (suggestions.length === 0) return explainNobody(row);
    return isOneSlip(row, suggestions) ? 'one_slip' : 'suggestions_only';
  }
  if (row.settlement) return 'company_not_loaded';
  if (chosen.some(({ always }) => always)) return 'remembered_contradicted';
  if (identifiers.some(({ cards }) => cards.length > 0)) return explainBesideKnown(row);
  if (identifiers.length > 0) return explainBesideUnknown(row);
  return explainName(row);
}

/** In a text that is not a number, and not the only letter that sets companies of one group apart. */
const COUNTS = /[\da-z〇一二三四五六七八九十百千壱弐参東西南北新第上中下前後左右大小]/;

/**
 * Whether one letter is typed otherwise than in the name of the only company in the same street that is near: of companies there, hardly
 * two have such names.
 */
function isOneSlip(
  { identifiers, found, verdicts }: SettledRow,
  [first, ...others]: readonly StoredSuggestion[],
): boolean {
  if (!first || !found || identifiers.length > 0 || first.status !== 'active') return false;
  const isThere = ({ company_id }: StoredSuggestion) => verdicts.get(company_id)?.sameStreet !== false;
  const isSlip = first.reason === 'slip' && verdicts.get(first.company_id)?.sameStreet === true;
  const letters = findSlippedLetters(found.keys.loose, toNameKeys(first.name).loose);
  return isSlip && letters !== null && !COUNTS.test(letters) && !others.some(isThere);
}

/** Whether the code is of a fund, and no other identifier of a company. */
function isOfFund(identifiers: readonly FoundIdentifier[]): boolean {
  return identifiers.some(({ fund }) => fund) && identifiers.every(({ cards }) => cards.length === 0);
}

function explainInvalid({ cases, settlement, question }: SettledRow): RowReason {
  const [only, ...others] = cases;
  if (!only) return 'faulty_value_nobody';
  if (others.length > 0) return 'faulty_value_several_companies';
  if (isNearMiss(only)) return 'number_near_miss';
  // On another day, the name can be of another company.
  const isOtherDay = question.name !== null && question.faulty.some(({ field }) => field === 'as_of');
  if (settlement && !isOtherDay) return 'faulty_value_one_company';
  return 'faulty_value_uncertain_company';
}

function isNearMiss({ nearMisses, contradicted }: Case): boolean {
  return nearMisses.length > 0 && !contradicted;
}

function explainNobody({ question, found }: SettledRow): RowReason {
  const { identifiers, name } = question;
  if (identifiers.length > 0) return 'identifier_unknown';
  if (name !== null) {
    if (isNoCompany(found ?? { name: name.text, keys: name.keys })) return 'no_company_meant';
    return 'nobody_found';
  }
  if (question.onlySharedSite) return 'site_not_identifying';
  return 'nothing_given';
}

function explainBesideKnown(row: SettledRow): RowReason {
  const { question, identifiers, found, cases } = row;
  const { name } = question;
  const nameHits = found?.hits ?? [];
  const holders = listCommonHolders(identifiers);
  const [holder] = holders;
  if (!holder) return 'identifiers_differ';
  if (isCalledShort(row, holder)) return 'code_and_short_name';
  if (name !== null && !holders.some((card) => name.findIn(card) === 'name')) {
    const isClear = holders.length === 1 && !surestIsUnknown(identifiers);
    if (isClear && cases.length === 1 && name.findIn(holder) === 'part') return 'branch_behind_name';
    if (areAmong(nameHits, holders)) return 'identifier_and_likely_name';
    if (nameHits.length > 0) return 'identifier_and_name_differ';
    if (isClear && cases.length > 1) return 'earlier_choice_differs';
    return 'name_unlike_identifier';
  }
  if (surestIsUnknown(identifiers)) return 'identifier_unknown_other_known';
  return 'identifier_shared';
}

/** Whether a securities code is of the only company that has it, whose name begins with that of the row: 7203 and トヨタ. */
function isCalledShort({ identifiers, found }: SettledRow, { names, company }: CompanyCard): boolean {
  const [code, ...others] = identifiers;
  if (code?.field !== 'ticker' || code.cards.length > 1 || others.length > 0) return false;
  if (found?.way !== 'name' || found.keys.legalForm !== null) return false;
  const { loose } = found.keys;
  const isShort = names.some((name) => {
    const own = keysOf(name).loose;
    return own.startsWith(loose) && own !== loose;
  });
  const isKnown = ({ card, matchedQueries }: MatchedCompany) =>
    card.company.company_id !== company.company_id &&
    card.prominence >= prominentFrom &&
    matchedQueries.some((rule) => rule !== 'called');
  return [...loose].length >= minShortName && isShort && !found.hits.some(isKnown);
}

const minShortName = 2;

/** Whether the name finds companies, and only those that have the identifiers: then nothing speaks for another one. */
function areAmong(hits: readonly { readonly card: CompanyCard }[], holders: readonly CompanyCard[]): boolean {
  const ids = new Set(holders.map(({ company }) => company.company_id));
  return hits.length > 0 && hits.every(({ card }) => ids.has(card.company.company_id));
}

function explainBesideUnknown(row: SettledRow): RowReason {
  const { identifiers, found, cases } = row;
  const nameHits = found?.hits ?? [];
  const [first, ...others] = cases;
  if (nameHits.length === 0) return 'only_earlier_choice';
  if (others.length > 0) return 'identifier_unknown_name_several';
  if (first && isNearMiss(first)) return 'number_near_miss';
  const onlySites = identifiers.every(({ field }) => field === 'domain');
  if (onlySites && settleByNameAndHints({ ...row, identifiers: [] })) return 'site_unknown_name_settles';
  return 'identifier_unknown_name_found';
}

function explainName({ found, ofName, verdicts, cases }: SettledRow): RowReason {
  const contradicts = ({ company }: CompanyCard) => verdicts.get(company.company_id)?.contradicted ?? false;
  const [hit, ...otherHits] = found?.hits ?? [];
  if (!hit || !found) return 'only_earlier_choice';
  if (isNoCompany(found)) return 'no_company_meant';
  if (ofName) {
    if (contradicts(ofName.card)) return 'place_contradicts';
    return 'earlier_choice_differs';
  }
  if (isCrowded(found.hits) && !found.ofHints?.isWhole) return 'too_many_namesakes';
  if (found.changedHands && !found.onDay) return 'name_changed_hands';
  if (found.otherNumber) return 'identifier_and_name_differ';
  if (found.way === 'one_of_several') return 'several_companies_named';
  if (found.hits.some(({ matchedQueries }) => matchedQueries.every((rule) => rule === 'called')))
    return 'called_so';
  if (otherHits.length > 0) return 'several_companies';
  if (contradicts(hit.card)) return 'place_contradicts';
  if (cases.length > 1) return 'earlier_choice_differs';
  if (found.setAside.some(isUnit)) return 'unit_of';
  if (found.way !== 'name') return 'part_of_name';
  if (hit.card.company.status === 'active') return explainKind(found, hit.card);
  return 'company_closed';
}

/** The kinds of names in the order of docs/specification.md#matching, with the reason for a name that only fits so. */
const kinds: readonly (readonly [kind: string, reason: RowReason])[] = [
  ['legal', 'only_other_spelling'],
  ['trade', 'only_trade_name'],
  ['alias', 'only_alias'],
  ['former', 'only_former_name'],
  ['english', 'only_english_name'],
  ['kana', 'only_kana_name'],
];

function explainKind(found: NameResult, card: CompanyCard): RowReason {
  const { keys } = found;
  if (isFormIn('kana', found)) return 'only_kana_name';
  for (const [kind, reason] of kinds) {
    const same = card.names
      .filter((name) => name.kind === kind)
      .map((name) => keysOf(name))
      .filter((own) =>
        [own.loose, own.looseExact].some((key) => key === keys.loose || key === keys.looseExact),
      );
    if (same.length === 0) continue;
    // A name without a legal form contradicts no form.
    const forms = same.map(({ legalForm }) => legalForm);
    if (keys.legalForm === null || forms.includes(null)) return reason;
    const sameKind = forms.filter((form) => form?.kind === keys.legalForm?.kind);
    if (sameKind.length === 0) return 'only_other_legal_form';
    const sameEnd = sameKind.some((form) => form?.position === keys.legalForm?.position);
    if (sameEnd) return reason;
    return 'only_form_at_other_end';
  }
  return 'only_other_spelling';
}

/** Companies with a similar name that are neither candidates nor taken back by a person. */
export function listSuggestions({ found, question, places, cases }: SettledRow): StoredSuggestion[] {
  const left = new Set([...cases.map(({ card }) => card.company.company_id), ...question.rejected]);
  return (found?.suggestions ?? [])
    .filter(({ card: { company } }) => places.has(company.company_id) && !left.has(company.company_id))
    .slice(0, maxSuggestions)
    .map(({ card: { company }, name, reason }) => ({
      company_id: company.company_id,
      display_name: company.display_name,
      legal_name: company.legal_name,
      prefecture: company.prefecture,
      city: company.city,
      listing_status: company.listing_status as ListingStatus,
      status: company.status as CompanyStatus,
      // Filled in when the row is read, because a merger can come later.
      superseded_by: null,
      name,
      reason,
    }));
}

/** What is wrong with a row that was not settled, beside the faults of its own cells. */
export function openIssues(row: SettledRow, reason: RowReason): RowIssue[] {
  const differences = reason === 'branch_behind_name' ? [] : differenceIssues(row);
  return [
    ...unknownIssues(row),
    ...namedFundIssues(row),
    ...differences,
    ...otherNumberIssues(row.found),
    ...nearMissIssues(row),
    ...(reason === 'name_changed_hands' ? changedHandsIssues(row.found?.changedHands) : []),
  ];
}

function otherNumberIssues(found: NameResult | null): RowIssue[] {
  if (!found?.otherNumber) return [];
  const message = `The cell also has the corporate number ${found.otherNumber}, and none of the companies with the name ${found.name} has it. Check both.`;
  return [{ code: 'identifier_and_name_differ', field: 'name', header: null, message }];
}

/** Between which companies the name of a row passed, if it did. */
export function changedHandsIssues(companies: readonly NameHolder[] = []): RowIssue[] {
  if (companies.length === 0) return [];
  const message = `${describeChangeOfHands(companies)} Map a column with days as \`as_of\`, or choose.`;
  return [{ code: 'name_changed_hands', field: 'name', header: null, message, companies }];
}

const fieldNames: Readonly<Record<FoundIdentifier['field'], string>> = {
  earlier_export: 'company of the earlier export',
  corporate_number: 'corporate number',
  ticker: 'securities code',
  domain: 'site',
};

function buildIssue(code: string, field: FoundIdentifier['field'], message: string): RowIssue {
  return { code, field: field === 'earlier_export' ? null : field, header: null, message };
}

/** Valid identifiers that no loaded company has explain why a row was not matched. */
function unknownIssues({ identifiers }: SettledRow): RowIssue[] {
  return identifiers
    .filter(({ cards }) => cards.length === 0)
    .map(({ field, type, value, fund }) => {
      if (fund) return { ...buildIssue('ticker_of_fund', field, describeFund(fund)), fund: fund.name };
      const what = field === 'earlier_export' ? type : field;
      const message = `No loaded company has the ${what} ${value}. This is not proof that there is none.`;
      return buildIssue(`${field}_unknown`, field, message);
    });
}

function namedFundIssues({ fund, identifiers }: SettledRow): RowIssue[] {
  if (!fund || identifiers.some((one) => one.fund?.code === fund.code)) return [];
  const { name } = fund;
  return [{ code: 'name_of_fund', field: 'name', header: null, message: describeFund(fund), fund: name }];
}

/** Identifiers, and a name, that are of different companies: which is of which. */
function differenceIssues({ question: { name }, identifiers, found }: SettledRow): RowIssue[] {
  const known = identifiers.filter(({ cards }) => cards.length > 0);
  const [first] = known;
  if (!first) return [];
  const ofIdentifiers = known.map(
    ({ field, cards }) => `The ${fieldNames[field]} is of ${listCompanies(cards)}.`,
  );
  const holders = listCommonHolders(identifiers);
  if (holders.length === 0) return [buildIssue('identifiers_differ', first.field, ofIdentifiers.join(' '))];
  if (name === null || holders.some((card) => name.findIn(card) === 'name')) return [];
  const nameHits = found?.hits ?? [];
  if (areAmong(nameHits, holders)) return [];
  const ofName =
    nameHits.length > 0
      ? `The name is of ${listCompanies(nameHits.map(({ card }) => card))}.`
      : 'No loaded company has the name of the row.';
  const code = nameHits.length > 0 ? 'identifier_and_name_differ' : 'name_unlike_identifier';
  return [buildIssue(code, first.field, [...ofIdentifiers, ofName].join(' '))];
}

const companiesNamed = 2;

function listCompanies(cards: readonly CompanyCard[]): string {
  const named = cards.slice(0, companiesNamed).map(labelCompany);
  const more = cards.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${more} more`;
  return named.join(' and ');
}

function labelCompany({ company: { legal_name, company_id } }: CompanyCard): string {
  return `${legal_name} (${company_id})`;
}

const missTexts: Readonly<Record<TypingSlip, string>> = {
  replaced: 'has one digit that differs from',
  swapped: 'has two digits swapped, compared with',
  missing: 'has one digit less than',
  added: 'has one digit more than',
};

function nearMissIssues({ cases }: SettledRow): RowIssue[] {
  return cases.flatMap(({ card, nearMisses }) =>
    nearMisses.map(({ written, miss }) => {
      const message = `${written} ${missTexts[miss]} ${card.company.corporate_number}, the corporate number of ${labelCompany(card)}.`;
      return buildIssue('corporate_number_near_miss', 'corporate_number', `${message} Check it.`);
    }),
  );
}
