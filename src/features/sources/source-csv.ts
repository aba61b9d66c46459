import { stringify } from 'csv-stringify/sync';
import type { SourceRowRecord } from './source-record.ts';

/** A source as CSV: each row as uploaded, then its outcome (RFC 4180, UTF-8). */

const outcomeColumns = [
  'source_row_id',
  'resolve_status',
  'company_id',
  'superseded_by',
  'company_name',
  'matched_by',
  'candidate_count',
  'candidate_company_ids',
  'issues',
] as const;

/** Makes applications that guess the encoding read UTF-8. */
export const byteOrderMark = '\ufeff';

export function headerLine(headers: readonly string[]): string {
  return csvLines([[...headers, ...outcomeColumns]]);
}

export function rowLines(
  rows: readonly SourceRowRecord[],
  headers: readonly string[],
  supersededBy: ReadonlyMap<string, string>,
): string {
  return csvLines(
    rows.map((row) => [
      ...headers.map((_, place) => row.cells[place] ?? ''),
      ...outcomeCells(row, supersededBy),
    ]),
  );
}

function outcomeCells(row: SourceRowRecord, supersededBy: ReadonlyMap<string, string>): string[] {
  const { source_row_id, resolve_status, company_id, candidates, issues } = row;
  const company = candidates.find((candidate) => candidate.company_id === company_id);
  return [
    source_row_id,
    resolve_status,
    company_id ?? '',
    (company_id && supersededBy.get(company_id)) ?? '',
    company?.legal_name ?? '',
    company?.matched_by.map(({ field, rule }) => `${field}:${rule}`).join(' ') ?? '',
    String(candidates.length),
    candidates.map((candidate) => candidate.company_id).join(' '),
    issues.map(({ message }) => message).join(' '),
  ];
}

/** Cells that a spreadsheet would run as a formula are escaped with an apostrophe. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}
