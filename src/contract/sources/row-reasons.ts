import type { RowStatus } from './sources.ts';

/** Why a row is in its state: a closed catalogue of codes, with one sentence each. */

interface RowReasonEntry {
  readonly message: string;
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
const severalOrNobody = ['multiple_candidates', 'not_found'] as const;
const severalOrInvalid = ['multiple_candidates', 'invalid'] as const;

export const rowReasons = {
  earlier_export: {
    states: matched,
    message: 'The row names this company in a column of an earlier export, free of charge.',
  },
  number_and_name: {
    states: matched,
    message: 'The corporate number is of this company, and the name is one of its names.',
  },
  number_alone: {
    states: matched,
    message: 'The corporate number is of this company. The row has no name.',
  },
  code_and_name: {
    states: matched,
    message: 'The securities code is of this company, and the name is one of its names, or short for one.',
  },
  code_alone: { states: matched, message: 'The securities code is of this company. The row has no name.' },
  site_and_name: {
    states: matched,
    message: 'The site is of this company, and the name is one of its names.',
  },
  site_alone: { states: matched, message: 'The site is of this company. The row has no name.' },
  shared_identifier_and_name: {
    states: matched,
    message: 'Several companies share an identifier of the row. The name is of this one.',
  },
  remembered: {
    states: matched,
    message: 'A person chose this company for this name before, for all later rows.',
  },
  full_name: { states: matched, message: 'This is the only active company with this full name.' },
  name_without_form: {
    states: matched,
    message: 'This is the only active company with this name. The row has no legal form.',
  },
  exclusive_alias: {
    states: matched,
    message: 'This is the only company with this alias. A source says that it means no other company.',
  },
  name_former: {
    states: matched,
    message: 'No active company has this name. This is the only company that ever had it.',
  },
  company_ended: {
    states: matched,
    message: 'The only company that ever had this name no longer exists.',
  },
  name_as_of: {
    states: matched,
    message: 'On the day that the row or the source gives, this was the only company with this full name.',
  },
  other_spelling: {
    states: matched,
    message:
      'Only this company has the name, in another spelling, and hardly two companies have names that differ only so.',
  },
  branch_of_name: {
    states: matched,
    message:
      'This is the only active company with the name in the cell. The rest is a branch, a department, a place or a form of address.',
  },
  unit_of: {
    states: matchedOrSeveral,
    message:
      'The text is the name of a unit, which is no legal person: an office, a school, a hospital. It is a unit of this company. It is settled if a law or statute says so.',
  },
  name_and_place: {
    states: matched,
    message:
      'Of the companies that have this name, or are read so, only this one fits the place or the other hints of the row.',
  },
  chosen: { states: matched, message: 'A person chose this company for the row.' },

  several_companies: { states: several, message: 'Several companies have this name.' },
  called_so: {
    states: several,
    message: 'The name has no legal form, and people call a well-known company so.',
  },
  no_company_meant: {
    states: severalOrNobody,
    message:
      'The cell has a word that people write where no company is meant, such as 現金 or フリーランス. Companies of that name are listed.',
  },
  name_changed_hands: {
    states: several,
    message: 'Within five years, the name passed from one company to another. `issues` names both.',
  },
  several_companies_named: {
    states: several,
    message: 'The cell names several companies, or one and others.',
  },
  part_of_name: {
    states: several,
    acceptable: true,
    message: 'Only one company has the name that a part of the cell contains.',
  },
  too_many_namesakes: {
    states: several,
    message:
      'So many companies have this name that not all of them were compared. Narrow by place: map hints, or list all companies of the name by prefecture and city.',
  },
  only_english_name: {
    states: several,
    acceptable: true,
    message: 'Only one company has this name, as its English name.',
  },
  only_trade_name: {
    states: several,
    acceptable: true,
    message: 'Only one company has this name, as its trade name.',
  },
  only_alias: {
    states: several,
    acceptable: true,
    message: 'Only one company has this name, as an alias.',
  },
  only_former_name: {
    states: several,
    acceptable: true,
    message: 'Only one company has this name, as a former name.',
  },
  only_kana_name: {
    states: several,
    message: 'Only one company has this name, as its reading in kana. Others can sound the same.',
  },
  only_other_spelling: {
    states: several,
    acceptable: true,
    message: 'Only one company has this name, in another spelling.',
  },
  only_form_at_other_end: {
    states: several,
    acceptable: true,
    message: 'Only one company has this name, with its legal form at the other end.',
  },
  only_other_legal_form: {
    states: several,
    message: 'Only one company has this name, but with another legal form.',
  },
  assurance_below: {
    states: several,
    acceptable: true,
    message: 'The row names this company, but less surely than the source settles from. See `assurance`.',
  },
  company_closed: { states: several, message: 'The only company with this name has closed.' },
  place_contradicts: {
    states: several,
    message: 'The company with this name is not in the place that the row names.',
  },
  identifier_and_name_differ: {
    states: several,
    message: 'An identifier is of one company, and the name is of another. `issues` names them.',
  },
  identifier_and_likely_name: {
    states: several,
    message:
      'An identifier is of this company, and the name is likely to mean it, too, but is none of its names.',
  },
  name_unlike_identifier: {
    states: several,
    message: 'An identifier is of a company with another name, and no company has the name of the row.',
  },
  branch_behind_name: {
    states: several,
    acceptable: true,
    message:
      'The identifier is of this company. Its name is only a part of the text in the row, or one of several names.',
  },
  identifiers_differ: {
    states: several,
    message: 'The identifiers of the row are of different companies. `issues` names them.',
  },
  identifier_shared: { states: several, message: 'Several companies have the identifier of the row.' },
  identifier_unknown_other_known: {
    states: several,
    message: 'No loaded company has the most reliable identifier of the row. Another one names a company.',
  },
  identifier_unknown_name_found: {
    states: several,
    message: 'No loaded company has the identifier of the row. Only one company has its name.',
  },
  identifier_unknown_name_several: {
    states: several,
    message: 'No loaded company has the identifier of the row. Several companies have its name.',
  },
  site_unknown_name_settles: {
    states: several,
    acceptable: true,
    message:
      'No loaded company has the site of the row. The name alone would settle the row on this company.',
  },
  number_near_miss: {
    states: severalOrInvalid,
    acceptable: true,
    message:
      'The corporate number has a typing error. The company that the rest of the row finds has almost the same number. `issues` names both.',
  },
  earlier_choice_differs: {
    states: several,
    message: 'A person chose another company for this name before.',
  },
  only_earlier_choice: {
    states: several,
    message: 'Only an earlier choice for this name finds a company.',
  },
  remembered_contradicted: {
    states: several,
    message:
      'A person chose a company for all later rows with this name. Something in this row contradicts it.',
  },
  taken_back: {
    states: several,
    message: 'A person took this company back for this row. Only a person can settle the row on it again.',
  },
  company_not_loaded: {
    states: several,
    message: 'The company of this row was removed a moment ago. Map and resolve again.',
  },

  suggestions_only: {
    states: nobody,
    message: 'No loaded company has what the row gives. Companies with similar names are suggested.',
  },
  nobody_found: { states: nobody, message: 'No loaded company has this name.' },
  identifier_unknown: { states: nobody, message: 'No loaded company has what the row gives.' },
  site_not_identifying: {
    states: nobody,
    message: 'The row has only a site or a mail service that many companies share.',
  },
  nothing_given: { states: nobody, message: 'The mapped cells of the row are all empty.' },
  none_of_these: { states: nobody, message: 'A person said that none of the candidates is meant.' },
  not_a_company: { states: nobody, message: 'A person said that the row is not a company.' },

  faulty_value_one_company: {
    states: invalid,
    acceptable: true,
    message: 'The row has a fault, see `issues`. Its other values would settle it on this company.',
  },
  faulty_value_uncertain_company: {
    states: invalid,
    message: 'The row has a fault, see `issues`. Its other values find one company, but would not settle it.',
  },
  faulty_value_several_companies: {
    states: invalid,
    message: 'The row has a fault, see `issues`. Its other values find several companies.',
  },
  faulty_value_nobody: {
    states: invalid,
    message: 'The row has a fault, see `issues`. Its other values find no company.',
  },
} as const satisfies Readonly<Record<string, RowReasonEntry>>;

export type RowReason = keyof typeof rowReasons;

/** All codes: a program that shows reasons in another language can check that it has them all. */
export const rowReasonCodes = Object.keys(rowReasons) as readonly RowReason[];

function findEntry(code: string): RowReasonEntry | undefined {
  if (Object.hasOwn(rowReasons, code)) return rowReasons[code as RowReason];
  return undefined;
}

/** The sentence of a reason; the code itself if it is not known any more. */
export function getRowReasonText(code: string): string {
  return findEntry(code)?.message ?? code;
}

/** Whether a person can accept the only candidate of rows with this reason at once. */
export function isAcceptableForAll(code: string): boolean {
  return findEntry(code)?.acceptable === true;
}
