import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import { getSuggestionText } from '../../../contract/company-resolve/suggestions.ts';
import { getRowReasonText } from '../../../contract/sources/row-reason-texts.ts';
import type { SourceCandidate } from '../../../contract/sources/source-row.ts';
import type { HeadOffice } from '../../companies/company-record.ts';
import type { MappedColumns } from '../../row-matching/parse-row.ts';
import type { StoredSuggestion } from '../../row-matching/stored-candidates.ts';
import { setAsideText } from '../export/result-cells.ts';
import type { SourceRowRecord } from '../records/source-record.ts';

/**
 * The table in which a person chooses companies in a spreadsheet (docs/sources.md#choosing-in-a-spreadsheet): open rows
 * with a line for each candidate and suggestion and a last line for everything else.
 */

export const prefix = 'cd_';
/**
 * Columns before and after those of the user. They are not those of an export (`result-columns.ts`), which settle rows
 * when a file is imported. Columns are found by these headers when the table comes back.
 */
const before = ['row'] as const;
const after = [
  'candidate',
  'choice',
  'why',
  'candidate_name',
  'candidate_named_as',
  'candidate_corporate_number',
  'candidate_address',
  'candidate_status',
  'candidate_matched_by',
  'row_status',
  'row_reason',
  'row_set_aside',
  'candidate_company_id',
  'source_row_id',
] as const;
export type OwnColumn = (typeof before | typeof after)[number];

export const ownHeaders = new Set<string>([...before, ...after].map((name) => prefix + name));
/** The line of a row for another company, for none and for what is not a company. */
export const otherLine = 'other';
const otherHelp = 'Another company: write its corporate number. No company: なし. Not a company: 対象外.';

/** A column of the user may have a header of ours, if the table was imported as a source. */
function nameUserColumn(header: string): string {
  if (ownHeaders.has(header)) return `${header} (imported)`;
  return header;
}

const usersColumns = ({ fields, hints }: MappedColumns) => [...fields, ...hints];

export function buildChoiceHeaders(columns: MappedColumns): string[] {
  const own = (names: readonly OwnColumn[]) => names.map((name) => prefix + name);
  return [
    ...own(before),
    ...usersColumns(columns).map(({ header }) => nameUserColumn(header)),
    ...own(after),
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
): string[][] {
  const users = usersColumns(columns).map(({ place }) => row.cells[place] ?? '');
  const line = (own: Partial<Record<OwnColumn, string>>): string[] => {
    const all: Partial<Record<OwnColumn, string>> = {
      row: String(row.file_row ?? row.row_number),
      row_status: row.resolve_status,
      row_reason: row.reason === null ? '' : getRowReasonText(row.reason),
      row_set_aside: setAsideText(row),
      source_row_id: row.source_row_id,
      ...own,
    };
    const cells = (names: readonly OwnColumn[]) => names.map((name) => all[name] ?? '');
    return [...cells(before), ...users, ...cells(after)];
  };
  return [
    ...row.candidates.map((candidate, at) => line(candidateCells(candidate, at + 1, facts))),
    ...row.suggestions.map((suggestion, at) => {
      const number = row.candidates.length + at + 1;
      const why = `suggestion: ${getSuggestionText(suggestion.reason)}`;
      return line({ ...companyCells(suggestion, number, facts), candidate_matched_by: why });
    }),
    line({ candidate: otherLine, candidate_name: otherHelp }),
  ];
}

function candidateCells(
  candidate: SourceCandidate,
  number: number,
  facts: CandidateFacts,
): Partial<Record<OwnColumn, string>> {
  const matchedBy = candidate.matched_by.map(({ field, rule }) => `${field}:${rule}`).join(' ');
  return {
    ...companyCells(candidate, number, facts),
    candidate_named_as: candidate.named_as ?? '',
    candidate_matched_by: matchedBy,
  };
}

function companyCells(
  { company_id, legal_name, prefecture, city, status }: StoredSuggestion | SourceCandidate,
  number: number,
  { summaries, offices }: CandidateFacts,
): Partial<Record<OwnColumn, string>> {
  const office = offices.get(company_id);
  return {
    candidate: String(number),
    candidate_name: legal_name,
    candidate_corporate_number: summaries.get(company_id)?.corporate_number ?? '',
    candidate_address: [office?.prefecture ?? prefecture, office?.city ?? city, office?.street].join(''),
    candidate_status: status,
    candidate_company_id: company_id,
  };
}
