import { Readable } from 'node:stream';
import { mayRunAsFormula } from '../../../../tables/formula-cells.ts';
import type { LinePieces } from '../../../../tables/table-stream.ts';
import { maxWorkbookCell } from '../../../../tables/workbook-parts.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { maxImportBytes } from '../../../contract/limits.ts';
import { historyKinds, historySheetTitle } from '../../../contract/sources/columns/history-columns.ts';
import {
  type ColumnKind,
  type ExportLanguage,
  getColumnKind,
  getColumnTitle,
  isFactColumn,
  type ResultColumn,
  resultColumnGroups,
  selectColumns,
} from '../../../contract/sources/columns/result-columns.ts';
import type { SourceFileReport } from '../../../contract/sources/source-file.ts';
import type { SourceExportOptions } from '../../../contract/sources/sources.ts';
import { pickText } from '../../../contract/texts.ts';
import type { StreamAnswer } from '../../../http/route.ts';
import { SlowClientsBytes } from '../../../http/slow-clients-bytes.ts';
import { KeyedSemaphore } from '../../../running/keyed-semaphore.ts';
import { mapInSlices } from '../../../running/time-slices.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { CompanyProfileService } from '../../companies/company-profile-service.ts';
import { decoderNames } from '../parsing/text-encoding.ts';
import type { RowCellsStore } from '../records/row-cells-store.ts';
import type { SameCompanyStore } from '../records/same-company-store.ts';
import type { SourceFilesStore } from '../records/source-files-store.ts';
import type { KeyReach, SourceRecord, SourceRowRecord, SourceScope } from '../records/source-record.ts';
import type { RowsFound, SourceRowsStore } from '../records/source-rows-store.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { ExportLines } from './export-lines.ts';
import type { TextForm } from './own-file/fill-text-service.ts';
import type { FilledLine, Filling } from './own-file/filling.ts';
import { fitText } from './own-file/own-text.ts';
import { type CellContext, companiesNeeded, resultCells } from './result-cells.ts';
import { type AddedColumns, addColumns } from './result-columns.ts';
import type { SourceHistory } from './source-history-service.ts';
import {
  buildFileHeaders,
  linesOfRows,
  piecesOfLines,
  refuseTooLong,
  type TableToSend,
  tableAnswer,
} from './table-answer-service.ts';

interface SourceExportingParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly cells: RowCellsStore;
  readonly files: SourceFilesStore;
  readonly companies: CompaniesService;
  readonly profiles: CompanyProfileService;
  readonly history: SourceHistory;
  readonly sameCompanies: SameCompanyStore;
}

interface Wanted {
  readonly source: SourceRecord;
  readonly columns: readonly ResultColumn[];
  readonly language: ExportLanguage;
  readonly added: AddedColumns;
  /** Headers of the added columns as the earlier export named them; those of `added` without one, and if a prefix is wanted. */
  readonly earlierHeaders: readonly string[];
  readonly options: SourceExportOptions;
}

/** Small enough that reading and writing does not block other requests. */
const rowsPerPiece = 100;
const bytesPerPiece = 512 * 1024;
/** Of files in memory while their clients read them: two of the largest for an account. */
const maxFileBytes = { maxTotal: 8 * maxImportBytes, maxPerAccount: 2 * maxImportBytes };

/** Writes sources into files: the user's table as it was, with the companies beside it. */
export class SourceExporting {
  /** Answers of the database that arrive together are parsed together while other requests wait, and each query takes a processor. */
  readonly #oneAtATime = new KeyedSemaphore({ maxTotal: 1, maxPerKey: 1 });

  readonly #files = new SlowClientsBytes(maxFileBytes);

  constructor(private readonly parts: SourceExportingParts) {}

