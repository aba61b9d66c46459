import type { RowStatus } from './sources.ts';

/** Why a row is in its state: a closed catalogue of codes (sentences: row-reason-texts.ts). */

interface RowReasonEntry {
  /** The states that rows with this reason are in. */
  readonly states: readonly Exclude<RowStatus, 'unresolved'>[];
  /**
   * Whether a person can accept the candidate of rows with this reason at once, after looking at some of them: those
   * that also fulfil the rule of `acceptable-rows.ts`. The others stay for a person, one by one.
   */
  readonly acceptable?: true;
}

const matched = ['matched'] as const;
const several = ['multiple_candidates'] as const;
const nobody = ['not_found'] as const;
const invalid = ['invalid'] as const;
const matchedOrSeveral = ['matched', 'multiple_candidates'] as const;
const matchedOrNobody = ['matched', 'not_found'] as const;
const severalOrNobody = ['multiple_candidates', 'not_found'] as const;
const severalOrInvalid = ['multiple_candidates', 'invalid'] as const;

export const rowReasons = {
  earlier_export: { states: matched },
  number_and_name: { states: matched },
  number_alone: { states: matched },
  code_and_name: { states: matched },
  code_alone: { states: matched },
  site_and_name: { states: matched },
  site_alone: { states: matched },
  shared_identifier_and_name: { states: matched },
  remembered: { states: matchedOrNobody },
  full_name: { states: matched },
  name_without_form: { states: matched },
  exclusive_alias: { states: matched },
  name_former: { states: matched },
  company_ended: { states: matched },
  name_as_of: { states: matched },
  other_spelling: { states: matched },
  branch_of_name: { states: matched },
  unit_of: { states: matchedOrSeveral },
  name_and_place: { states: matched },
  chosen: { states: matched },

  several_companies: { states: several },
  called_so: { states: several },
  no_company_meant: { states: severalOrNobody },
  name_changed_hands: { states: several },
  several_companies_named: { states: several, acceptable: true },
  part_of_name: { states: several, acceptable: true },
  too_many_namesakes: { states: several },
  only_english_name: { states: several, acceptable: true },
  only_trade_name: { states: several, acceptable: true },
  only_alias: { states: several, acceptable: true },
  only_former_name: { states: several, acceptable: true },
  only_kana_name: { states: several },
  only_other_spelling: { states: several, acceptable: true },
  only_form_at_other_end: { states: several, acceptable: true },
  only_other_legal_form: { states: several },
  assurance_below: { states: several, acceptable: true },
  company_closed: { states: several },
  place_contradicts: { states: several, acceptable: true },
  identifier_and_name_differ: { states: several },
  code_and_short_name: { states: several, acceptable: true },
  identifier_and_likely_name: { states: several },
  name_unlike_identifier: { states: several },
  branch_behind_name: { states: several, acceptable: true },
  identifiers_differ: { states: several },
  identifier_shared: { states: several },
  identifier_unknown_other_known: { states: several },
  identifier_unknown_name_found: { states: several },
  identifier_unknown_name_several: { states: several },
  site_unknown_name_settles: { states: several, acceptable: true },
  number_near_miss: { states: severalOrInvalid, acceptable: true },
  earlier_choice_differs: { states: several },
  only_earlier_choice: { states: several },
  remembered_contradicted: { states: several, acceptable: true },
  taken_back: { states: several },
  company_not_loaded: { states: several },

  one_slip: { states: nobody, acceptable: true },
  suggestions_only: { states: nobody },
  nobody_found: { states: nobody },
  identifier_unknown: { states: nobody },
  code_of_fund: { states: severalOrNobody },
  name_of_fund: { states: severalOrNobody },
  site_not_identifying: { states: nobody },
  nothing_given: { states: nobody },
  none_of_these: { states: nobody },
  not_a_company: { states: nobody },

  faulty_value_one_company: { states: invalid, acceptable: true },
  faulty_value_uncertain_company: { states: invalid },
  faulty_value_several_companies: { states: invalid },
  faulty_value_nobody: { states: invalid },
} as const satisfies Readonly<Record<string, RowReasonEntry>>;

export type RowReason = keyof typeof rowReasons;

/** All codes: a program that shows reasons in another language can check that it has them all. */
export const rowReasonCodes = Object.keys(rowReasons) as readonly RowReason[];

function findEntry(code: string): RowReasonEntry | undefined {
  if (Object.hasOwn(rowReasons, code)) return rowReasons[code as RowReason];
  return undefined;
}

/** Of rows with these, a person most likely says that they are no companies. */
export const noCompanyReasons = [
  'no_company_meant',
  'nothing_given',
  'code_of_fund',
  'name_of_fund',
] as const satisfies readonly RowReason[];

/** Whether a person can accept the only candidate of rows with this reason at once. */
export function isAcceptableForAll(code: string): boolean {
  return findEntry(code)?.acceptable === true;
}
