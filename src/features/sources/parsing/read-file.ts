import { createHash } from 'node:crypto';
import { renderColumnName } from '../../../../tables/workbook-parts.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxCellLength, maxSheetsInOneCall, maxSourceRows } from '../../../contract/limits.ts';
import type { PreviewedTable } from '../../../contract/sources/answers.ts';
import {
  type SetAsideLine,
  type SourceFileQuery,
  type SourceFileReport,
  setAsideKinds,
  sheetReasons,
  sourceFileQuery,
} from '../../../contract/sources/source-file.ts';
import { isStorable } from '../../../contract/storable.ts';
import { detectColumns } from '../columns/detect-columns.ts';
import { proposalWarnings } from '../columns/mapping-warnings.ts';
import { SourceRowsCopy } from './copy-format.ts';
import { readSentFile, type SentBody, type SentFile } from './file-body.ts';
import { type FileContent, limitSetAside } from './file-content.ts';
import { tooLarge, unfitting, unreadable } from './file-failures.ts';
import { judgeSheet, type SheetKind } from './judge-sheet.ts';
import { readContent } from './read-content.ts';
import { checkLengths, type SourceUpload, type UploadResult } from './read-import.ts';
import { readSheets, type SheetChoice } from './read-sheets.ts';
import { type IdSeed, SourceIds, uuidText } from './row-ids.ts';
import type { SheetLine } from './sheet-lines.ts';
import { type FoundTable, findTable } from './table/find-table.ts';
import { nameColumns } from './table/table-headers.ts';
import { hasHeadersInFirstColumn, tableBeside } from './table/table-shapes.ts';
import { canKeepText } from './text-encoding.ts';
import { computeSampleStep, type UploadedTable } from './uploaded-table.ts';
import { passMerges, type WideMerge } from './workbook/free-column.ts';
import type { Drawing } from './workbook/read-drawings.ts';

/** Reads an uploaded file into the rows of a source. */

export interface FileTask extends SentBody {
  readonly seed: IdSeed;
}

/** A file as `SourcesService` takes it: one table, or those of several sheets. */
export interface FileUpload extends Omit<SourceUpload, 'table'> {
  readonly again: SourceFileQuery['again'];
  /** Whether the file is only to be shown: the one use that a read-only key has for it. */
  readonly preview: boolean;
  readonly tables: readonly FileTable[];
  /** All sheets of the workbook, if several were asked for; those that are read have the tables, in order. */
  readonly sheets: readonly SheetChoice[];
  /** Where in the body the file is that an export can write into; null if it is not kept. */
  readonly kept: { readonly from: number; readonly to: number } | null;
}

/** The first rows, if the file is only to be shown. */
export interface FileTable {
  readonly table: UploadedTable;
  readonly preview: FilePreview | null;
}

export type FilePreview = Pick<PreviewedTable, 'sample_rows' | 'mapping_warnings'>;

const samplesShown = 5;
/** Far more than a table and the lines around it need. */
const maxLinesOfTable = 2 * maxSourceRows + 10_000;

/** @throws errors that are not the caller's fault */
export function readFileBody({ seed, ...sent }: FileTask): Promise<UploadResult<FileUpload>> {
  return readSentFile(sent, sourceFileQuery, (file) => readFile(file, seed, sent.bytes));
}

async function readFile(
  { file, fileName, parameters }: SentFile<SourceFileQuery>,
  seed: IdSeed,
  body: Uint8Array,
): Promise<FileUpload> {
  const { tables, sheets } = parameters.sheets
    ? await readSheetTables(file, parameters, seed)
    : { tables: [await readOneTable(file, parameters, seed)], sheets: [] };
  const originalFilename = parameters.filename ?? fileName;
  return {
    name: parameters.name ?? originalFilename?.slice(0, 500),
    originalFilename,
    contentSha256: `sha256:${createHash('sha256').update(file).digest('hex')}`,
    tables,
    sheets,
    again: parameters.again,
    preview: parameters.preview === true,
    kept: tables.every(({ table }) => table.reading?.shown.free_column === null)
      ? null
      : findPlace(file, body),
  };
}

async function readOneTable(file: Uint8Array, parameters: SourceFileQuery, seed: IdSeed): Promise<FileTable> {
  const content = await readContent(file, parameters, { maxLines: maxLinesOfTable, isWanted: hasCompanies });
  const isSearched = content.about.sheet !== null && parameters.sheet === undefined;
  const found = findTable(content.lines, {
    headerRow: parameters.header_row,
    lastRow: parameters.last_row,
    keep: parameters.keep,
    leaveOut: parameters.leave_out,
  });
  const remarks = isSearched && isDoubtful(judgeSheet(content.lines)) ? [noCompanies] : [];
  return toTable(content, found, { parameters, ids: new SourceIds(seed), remarks });
}