  /** @throws ServiceError source_not_found, invalid_query for a workbook that cannot hold a cell of the file, or other sheets */
  async export(scope: SourceScope, options: SourceExportOptions, reach: KeyReach): Promise<StreamAnswer> {
    const wanted = await this.#findWanted(scope, options);
    const { source } = wanted;
    if (options.audit && options.format === 'csv') throw oneTable();
    const others = await this.#findOthers(scope.accountId, wanted, reach);
    const second = options.audit ? this.#recordOf(scope, [wanted, ...others], reach) : undefined;
    const own = await this.#fillOwnFile(scope, [wanted, ...others], second);
    if (own) return own;
    if (others.length > 0) throw unfitSheets(notWritable);
    const { format } = options;
    if (format === 'xlsm') throw noMacros();
    if (format === 'xlsx' && layoutOf(options) === 'file') refuseLongCells(source);
    const { bom = false, newline = 'crlf' } = options;
    return tableAnswer(
      { ...options, format, bom, newline },
      {
        fileName: `source-${source.source_id}`,
        sheetName: source.name,
        kinds: [...wanted.added.before.map(() => 'text' as const), ...kindsOf(wanted)],
        lines: () => this.#lines(scope, wanted),
        disarmedCells: () => this.#disarmedCells(scope, wanted),
        ...(second && { second }),
      },
    );
  }

