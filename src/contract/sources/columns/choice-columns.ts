import { pickText, type TextPair } from '../../texts.ts';
import {
  buildCandidateTitle,
  type ColumnKind,
  type ExportLanguage,
  getDefaultPrefix,
  resultColumnTitles,
} from './result-columns.ts';

/** The columns that the table of candidates has beside those of the user, with their titles for people. */

const titles = {
  row: ['Row', '行'],
  candidate: ['Candidate', '候補'],
  choice: ['Choice', '選択'],
  why: ['Why', '選択の理由'],
  candidate_name: buildCandidateTitle('name'),
  candidate_named_as: buildCandidateTitle('named_as'),
  candidate_corporate_number: buildCandidateTitle('corporate_number'),
  candidate_address: buildCandidateTitle('place'),
  candidate_status: buildCandidateTitle('status'),
  candidate_matched_by: buildCandidateTitle('matched_by'),
  row_status: resultColumnTitles.resolve_status,
  row_reason: resultColumnTitles.reason,
  row_set_aside: resultColumnTitles.resolve_set_aside,
  candidate_company_id: buildCandidateTitle('company_id'),
  source_row_id: resultColumnTitles.source_row_id,
} as const satisfies Readonly<Record<string, TextPair>>;

export type ChoiceColumn = keyof typeof titles;
export const choiceColumns = Object.keys(titles) as readonly ChoiceColumn[];

export function getChoiceHeader(column: ChoiceColumn, language: ExportLanguage): string {
  return getDefaultPrefix(language) + (language === null ? column : pickText(titles[column], language));
}

/** The number of a candidate; the word of the last line of a row stays text. */
export function getChoiceKind(column: ChoiceColumn): ColumnKind {
  return column === 'row' || column === 'candidate' ? 'number' : 'text';
}

/** The headers for people. */
export const choiceHeaders = Object.fromEntries(
  choiceColumns.map((column) => [column, [getChoiceHeader(column, 'en'), getChoiceHeader(column, 'ja')]]),
) as Record<ChoiceColumn, [string, string]>;

/** The line of a row for another company, for none and for what is not a company. */
const otherLine: TextPair = ['other', 'その他'];
export const otherLines: readonly string[] = otherLine;
export const getOtherLine = (language: ExportLanguage): string => pickText(otherLine, language ?? 'en');