/** The tables of several sheets, one after the other. @throws ServiceError */
async function readSheetTables(file: Uint8Array, parameters: SourceFileQuery, seed: IdSeed) {
  for (const name of ['sheet', 'header_row', 'last_row', 'keep', 'leave_out'] as const)
    if (parameters[name] !== undefined) throw unfitting(name, 'is for one sheet: give it without sheets');
  const workbook = await readSheets(file, parameters, { maxLines: maxLinesOfTable });
  const read: { choice: SheetChoice; table: FileTable | null; isOfOthers: boolean }[] = [];
  const listTables = () => read.flatMap(({ table }) => table ?? []);
  for await (const { content, isOfOthers, ...choice } of workbook) {
    const before = listTables();
    if (content !== null && before.length === maxSheetsInOneCall)
      throw unfitting('sheets', `asks for more than ${maxSheetsInOneCall} sheets; name fewer`);
    const ids = new SourceIds(seed, before.length);
    const table = content && toTable(content, findTable(content.lines), { parameters, ids, remarks: [] });
    read.push({ choice, table, isOfOthers });
    checkRowCount(
      listTables().reduce((sum, each) => sum + each.table.rowCount, 0),
      'sheets have',
    );
  }
  const hasCompanies = read.some(({ table, isOfOthers }) => table && !isOfOthers);
  for (const each of read)
    if (hasCompanies && each.isOfOthers) {
      each.choice = { ...each.choice, left_out: 'other_parties' };
      each.table = null;
    }
  const tables = listTables();
  const sheets = read.map(({ choice }) => choice);
  if (tables.length > 0) return { tables, sheets };
  const left = sheets.filter(({ left_out }) => left_out !== 'not_chosen');
  const reasons = left.map(({ sheet, left_out }) => `${sheet}: ${left_out && sheetReasons[left_out]}`);
  // What was named was read, and is empty.
  const hint = left.length === sheets.length ? ' A sheet that is named in sheets is read in any case.' : '';
  throw unreadable(`No sheet has a table of companies. ${reasons.join(' ').slice(0, 500)}${hint}`);
}

function checkRowCount(rows: number, subject: string): void {
  if (rows <= maxSourceRows) return;
  throw new ServiceError('source_row_limit_exceeded', {
    message: `The ${subject} ${rows.toLocaleString('en')} rows, but at most ${maxSourceRows.toLocaleString('en')} are allowed.`,
  });
}

/** A form has the bytes of its file unchanged. */
function findPlace(file: Uint8Array, body: Uint8Array): FileUpload['kept'] {
  const from = Buffer.from(body.buffer, body.byteOffset, body.length).indexOf(file);
  if (from < 0) return null;
  return { from, to: from + file.length };
}

function hasCompanies(lines: readonly SheetLine[]): boolean | 'perhaps' {
  const kind = judgeSheet(lines);
  return kind === 'companies' || (!isDoubtful(kind) && 'perhaps');
}

function isDoubtful(kind: SheetKind): boolean {
  return kind === 'form' || kind === 'no_companies';
}

const noCompanies: SourceFileReport['remarks'][number] = {
  code: 'no_companies',
  message:
    'No visible sheet seems to have a table of companies. This is the first one with a value; the parameter sheet names another one.',
};

interface TableTask {
  readonly parameters: Pick<SourceFileQuery, 'preview'>;
  readonly ids: SourceIds;
  readonly remarks: SourceFileReport['remarks'];
}

/** @throws ServiceError */
function toTable(
  content: FileContent,
  found: FoundTable,
  { parameters, ids, remarks }: TableTask,
): FileTable {
  checkRowCount(found.rows.length, 'table has');
  const { table, sample } = tableOf(content, found, { ids, remarks });
  return { table, preview: parameters.preview ? previewOf(table, found, sample) : null };
}

function tableOf(
  { about, wideMerges = [], drawings = [] }: FileContent,
  found: FoundTable,
  { ids, remarks }: Pick<TableTask, 'ids' | 'remarks'>,
) {
  const { headers, renamed } = nameColumns(found);
  checkLengths(headers);
  const faulty = headers.find((header) => !isStorable(header));
  if (faulty !== undefined) throw unreadable('A header has U+0000 or an unpaired surrogate. Remove it.');
  const reading: SourceFileReport = {
    ...about,
    // Without a header, nobody would know what the added columns are.
    free_column: found.headerRow === null ? null : findFreeColumn(about, headers.length, found, wideMerges),
    header_row: found.headerRow,
    last_row: found.rows.at(-1)?.row ?? 0,
    renamed_headers: renamed,
    set_aside_counts: countsOf(found.setAside),
    set_aside: [...found.setAside],
    remarks: [...remarks, ...about.remarks, ...tableRemarks(found)],
  };
  // Without the remark about the export: a file that was imported before it was made stays the same.
  const digest = createHash('sha256').update(JSON.stringify({ headers, reading }));
  const told = { ...reading, remarks: [...reading.remarks, ...exportRemarks(reading, drawings)] };
  const copy = new SourceRowsCopy(ids.source());
  const sampleEvery = computeSampleStep(found.rows.length);
  const sample: string[][] = [];
  for (const [at, line] of found.rows.entries()) {
    const cells = headers.map((_, place) => line.cells[place] ?? '');
    checkCells(cells, line.row, headers);
    if (at % sampleEvery === 0) sample.push(cells);
    digest.update(copy.addRow(ids.row(at + 1), { rowNumber: at + 1, fileRow: line.row }, cells, '[]'));
  }
  return {
    sample,
    table: {
      sourceId: uuidText(ids.source()),
      headers,
      rowCount: found.rows.length,
      misshapenRows: 0,
      detected: detectColumns(headers, sample),
      reading: { shown: limitSetAside(told), json: JSON.stringify(told) },
      digest: Uint8Array.from(digest.digest()),
      copy: copy.finish(),
    },
  };
}

