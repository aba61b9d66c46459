import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { NameHolder } from '../../../contract/company-resolve/name-holders.ts';
import type { RowIssue } from '../../../contract/sources/answers.ts';
import type { RowReason } from '../../../contract/sources/row-reasons.ts';
import type { TypingSlip } from '../../../text/names/typing-slips.ts';
import { changedHandsText } from '../../company-resolve/resolve-outcome.ts';
import type { NameFound } from '../lookup/name-found.ts';
import { isCrowded } from '../lookup/namesake-count.ts';
import { keysOf } from '../rules/card-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import type { HintVerdicts } from '../rules/place-hints.ts';
import { bestByName } from './hint-settlement.ts';
import { isNoCompany, isReading } from './name-settlement.ts';
import { type Case, suggestionsOf } from './row-candidates.ts';
import {
  commonHolders,
  type FoundIdentifier,
  hasName,
  knownIdentifiers,
  nameIn,
  type RowEvidence,
  surestIsUnknown,
} from './row-evidence.ts';
import { type Settlement, settledByNameAndHints } from './row-settlement.ts';

/** Why a row was not settled, for the person who has to decide. */

/** A row that was not settled, with the companies that something in it supports. */
export interface OpenRow {
  readonly evidence: RowEvidence;
  readonly verdicts: HintVerdicts;
  readonly cases: readonly Case[];
  /** What would settle the row if it was not invalid and the company still existed. */
  readonly settlement: Settlement | null;
}

export function openReason(row: OpenRow): RowReason {
  const { question, identifiers, chosen } = row.evidence;
  if (question.invalid) return reasonOfInvalid(row);
  if (row.cases.length === 0) return suggestionsOf(row).length > 0 ? 'suggestions_only' : reasonOfNobody(row);
  if (row.settlement) return 'company_not_loaded';
  if (chosen.some(({ always }) => always)) return 'remembered_contradicted';
  if (knownIdentifiers(identifiers).length > 0) return reasonBesideKnown(row);
  if (identifiers.length > 0) return reasonBesideUnknown(row);
  return reasonOfName(row);
}

function reasonOfInvalid({ cases, settlement, evidence: { question } }: OpenRow): RowReason {
  const [only, ...others] = cases;
  if (!only) return 'faulty_value_nobody';
  if (others.length > 0) return 'faulty_value_several_companies';
  if (isNearMiss(only)) return 'number_near_miss';
  // On another day, the name can be of another company.
  const isOtherDay = question.name !== null && question.faulty.some(({ field }) => field === 'as_of');
  return settlement && !isOtherDay ? 'faulty_value_one_company' : 'faulty_value_uncertain_company';
}

function isNearMiss({ nearMisses, contradicted }: Case): boolean {
  return nearMisses.length > 0 && !contradicted;
}

function reasonOfNobody({ evidence: { question, found } }: OpenRow): RowReason {
  const { identifiers, name } = question;
  if (identifiers.length > 0) return 'identifier_unknown';
  if (name !== null)
    return isNoCompany(found ?? { name: name.text, keys: name.keys }) ? 'no_company_meant' : 'nobody_found';
  return question.onlySharedSite ? 'site_not_identifying' : 'nothing_given';
}

function reasonBesideKnown({ evidence, cases }: OpenRow): RowReason {
  const { question, identifiers, found } = evidence;
  const { name } = question;
  const nameHits = found?.hits ?? [];
  const holders = commonHolders(identifiers);
  const [holder] = holders;
  if (!holder) return 'identifiers_differ';
  if (name !== null && !holders.some((card) => hasName(card, name))) {
    const isClear = holders.length === 1 && !surestIsUnknown(identifiers);
    if (isClear && cases.length === 1 && nameIn(holder, name) === 'part') return 'branch_behind_name';
    if (nameHits.length > 0) return 'identifier_and_name_differ';
    if (isClear && cases.length > 1) return 'earlier_choice_differs';
    return 'name_unlike_identifier';
  }
  return surestIsUnknown(identifiers) ? 'identifier_unknown_other_known' : 'identifier_shared';
}

function reasonBesideUnknown(row: OpenRow): RowReason {
  const { evidence, verdicts, cases } = row;
  const { question, identifiers, found } = evidence;
  const nameHits = found?.hits ?? [];
  const [first, ...others] = cases;
  if (nameHits.length === 0) return 'only_earlier_choice';
  if (others.length > 0) return 'identifier_unknown_name_several';
  if (first && isNearMiss(first)) return 'number_near_miss';
  const onlySites = identifiers.every(({ field }) => field === 'domain');
  const withoutSites = { ...evidence, identifiers: [], question: { ...question, identifiers: [] } };
  return onlySites && settledByNameAndHints(withoutSites, verdicts)
    ? 'site_unknown_name_settles'
    : 'identifier_unknown_name_found';
}

function reasonOfName(row: OpenRow): RowReason {
  const { evidence, verdicts, cases } = row;
  const { found } = evidence;
  const [hit, ...otherHits] = found?.hits ?? [];
  if (!hit || !found) return 'only_earlier_choice';
  if (isNoCompany(found)) return 'no_company_meant';
  const best = bestByName(found, verdicts);
  if (best) return contradicts(verdicts, best.card) ? 'place_contradicts' : 'earlier_choice_differs';
  if (isCrowded(found.hits) && !found.ofHints?.isWhole) return 'too_many_namesakes';
  if (found.changedHands && !found.onDay) return 'name_changed_hands';
  if (found.otherNumber) return 'identifier_and_name_differ';
  if (found.way === 'one_of_several') return 'several_companies_named';
  if (found.hits.some(isOnlyCalledSo)) return 'called_so';
  if (otherHits.length > 0) return 'several_companies';
  if (contradicts(verdicts, hit.card)) return 'place_contradicts';
  if (cases.length > 1) return 'earlier_choice_differs';
  if (found.way !== 'name') return 'part_of_name';
  return hit.card.company.status === 'active' ? reasonOfKind(found, hit.card) : 'company_closed';
}

