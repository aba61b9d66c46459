import { suggestionTexts } from '../../../contract/company-resolve/suggestions.ts';
import { candidatesExported } from '../../../contract/limits.ts';
import { isCandidateColumn, type ResultColumn } from '../../../contract/sources/result-columns.ts';
import { getRowReasonText } from '../../../contract/sources/row-reasons.ts';
import type { LocatedCompany } from '../../companies/company-record.ts';
import { assuranceOf } from '../records/row-assurance.ts';
import type { SourceRowRecord } from '../records/source-record.ts';

/** What an export says about a row, by column. Facts about companies are current ones. */

type Companies = ReadonlyMap<string, LocatedCompany>;
type Cell = (row: SourceRowRecord, companies: Companies) => string | number | null | undefined;

/** A fact about the company of the row. */
const ofCompany =
  (fact: (company: LocatedCompany) => string | null | undefined): Cell =>
  ({ company_id }, companies) => {
    const company = company_id === null ? undefined : companies.get(company_id);
    return company && fact(company);
  };

const cells: Readonly<Record<string, Cell>> = {
  resolve_status: ({ resolve_status }) => resolve_status,
  company_id: ({ company_id }) => company_id,
  corporate_number: ofCompany(({ summary }) => summary.corporate_number),
  legal_name: ofCompany(({ summary }) => summary.legal_name),
  prefecture: ofCompany(({ summary }) => summary.prefecture),
  address: ofCompany(({ office }) => `${office?.city ?? ''}${office?.street ?? ''}`),
  postal_code: ofCompany(({ office }) => office?.postal_code),
  securities_code: ofCompany(({ summary }) => summary.securities_code),
  website: ofCompany(({ summary }) => summary.website_url),
  company_status: ofCompany(({ summary }) => summary.status),
  superseded_by: ofCompany(({ supersededBy }) => supersededBy),
  match_rule: ({ company_id, candidates }) =>
    candidates
      .find((candidate) => candidate.company_id === company_id)
      ?.matched_by.map(({ field, rule }) => `${field}:${rule}`)
      .join(' '),
  reason: ({ reason }) => reason && getRowReasonText(reason),
  assurance: assuranceOf,
  decision: ({ decision }) => decision,
  issues: ({ issues }) => issues.map(({ message }) => message).join(' '),
  resolve_set_aside: setAsideText,
  candidate_count: ({ candidates }) => candidates.length,
  source_row_id: ({ source_row_id }) => source_row_id,
  ...Object.assign({}, ...Array.from({ length: candidatesExported }, (_, place) => placeCells(place))),
};

/** What was set aside of the name of a row; empty for nothing. */
export function setAsideText({ written }: Pick<SourceRowRecord, 'written'>): string {
  return written?.set_aside.map(({ text }) => text).join(' / ') ?? '';
}

type PossibleCompany = SourceRowRecord['candidates'][number] | SourceRowRecord['suggestions'][number];

/** @param place of the candidate and of the suggestion, from 0 */
function placeCells(place: number): Record<string, Cell> {
  const number = place + 1;
  return {
    ...companyCells(`candidate_${number}`, (row) => openCandidates(row)[place]),
    ...companyCells(`suggestion_${number}`, (row) => openSuggestions(row)[place]),
    [`candidate_${number}_named_as`]: (row) => openCandidates(row)[place]?.named_as,
    [`suggestion_${number}_reason`]: (row) => {
      const reason = openSuggestions(row)[place]?.reason;
      return reason && suggestionTexts[reason];
    },
  };
}

function companyCells(
  name: string,
  companyOf: (row: SourceRowRecord) => PossibleCompany | undefined,
): Record<string, Cell> {
  const of =
    (fact: (stored: PossibleCompany, now?: LocatedCompany) => string | null | undefined): Cell =>
    (row, companies) => {
      const stored = companyOf(row);
      return stored && fact(stored, companies.get(stored.company_id));
    };
  return {
    [`${name}_company_id`]: of(({ company_id }) => company_id),
    [`${name}_corporate_number`]: of((_, now) => now?.summary.corporate_number),
    [`${name}_name`]: of(({ legal_name }, now) => now?.summary.legal_name ?? legal_name),
    [`${name}_place`]: of((stored, now) => {
      const { prefecture, city } = now?.summary ?? stored;
      return `${prefecture ?? ''}${city ?? ''}`;
    }),
  };
}

/** Only a row that nobody decided leaves something to choose. */
function leavesAChoice({ company_id, decision }: SourceRowRecord): boolean {
  return company_id === null && decision === null;
}

function openCandidates(row: SourceRowRecord): SourceRowRecord['candidates'] {
  if (leavesAChoice(row)) return row.candidates.slice(0, candidatesExported);
  return [];
}

function openSuggestions(row: SourceRowRecord): SourceRowRecord['suggestions'] {
  if (leavesAChoice(row)) return row.suggestions;
  return [];
}

/** The companies whose facts these columns of a row need. */
export function companiesNeeded(row: SourceRowRecord, columns: readonly ResultColumn[]): string[] {
  if (row.company_id !== null) return [row.company_id];
  if (!columns.some(isCandidateColumn)) return [];
  return [...openCandidates(row), ...openSuggestions(row)].map(({ company_id }) => company_id);
}

export function resultCells(
  row: SourceRowRecord,
  columns: readonly ResultColumn[],
  companies: Companies,
): string[] {
  return columns.map((column) => String(cells[column]?.(row, companies) ?? ''));
}
