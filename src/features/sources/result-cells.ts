import {
  candidatesExported,
  isCandidateColumn,
  type ResultColumn,
} from '../../contract/sources/result-columns.ts';
import { rowReasonText } from '../../contract/sources/row-reasons.ts';
import type { LocatedCompany } from '../companies/company-record.ts';
import { assuranceOf } from './row-assurance.ts';
import type { SourceRowRecord } from './source-record.ts';

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
  reason: ({ reason }) => reason && rowReasonText(reason),
  assurance: assuranceOf,
  decision: ({ decision }) => decision,
  issues: ({ issues }) => issues.map(({ message }) => message).join(' '),
  candidate_count: ({ candidates }) => candidates.length,
  source_row_id: ({ source_row_id }) => source_row_id,
  ...Object.assign({}, ...Array.from({ length: candidatesExported }, (_, place) => candidateCells(place))),
};

/** @param place of the candidate, from 0 */
function candidateCells(place: number): Record<string, Cell> {
  const of =
    (
      fact: (
        stored: SourceRowRecord['candidates'][number],
        now?: LocatedCompany,
      ) => string | null | undefined,
    ): Cell =>
    (row, companies) => {
      const stored = openCandidates(row)[place];
      return stored && fact(stored, companies.get(stored.company_id));
    };
  const name = `candidate_${place + 1}`;
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

/** The candidates that an export shows: only a row that nobody decided leaves something to choose. */
function openCandidates({
  company_id,
  decision,
  candidates,
}: SourceRowRecord): SourceRowRecord['candidates'] {
  return company_id === null && decision === null ? candidates.slice(0, candidatesExported) : [];
}

/** The companies whose facts these columns of a row need. */
export function companiesNeeded(row: SourceRowRecord, columns: readonly ResultColumn[]): string[] {
  if (row.company_id !== null) return [row.company_id];
  if (!columns.some(isCandidateColumn)) return [];
  return openCandidates(row).map(({ company_id }) => company_id);
}

export function resultCells(
  row: SourceRowRecord,
  columns: readonly ResultColumn[],
  companies: Companies,
): string[] {
  return columns.map((column) => String(cells[column]?.(row, companies) ?? ''));
}