  /** The sheet with the decisions about all sheets that are written. */
  #recordOf(
    scope: SourceScope,
    wanted: readonly Wanted[],
    reach: KeyReach,
  ): Exclude<TableToSend['second'], undefined> {
    const { history } = this.parts;
    const language = wanted[0]?.options.lang ?? null;
    const sheets = wanted.map(({ source }) => ({
      scope: { ...scope, sourceId: source.source_id },
      sheet: source.reading?.sheet ?? '',
    }));
    return {
      name: pickText(historySheetTitle, language ?? 'en'),
      kinds: historyKinds,
      lines: () =>
        sheets.length > 1
          ? history.linesOfSheets(sheets, language, reach)
          : history.lines(scope, language, reach),
      lineCount: async () => {
        const counts = await Promise.all(sheets.map((each) => history.lineCount(each.scope)));
        // Their headers stand once.
        return counts.reduce((sum, count) => sum + count - 1, 1);
      },
    };
  }

  async #findWanted(scope: SourceScope, options: SourceExportOptions): Promise<Wanted> {
    const source = await this.parts.sources.find(scope);
    const columns = selectColumns(options.columns);
    const earlier = await this.parts.cells.findEarlierExport(scope, source);
    const { lang: language = null, prefix } = options;
    const addIn = (naming: ExportLanguage) => {
      const titles = columns.map((column) => getColumnTitle(column, naming));
      return addColumns(source.headers, { titles, language: naming, prefix, earlier });
    };
    const added = addIn(language);
    const before = earlier?.columns?.language ?? null;
    const isRenamed = prefix === undefined && earlier?.columns != null && before !== language;
    const { headers: earlierHeaders } = isRenamed ? addIn(before) : added;
    return { source, columns, language, added, earlierHeaders, options };
  }

  /** The sources of other sheets of the workbook that are written too. @throws ServiceError source_not_found, invalid_query */
  async #findOthers(
    accountId: string,
    { source, options }: Wanted,
    { isForOne }: KeyReach,
  ): Promise<readonly Wanted[]> {
    const others: Wanted[] = [];
    const sheets = new Set([source.reading?.sheet]);
    for (const sourceId of new Set(options.with)) {
      if (isForOne) throw new ServiceError('source_not_found');
      const other = await this.#findWanted({ accountId, sourceId }, options);
      const { content_sha256, reading } = other.source;
      if (content_sha256 !== source.content_sha256 || !reading?.sheet)
        throw unfitSheets(`names a source of another file: ${sourceId}`);
      if (sheets.has(reading.sheet)) throw unfitSheets(`names the sheet ${reading.sheet} twice`);
      if (!wantsOwnFile(reading, options)) throw unfitSheets(notWritable);
      sheets.add(reading.sheet);
      others.push(other);
    }
    return others;
  }

  /** The file that the source was read from, with the columns added; null if that is not wanted or not possible. */
  async #fillOwnFile(
    scope: SourceScope,
    sheets: readonly [Wanted, ...Wanted[]],
    second: TableToSend['second'],
  ): Promise<StreamAnswer | null> {
    const [wanted] = sheets;
    const { source, options } = wanted;
    const { reading } = source;
    if (!reading || !wantsOwnFile(reading, options)) return null;
    const headers = await this.#ownHeaders(scope, wanted, reading);
    const file = await this.parts.files.find(scope);
    if (!file) return null;
    if (second) refuseTooLong(await second.lineCount());
    const stream = await this.#fill(scope, sheets, { file, second });
    if (!stream) throw noFurtherSheet();
    const held = this.#files.holdBytes(scope.accountId, (reason) => stream.destroy(reason));
    stream.once('close', () => held.release());
    held.add(file.length);
    return { headers, stream };
  }

  /** @param sheets those of a workbook, or a text */
  async #fill(
    scope: SourceScope,
    sheets: readonly Wanted[],
    { file, second }: { readonly file: Buffer; readonly second: TableToSend['second'] },
  ): Promise<Readable | null> {
    const fillings = sheets.map((wanted) => {
      const reading = readingOf(wanted);
      const ofSheet = { ...scope, sourceId: wanted.source.source_id };
      const lines = () => this.#filledLines(ofSheet, wanted);
      return { wanted, reading, filling: { ...placeColumns(wanted, reading), lines } };
    });
    // Loaded with the first one, like the reader of workbooks.
    const [text] = fillings.filter(({ reading }) => reading.sheet === null);
    if (!text) {
      const { fillWorkbook } = await import('./own-file/fill-workbook-service.ts');
      const ofSheets = new Map(fillings.map(({ reading, filling }) => [reading.sheet ?? '', filling]));
      return fillWorkbook(file, ofSheets, second);
    }
    const { fillText } = await import('./own-file/fill-text-service.ts');
    const { filling, reading, wanted } = text;
    return Readable.from(fillText(file, formOf(reading), filling, wanted.options.formulas), {
      objectMode: false,
    });
  }

  async *#filledLines(scope: SourceScope, wanted: Wanted): AsyncGenerator<FilledLine[]> {
    for await (const { rows, context } of this.#readRows(scope, wanted, []))
      yield rows.map((row) => ({ row: row.file_row ?? 0, cells: resultCells(row, context) }));
  }

  async #ownHeaders(
    scope: SourceScope,
    wanted: Wanted,
    reading: SourceFileReport,
  ): Promise<StreamAnswer['headers']> {
    const { source, options } = wanted;
    const headers = buildFileHeaders(options, `source-${source.source_id}`);
    if (options.format !== 'csv') return headers;
    const { encoding } = formOf(reading);
    const disarmed = options.formulas === 'disarm' && (await this.#disarmedCells(scope, wanted));
    const countMissing = (cells: readonly string[]) => fitText(cells.join('\n'), encoding).missing;
    let missing = countMissing(wanted.added.headers);
    if (!encoding.startsWith('utf-'))
      for await (const lines of this.#filledLines(scope, wanted))
        for (const { cells } of lines) missing += countMissing(cells);
    return {
      ...headers,
      'Content-Type': `text/csv; charset=${decoderNames[encoding]}`,
      ...(disarmed !== false && { 'Disarmed-Cells': String(disarmed) }),
      ...(!encoding.startsWith('utf-') && { 'Missing-Characters': String(missing) }),
    };
  }

  async *#lines(scope: SourceScope, wanted: Wanted): LinePieces {
    const { source, added, options } = wanted;
    const statuses = options.status;
    const lines = new ExportLines({ ...source, added, layout: layoutOf(options) });
    yield* piecesOfLines(lines.begin());
    for await (const { rows, context } of this.#readRows(scope, wanted, statuses))
      yield* piecesOfLines(linesOfRows(rows, (row) => lines.row(row, resultCells(row, context))));
    yield* piecesOfLines(lines.end());
  }

  /** All rows with their companies, a piece at a time. */
  async *#readRows(scope: SourceScope, wanted: Wanted, statuses: SourceExportOptions['status']) {
    const pieces = this.parts.rows.pieces(scope, { statuses, limit: rowsPerPiece, maxBytes: bytesPerPiece });
    const readNext = () => this.#read(scope, pieces, wanted);
    for (let read = await readNext(); read; read = await readNext()) yield read;
    // A file that ends early would look complete.
    await this.parts.sources.find(scope);
  }

  /** The next rows with their companies; null after the last ones. */
  #read(scope: SourceScope, pieces: AsyncIterator<RowsFound>, wanted: Wanted) {
    return this.#inTurn(async () => {
      const { value, done } = await pieces.next();
      if (done) return null;
      return { rows: value.rows, context: await this.#findContext(scope, value.rows, wanted) };
    });
  }

  async #findContext(
    scope: SourceScope,
    rows: readonly SourceRowRecord[],
    { columns, language }: Wanted,
  ): Promise<CellContext> {
    const ids = rows.flatMap((row) => companiesNeeded(row, columns));
    const companies = await this.parts.companies.findLocatedCompanies(ids);
    const settled = columns.some(isFactColumn) ? rows.flatMap(({ company_id }) => company_id ?? []) : [];
    const profiles = await this.parts.profiles.findProfiles(settled);
    const grouped = columns.includes('group') ? [...profiles.values()] : [];
    const groups = await this.parts.profiles.findGroups(grouped.map(({ company }) => company.company_id));
    const isNamed = language !== null && columns.includes('superseded_by');
    const successors = isNamed
      ? [...companies.values()].flatMap(({ supersededBy }) => supersededBy ?? [])
      : [];
    const successorNames = await this.parts.companies.findLegalNames([...new Set(successors)]);
    const asksSame = resultColumnGroups.same_company.some((column) => columns.includes(column));
    const current = asksSame ? [...companies.values()].map(({ summary }) => summary.company_id) : [];
    const sameCompanies = await this.parts.sameCompanies.find(scope, [...new Set(current)]);
    return { columns, language, companies, profiles, groups, sameCompanies, successorNames };
  }

  async #inTurn<Read>(read: () => Promise<Read>): Promise<Read> {
    const end = await this.#oneAtATime.acquire('rows');
    try {
      return await read();
    } finally {
      end();
    }
  }

  /** How many cells of the user's table will be disarmed. */
  async #disarmedCells(scope: SourceScope, { source, added, options }: Wanted): Promise<number> {
    const { status: statuses } = options;
    const places = [...added.before, ...added.after];
    const around = new ExportLines({ ...source, added, layout: layoutOf(options) });
    let count = 0;
    const countIn = (cells: readonly string[]) => {
      for (const cell of cells) if (mayRunAsFormula(cell)) count += 1;
    };
    await mapInSlices(around.begin(), countIn);
    await mapInSlices(around.end(), countIn);
    const pieces = this.parts.cells.listPossibleFormulas(scope, { statuses, places });
    const next = () => this.#inTurn(() => pieces.next());
    for (let read = await next(); !read.done; read = await next())
      await mapInSlices(read.value, (cell) => countIn([cell]));
    return count;
  }
}

