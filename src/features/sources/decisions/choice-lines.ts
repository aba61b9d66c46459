import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import { companyStatusTexts } from '../../../contract/companies/company-vocabulary.ts';
import { getSuggestionText } from '../../../contract/company-resolve/suggestions.ts';
import {
  type ChoiceColumn,
  choiceColumns,
  getChoiceHeader,
  getChoiceKind,
  getOtherLine,
} from '../../../contract/sources/columns/choice-columns.ts';
import {
  type ColumnKind,
  type ExportLanguage,
  exportLanguages,
} from '../../../contract/sources/columns/result-columns.ts';
import { getRowReasonText } from '../../../contract/sources/row-reason-texts.ts';
import { describeMatches, rowStatusTexts } from '../../../contract/sources/row-texts.ts';
import type { SourceCandidate } from '../../../contract/sources/source-row.ts';
import { findWord, pickText, type TextPair } from '../../../contract/texts.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import type { HeadOffice } from '../../companies/company-record.ts';
import type { MappedColumns } from '../../row-matching/parse-row.ts';
import type { StoredSuggestion } from '../../row-matching/stored-candidates.ts';
import { setAsideText } from '../export/result-cells.ts';
import type { SourceRowRecord } from '../records/source-record.ts';

/**
 * The table in which a person chooses companies in a spreadsheet (docs/sources.md#choosing-in-a-spreadsheet): open rows
 * with a line for each candidate and suggestion and a last line for everything else.
 */

/**
 * Columns before and after those of the user. They are not those of an export (`result-columns.ts`), which settle rows
 * when a file is imported. Columns are found by these headers when the table comes back.
 */
const before = ['row'] as const satisfies readonly ChoiceColumn[];
const after = choiceColumns.filter((column) => !before.some((each) => each === column));

const otherHelpForPrograms =
  'Another company: write its corporate number. No company: なし. Not a company: 対象外.';
const otherHelp: TextPair = [
  'Another company: write its corporate number. No company: none. Not a company: not a company.',
  '別の会社は法人番号を記入。会社がなければ「なし」、会社でなければ「対象外」。',
];

/** The headers of our columns as they are compared, in all languages. */
const columnsByHeader: ReadonlyMap<string, FoundColumn> = new Map(
  exportLanguages.flatMap((language) =>
    choiceColumns.map((column) => [foldHeader(getChoiceHeader(column, language)), { column, language }]),
  ),
);

interface FoundColumn {
  readonly column: ChoiceColumn;
  readonly language: ExportLanguage;
}

/** Longer than our headers with white space around them. Normalizing long cells takes time. */
const maxHeaderLength = 100;

/** Which of our columns has the header, whatever its case and width. */
export function findChoiceColumn(header: string): FoundColumn | undefined {
  if (header.length > maxHeaderLength) return undefined;
  return columnsByHeader.get(foldHeader(header));
}

function foldHeader(header: string): string {
  return normalizeText(header).toLowerCase();
}

/** A column of the user may have a header of ours, if the table was imported as a source. */
function nameUserColumn(header: string, language: ExportLanguage): string {
  if (!findChoiceColumn(header)) return header;
  return language === 'ja' ? `${header}（取り込み時）` : `${header} (imported)`;
}

const usersColumns = ({ fields, hints }: MappedColumns) => [...fields, ...hints];

export function buildChoiceHeaders(columns: MappedColumns, language: ExportLanguage): string[] {
  const own = (names: readonly ChoiceColumn[]) => names.map((name) => getChoiceHeader(name, language));
  return [
    ...own(before),
    ...usersColumns(columns).map(({ header }) => nameUserColumn(header, language)),
    ...own(after),
  ];
}

/** Of the cells of each line, in the order of the headers. */
export function listChoiceKinds(columns: MappedColumns): ColumnKind[] {
  return [
    ...before.map(getChoiceKind),
    ...usersColumns(columns).map(() => 'text' as const),
    ...after.map(getChoiceKind),
  ];
}

/** What the table shows about candidates beside what rows keep. */
export interface CandidateFacts {
  readonly summaries: ReadonlyMap<string, CompanySummary>;
  readonly offices: ReadonlyMap<string, HeadOffice>;
}

/** The lines of one row. */
export function buildChoiceLines(
  row: SourceRowRecord,
  columns: MappedColumns,
  facts: CandidateFacts,
  language: ExportLanguage,
): string[][] {
  const users = usersColumns(columns).map(({ place }) => row.cells[place] ?? '');
  const line = (own: Partial<Record<ChoiceColumn, string>>): string[] => {
    const all: Partial<Record<ChoiceColumn, string>> = {
      row: String(row.file_row ?? row.row_number),
      row_status: findWord(rowStatusTexts, row.resolve_status, language),
      row_reason: row.reason === null ? '' : getRowReasonText(row.reason, language ?? 'en'),
      row_set_aside: setAsideText(row),
      source_row_id: row.source_row_id,
      ...own,
    };
    const cells = (names: readonly ChoiceColumn[]) => names.map((name) => all[name] ?? '');
    return [...cells(before), ...users, ...cells(after)];
  };
  return [
    ...row.candidates.map((candidate, at) => line(candidateCells(candidate, at + 1, facts, language))),
    ...row.suggestions.map((suggestion, at) => {
      const number = row.candidates.length + at + 1;
      const why = getSuggestionText(suggestion.reason, language ?? 'en');
      return line({
        ...companyCells(suggestion, number, facts, language),
        candidate_matched_by: language === null ? `suggestion: ${why}` : why,
      });
    }),
    line({
      candidate: getOtherLine(language),
      candidate_name: language === null ? otherHelpForPrograms : pickText(otherHelp, language),
    }),
  ];
}

function candidateCells(
  candidate: SourceCandidate,
  number: number,
  facts: CandidateFacts,
  language: ExportLanguage,
): Partial<Record<ChoiceColumn, string>> {
  return {
    ...companyCells(candidate, number, facts, language),
    candidate_named_as: candidate.named_as ?? '',
    candidate_matched_by: describeMatches(candidate.matched_by, language),
  };
}

function companyCells(
  { company_id, legal_name, prefecture, city, status }: StoredSuggestion | SourceCandidate,
  number: number,
  { summaries, offices }: CandidateFacts,
  language: ExportLanguage,
): Partial<Record<ChoiceColumn, string>> {
  const office = offices.get(company_id);
  return {
    candidate: String(number),
    candidate_name: legal_name,
    candidate_corporate_number: summaries.get(company_id)?.corporate_number ?? '',
    candidate_address: [office?.prefecture ?? prefecture, office?.city ?? city, office?.street].join(''),
    candidate_status: findWord(companyStatusTexts, status, language),
    candidate_company_id: company_id,
  };
}