/** Said before anything is paid: what comes back is not the file itself, or has its columns below a picture or chart. */
function exportRemarks(
  { free_column, header_row, last_row }: SourceFileReport,
  drawings: readonly Drawing[],
): SourceFileReport['remarks'] {
  if (free_column !== null) {
    const isCovering = ({ from, to, column }: Drawing) =>
      column >= free_column && from <= last_row && to >= (header_row ?? 1);
    return drawings.some(isCovering) ? [drawingBeside] : [];
  }
  const why = header_row === null ? 'because the table has no header' : 'because of how it is written';
  const message = `No columns can be written into this file, ${why}: an export is a new file with only this table.`;
  return [{ code: 'comes_back_new', message }];
}

const drawingBeside: SourceFileReport['remarks'][number] = {
  code: 'drawing_beside',
  message:
    'A picture or chart lies beside the table. It keeps its place, so it can lie over the columns that an export adds. Move it in the spreadsheet before or afterwards.',
};

/** Lines around the table of a text can be longer than its rows. */
function findFreeColumn(
  { file_type, free_column, encoding, separator }: FileContent['about'],
  columns: number,
  { headerRow, rows }: FoundTable,
  wideMerges: readonly WideMerge[],
): number | null {
  const written = [headerRow ?? 0, ...rows.map(({ row }) => row)];
  if (file_type !== 'csv') return free_column && passMerges(free_column, written, wideMerges);
  // In a list, a comma is no separator: columns behind it need quotation marks before it.
  if (columns === 1 && separator !== 'comma') return null;
  return canKeepText(encoding, separator) ? columns + 1 : null;
}

function previewOf(
  { headers, detected }: Pick<UploadedTable, 'headers' | 'detected'>,
  { rows }: FoundTable,
  sample: readonly (readonly string[])[],
): FilePreview {
  const columns = headers.map(
    (header, place) => [header, sample.map((cells) => cells[place] ?? '')] as const,
  );
  return {
    sample_rows: rows
      .slice(0, samplesShown)
      .map(({ cells }) => Object.fromEntries(headers.map((header, place) => [header, cells[place] ?? '']))),
    mapping_warnings: proposalWarnings(detected, headers, new Map(columns)),
  };
}

function countsOf(setAside: readonly SetAsideLine[]): SourceFileReport['set_aside_counts'] {
  const counts = Object.fromEntries(
    setAsideKinds.map((kind) => [kind, 0]),
  ) as SourceFileReport['set_aside_counts'];
  for (const { kind } of setAside) counts[kind] += 1;
  return counts;
}

function tableRemarks(found: FoundTable): SourceFileReport['remarks'] {
  const { another } = found;
  const remarks = headerRemarks(found);
  if (hasHeadersInFirstColumn(found))
    remarks.push({
      code: 'headers_in_first_column',
      message:
        'The headers seem to be in the first column, but each line is read as a company. If each column is one, transpose the table in the spreadsheet and send it again.',
    });
  const beside = tableBeside(found);
  if (beside) {
    const columns = `${renderColumnName(beside.from + 1)} to ${renderColumnName(beside.to + 1)}`;
    remarks.push({
      code: 'table_beside',
      message: `Columns ${columns} look like another table beside the first one. Each line is one row with the cells of both, and gets one company. To resolve the other table too, send the file with again=new and map its columns.`,
    });
  }
  if (another)
    remarks.push({
      code: 'another_table',
      message: `Line ${another.headerRow} looks like the header of another table. It and the lines below are read as rows. last_row=${another.lastRow} ends the table before it.`,
    });
  return remarks;
}

function headerRemarks({ headerRow, headerAssumed }: FoundTable): SourceFileReport['remarks'] {
  if (headerRow === null)
    return [
      {
        code: 'no_header',
        message:
          'The table has no header, so its columns are named by their place. header_row names the line of a header.',
      },
    ];
  if (!headerAssumed) return [];
  const message = `Line ${headerRow} was taken as the header, although nothing in it shows that. Give header_row=0 if it is a row.`;
  return [{ code: 'header_assumed', message }];
}

function checkCells(cells: readonly string[], row: number, headers: readonly string[]): void {
  for (const [place, cell] of cells.entries()) {
    if (cell.length > maxCellLength)
      throw tooLarge(
        `The cell in line ${row}, column ${headers[place]?.slice(0, 100)}, has more than ${maxCellLength.toLocaleString('en')} characters. If it contains other rows, a quotation mark in it is not closed.`,
      );
    if (!isStorable(cell))
      throw unreadable(
        `The cell in line ${row}, column ${headers[place]?.slice(0, 100)}, has U+0000. Remove it.`,
      );
  }
}