function wantsOwnFile({ free_column, file_type }: SourceFileReport, options: SourceExportOptions): boolean {
  const { format, encoding, bom, newline } = options;
  const isNew = encoding === 'utf-8' || bom !== undefined || newline !== undefined;
  if (isNew && encoding === 'file') throw anotherForm();
  return (
    format === file_type &&
    layoutOf(options) === 'file' &&
    !(isNew && format === 'csv') &&
    (free_column ?? null) !== null
  );
}

function readingOf({ source: { reading } }: Wanted): SourceFileReport {
  if (reading === null) throw new Error('a file that is filled was read');
  return reading;
}

function formOf({ encoding, separator, byte_order_mark: byteOrderMark }: SourceFileReport): TextForm {
  if (encoding === null || separator === null) throw new Error('a text has an encoding and a separator');
  return { encoding, separator, byteOrderMark };
}

/** In the place of the columns of an earlier export, then beside everything. */
function placeColumns(wanted: Wanted, { free_column, header_row }: SourceFileReport): Omit<Filling, 'lines'> {
  const { added, earlierHeaders, source } = wanted;
  const { headers, mapping } = source;
  const freeColumn = free_column ?? headers.length + 1;
  const own = new Set([...added.before, ...added.after]);
  const places = [...headers.keys()];
  const earlier = places.filter((place) => !own.has(place)).map((place) => place + 1);
  const further = added.headers.slice(earlier.length).map((_, at) => freeColumn + at);
  const styledLike = (places.findLast((place) => own.has(place)) ?? 0) + 1;
  const naming = new Set<string | undefined>(Object.values(mapping?.columns ?? {}));
  return {
    headerRow: header_row ?? 0,
    headers: added.headers,
    earlierHeaders,
    columns: [...earlier, ...further],
    kinds: kindsOf(wanted),
    namingColumns: headers.flatMap((header, place) => (naming.has(header) ? place + 1 : [])),
    freeColumn,
    styledLike,
  };
}

