import { getSuggestionText } from '../../../contract/company-resolve/suggestions.ts';
import { prices } from '../../../contract/credits/prices.ts';
import type {
  DetectedField,
  ImportedSheet,
  MappingWarning,
  OtherSheet,
  PreviewedTable,
  Review,
  RunCounts,
  SourceView,
} from '../../../contract/sources/answers.ts';
import type { ComparedCompany } from '../../../contract/sources/compared-companies.ts';
import { getRowReasonText } from '../../../contract/sources/row-reason-texts.ts';
import { sheetReasons } from '../../../contract/sources/source-file.ts';
import type { ReviewRow } from '../../../contract/sources/source-row.ts';
import { suggestColumns } from '../columns/column-suggestions.ts';
import { limitSetAside } from '../parsing/file-content.ts';
import type { FileTable, FileUpload } from '../parsing/read-file.ts';
import type { SheetChoice } from '../parsing/read-sheets.ts';
import { assuranceOf } from '../records/row-assurance.ts';
import type {
  PresentSession,
  SameRows,
  SourceRecord,
  SourceRowRecord,
  StateCounts,
} from '../records/source-record.ts';
import { type AfterCall, afterPreview, listNextActions } from './next-actions.ts';

/** Sources and rows on the wire (docs/specification.md#source-fields). */

export function sourceView(source: SourceRecord): SourceView {
  return {
    source_id: source.source_id,
    name: source.name,
    original_filename: source.original_filename,
    content_sha256: source.content_sha256,
    status: source.status,
    row_count: source.row_count,
    headers: [...source.headers],
    ...detectedView(source.detected_identifier_columns, source.headers),
    mapping: source.mapping,
    resolve_summary: { ...stateCounts(source), total: source.row_count },
    open_rows: countOpenRows(source),
    created_at: source.created_at.toISOString(),
    updated_at: source.updated_at.toISOString(),
  };
}

function detectedView(detected: readonly DetectedField[], headers: readonly string[]) {
  const { identifiers, hints } = suggestColumns(detected, headers);
  return { detected_identifier_columns: [...identifiers], detected_hint_columns: [...hints] };
}

/** The common part of every successful answer about one source. */
export function sourceEnvelope<Command extends string>(
  command: Command,
  source: SourceRecord,
  after: AfterCall = {},
) {
  return {
    ok: true,
    command: `source.${command}`,
    status: 'completed',
    source: sourceView(source),
    ...listNextActions(source, after),
  } as const;
}

/** An answer with a source and its first rows. */
export function sampledAnswer<Command extends string>(
  command: Command,
  source: SourceRecord,
  rows: readonly SourceRowRecord[],
  {
    deduplicated,
    warnings,
    otherSheets,
  }: {
    readonly deduplicated: boolean;
    readonly warnings: readonly MappingWarning[];
    readonly otherSheets: readonly OtherSheet[];
  },
) {
  const envelope = sourceEnvelope(command, source, { deduplicated });
  const sample_rows = rows.map(({ cells }) => cellsByHeader(source.headers, cells));
  const reading = source.reading && limitSetAside(source.reading);
  const mapping_warnings = [...warnings];
  const other_sheets = [...otherSheets];
  return {
    ...envelope,
    source: { ...envelope.source, sample_rows, other_sheets, reading, mapping_warnings },
    deduplicated,
  };
}

/** The answer about a file that is only shown. */
export function previewAnswer({
  tables,
  sheets,
  contentSha256 = '',
}: Pick<FileUpload, 'tables' | 'sheets' | 'contentSha256'>) {
  const previews = tables.map((each) => previewView(each, contentSha256));
  const [preview = null] = previews;
  const done = { ok: true, command: 'source.preview', status: 'completed' } as const;
  const shown = sheets.map((sheet): ImportedSheet => {
    const ofSheet = sheet.left_out === null ? previews.shift() : undefined;
    return { ...sheetView(sheet), source: null, preview: ofSheet ?? null, deduplicated: false };
  });
  return { ...done, source: null, preview, sheets: shown, deduplicated: false, ...afterPreview };
}

/** Why a sheet is left out. */
export function sheetView({ sheet, left_out }: SheetChoice) {
  return { sheet, left_out, message: left_out && sheetReasons[left_out] };
}

function previewView({ table, preview }: FileTable, contentSha256: string): PreviewedTable {
  if (table.reading === null || preview === null) throw new Error('a file was not read');
  return {
    row_count: table.rowCount,
    content_sha256: contentSha256,
    headers: [...table.headers],
    ...detectedView(table.detected, table.headers),
    ...preview,
    reading: table.reading.shown,
  };
}

/** Only the counts of a source. */
export function stateCounts({
  matched,
  multiple_candidates,
  not_found,
  invalid,
  unresolved,
}: StateCounts): StateCounts {
  return { matched, multiple_candidates, not_found, invalid, unresolved };
}

function reviewRequired({ multiple_candidates, not_found, invalid, unresolved }: StateCounts): number {
  return multiple_candidates + not_found + invalid + unresolved;
}