function isOnlyCalledSo({ matchedQueries }: MatchedCompany): boolean {
  return matchedQueries.every((rule) => rule === 'called');
}

function contradicts(verdicts: HintVerdicts, { company }: CompanyCard): boolean {
  return verdicts.get(company.company_id)?.contradicted ?? false;
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

function reasonOfKind(found: NameFound, card: CompanyCard): RowReason {
  const { keys } = found;
  if (isReading(found)) return 'only_kana_name';
  for (const [kind, reason] of kinds) {
    const same = card.names
      .filter((name) => name.kind === kind)
      .map((name) => keysOf(name))
      .filter(({ loose, looseExact }) => [loose, looseExact].some((key) => fits(key, keys)));
    if (same.length === 0) continue;
    // A name without a legal form contradicts no form.
    const forms = same.map(({ legalForm }) => legalForm);
    if (keys.legalForm === null || forms.includes(null)) return reason;
    const sameKind = forms.filter((form) => form?.kind === keys.legalForm?.kind);
    if (sameKind.length === 0) return 'only_other_legal_form';
    const sameEnd = sameKind.some((form) => form?.position === keys.legalForm?.position);
    return sameEnd ? reason : 'only_form_at_other_end';
  }
  return 'only_other_spelling';
}

function fits(key: string, { loose, looseExact }: NameFound['keys']): boolean {
  return key === loose || key === looseExact;
}

/** What is wrong with a row that was not settled, beside the faults of its own cells. */
export function openIssues(row: OpenRow, reason: RowReason): RowIssue[] {
  const differences = reason === 'branch_behind_name' ? [] : differenceIssues(row.evidence);
  return [
    ...unknownIssues(row.evidence),
    ...differences,
    ...otherNumberIssues(row.evidence.found),
    ...nearMissIssues(row),
    ...(reason === 'name_changed_hands' ? changedHandsIssues(row.evidence.found?.changedHands) : []),
  ];
}

function otherNumberIssues(found: NameFound | null): RowIssue[] {
  if (!found?.otherNumber) return [];
  const message = `The cell also has the corporate number ${found.otherNumber}, and none of the companies with the name ${found.name} has it. Check both.`;
  return [{ code: 'identifier_and_name_differ', field: 'name', header: null, message }];
}

/** Between which companies the name of a row passed, if it did. */
export function changedHandsIssues(companies: readonly NameHolder[] = []): RowIssue[] {
  if (companies.length === 0) return [];
  const message = `${changedHandsText(companies)} Map a column with days as \`as_of\`, or choose.`;
  return [{ code: 'name_changed_hands', field: 'name', header: null, message, companies }];
}

const fieldNames: Readonly<Record<FoundIdentifier['field'], string>> = {
  earlier_export: 'company of the earlier export',
  corporate_number: 'corporate number',
  ticker: 'securities code',
  domain: 'site',
};

function issue(code: string, field: FoundIdentifier['field'], message: string): RowIssue {
  return { code, field: field === 'earlier_export' ? null : field, header: null, message };
}

/** Valid identifiers that no loaded company has explain why a row was not matched. */
function unknownIssues({ identifiers }: RowEvidence): RowIssue[] {
  return identifiers
    .filter(({ cards }) => cards.length === 0)
    .map(({ field, type, value }) => {
      const what = field === 'earlier_export' ? type : field;
      const message = `No loaded company has the ${what} ${value}. This is not proof that there is none.`;
      return issue(`${field}_unknown`, field, message);
    });
}

/** Identifiers, and a name, that are of different companies: which is of which. */
function differenceIssues({ question: { name }, identifiers, found }: RowEvidence): RowIssue[] {
  const known = knownIdentifiers(identifiers);
  const [first] = known;
  if (!first) return [];
  const ofIdentifiers = known.map(({ field, cards }) => `The ${fieldNames[field]} is of ${listed(cards)}.`);
  const holders = commonHolders(identifiers);
  if (holders.length === 0) return [issue('identifiers_differ', first.field, ofIdentifiers.join(' '))];
  if (name === null || holders.some((card) => hasName(card, name))) return [];
  const nameHits = found?.hits ?? [];
  const ofName =
    nameHits.length > 0
      ? `The name is of ${listed(nameHits.map(({ card }) => card))}.`
      : 'No loaded company has the name of the row.';
  const code = nameHits.length > 0 ? 'identifier_and_name_differ' : 'name_unlike_identifier';
  return [issue(code, first.field, [...ofIdentifiers, ofName].join(' '))];
}

const companiesNamed = 2;

function listed(cards: readonly CompanyCard[]): string {
  const named = cards.slice(0, companiesNamed).map(shown);
  const more = cards.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(' and ');
}

function shown({ company: { legal_name, company_id } }: CompanyCard): string {
  return `${legal_name} (${company_id})`;
}

const missTexts: Readonly<Record<TypingSlip, string>> = {
  replaced: 'has one digit that differs from',
  swapped: 'has two digits swapped, compared with',
  missing: 'has one digit less than',
  added: 'has one digit more than',
};

function nearMissIssues({ cases }: OpenRow): RowIssue[] {
  return cases.flatMap(({ card, nearMisses }) =>
    nearMisses.map(({ written, miss }) => {
      const message = `${written} ${missTexts[miss]} ${card.company.corporate_number}, the corporate number of ${shown(card)}.`;
      return issue('corporate_number_near_miss', 'corporate_number', `${message} Check it.`);
    }),
  );
}