function kindsOf({ columns }: Wanted): ColumnKind[] {
  return columns.map(getColumnKind);
}

function anotherForm(): ServiceError {
  const message = 'is how the file is; bom and newline are for encoding=utf-8';
  return new ServiceError('invalid_query', { details: [{ field: 'encoding', message }] });
}

const notWritable =
  'needs format=xlsx (xlsm for a workbook with macros) and layout=file, all rows, no audit, and sheets that an export can write into (reading.free_column)';

function unfitSheets(message: string): ServiceError {
  return new ServiceError('invalid_query', { details: [{ field: 'with', message }] });
}

function noMacros(): ServiceError {
  const message =
    'xlsm is only for a workbook with macros that comes back itself (reading.file_type, reading.free_column), with all rows and layout=file; use xlsx';
  return new ServiceError('invalid_query', { details: [{ field: 'format', message }] });
}

function oneTable(): ServiceError {
  const message =
    'needs format=xlsx: a CSV file has only one table; GET /sources/{sourceId}/history/export has the decisions as a file';
  return new ServiceError('invalid_query', { details: [{ field: 'audit', message }] });
}

/** A new file would lose the workbook. */
function noFurtherSheet(): ServiceError {
  const message =
    'cannot be a sheet of this workbook, whose list of sheets is written in an unusual way; GET /sources/{sourceId}/history/export has the decisions as a file';
  return new ServiceError('invalid_query', { details: [{ field: 'audit', message }] });
}

/** Only some of the rows have no places among the lines of the file. */
function layoutOf({ status, layout }: SourceExportOptions): SourceExportOptions['layout'] {
  if (status.length > 0) return 'table';
  return layout;
}

/** Cells of rows are shorter than a workbook allows; those around the table need not be. */
function refuseLongCells({ reading }: SourceRecord): void {
  const long = reading?.set_aside.find(({ cells }) => cells.some((cell) => cell.length > maxWorkbookCell));
  if (!long) return;
  const most = maxWorkbookCell.toLocaleString('en');
  const message = `xlsx cannot hold a cell in line ${long.file_row} of the file, at most ${most} characters; use csv, or layout=table`;
  throw new ServiceError('invalid_query', { details: [{ field: 'format', message }] });
}