/** The counts that callers rely on: the rows of a source by state after a run, whatever the run changed or cost. */
export function runCounts(counts: StateCounts): RunCounts {
  return {
    resolved_count: counts.matched,
    multiple_candidates_count: counts.multiple_candidates,
    not_found_count: counts.not_found,
    invalid_count: counts.invalid,
    unresolved_count: counts.unresolved,
    review_required_count: reviewRequired(counts),
  };
}

function countOpenRows(source: StateCounts & Pick<SourceRecord, 'dismissed'>): number {
  return reviewRequired(source) - source.dismissed;
}

export function reviewOf(counts: StateCounts & Pick<SourceRecord, 'dismissed'>): Review {
  return {
    statuses: stateCounts(counts),
    total_reviewable_rows: reviewRequired(counts),
    open_rows: countOpenRows(counts),
    unresolved_rows_remaining: counts.unresolved,
    multiple_candidates_remaining: counts.multiple_candidates,
  };
}

/** What rows need to be shown, beside what is stored with them. */
export interface RowContext {
  /** By company_id, the id that replaced it. */
  readonly supersededBy: ReadonlyMap<string, string>;
  /** By `same_key` in hexadecimal digits, the open rows that say the same. */
  readonly sameRows: ReadonlyMap<string, SameRows>;
  /** By `same_name_key` in hexadecimal digits, the open rows with the same name. */
  readonly sameNameRows: ReadonlyMap<string, SameRows>;
  /** By row, the session of another person that shows it. */
  readonly elsewhere: ReadonlyMap<string, PresentSession>;
  /** Facts about the companies of a row; absent if they were not asked for. */
  compared?(row: SourceRowRecord): ComparedCompany[];
}

export function reviewRow(
  row: SourceRowRecord,
  { headers, mapping_version }: Pick<SourceRecord, 'headers' | 'mapping_version'>,
  { supersededBy, sameRows, sameNameRows, elsewhere, compared }: RowContext,
): ReviewRow {
  const isCurrent = row.mapping_version === mapping_version;
  const countOf = (key: Buffer | null, counts: ReadonlyMap<string, SameRows>) => {
    if (isCurrent && key) return counts.get(key.toString('hex'));
    return undefined;
  };
  const same = countOf(row.same_key, sameRows);
  const sameName = countOf(row.same_name_key, sameNameRows);
  const other = elsewhere.get(row.source_row_id);
  return {
    source_row_id: row.source_row_id,
    row_number: row.row_number,
    file_row: row.file_row,
    resolve_status: row.resolve_status,
    company_id: row.company_id,
    superseded_by: (row.company_id && supersededBy.get(row.company_id)) ?? null,
    resolve_candidates: row.candidates.map(({ acceptable: _, ...candidate }) => ({
      ...candidate,
      // Rows that were resolved before it was kept do not have it.
      named_as: candidate.named_as ?? null,
      superseded_by: supersededBy.get(candidate.company_id) ?? null,
    })),
    candidate_count: row.candidates.length,
    resolve_suggestions: row.suggestions.map(({ acceptable: _, ...suggestion }) => ({
      ...suggestion,
      superseded_by: supersededBy.get(suggestion.company_id) ?? null,
      message: getSuggestionText(suggestion.reason),
    })),
    written: row.written,
    needs_human: needsHuman(row),
    cells: cellsByHeader(headers, row.cells),
    issues: [...row.issues],
    mapping_version: row.mapping_version,
    reason: row.reason === null ? null : { code: row.reason, message: getRowReasonText(row.reason) },
    assurance: assuranceOf(row),
    decision: row.decision,
    paid: row.paid,
    same_rows: same?.rows ?? 0,
    same_rows_credits: (same?.unpaid ?? 0) * prices.matchedRow.credits,
    same_name_rows: sameName?.rows ?? 0,
    same_name_rows_credits: (sameName?.unpaid ?? 0) * prices.matchedRow.credits,
    skipped: row.skipped_at && {
      at: row.skipped_at.toISOString(),
      by: row.skipped_by === null ? null : { key_id: row.skipped_by, label: row.skipped_by_label ?? '' },
    },
    open_elsewhere: other
      ? { at: other.since.toISOString(), by: { key_id: other.key_id, label: other.key_label } }
      : null,
    ...(compared && { compared: compared(row) }),
  };
}

/** Cells as uploaded. Missing cells are absent. Every header is an own key, including `__proto__`. */
export function cellsByHeader(
  headers: readonly string[],
  cells: readonly (string | null)[],
): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap((header, place) => {
      const cell = cells[place];
      if (cell === null || cell === undefined) return [];
      return [[header, cell] as const];
    }),
  );
}

/** A row with candidates that only a person can settle. */
function needsHuman({ resolve_status, candidates }: SourceRowRecord): boolean {
  return resolve_status === 'multiple_candidates' || (resolve_status === 'invalid' && candidates.length > 0);
}
