import { mayRunAsFormula } from '../../../../tables/formula-cells.ts';
import type { LinePieces } from '../../../../tables/table-stream.ts';
import { maxWorkbookCell } from '../../../../tables/workbook-parts.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { type ResultColumn, selectColumns } from '../../../contract/sources/result-columns.ts';
import type { SourceExportOptions } from '../../../contract/sources/sources.ts';
import type { StreamAnswer } from '../../../http/route.ts';
import { KeyedSemaphore } from '../../../running/keyed-semaphore.ts';
import { mapInSlices } from '../../../running/time-slices.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { RowCellsStore } from '../records/row-cells-store.ts';
import type { SourceRecord, SourceScope } from '../records/source-record.ts';
import type { RowsFound, SourceRowsStore } from '../records/source-rows-store.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { ExportLines } from './export-lines.ts';
import { companiesNeeded, resultCells } from './result-cells.ts';
import { type AddedColumns, addColumns } from './result-columns.ts';
import type { SourceHistory } from './source-history-service.ts';
import { linesOfRows, piecesOfLines, tableAnswer } from './table-answer-service.ts';

interface SourceExportingParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly cells: RowCellsStore;
  readonly companies: CompaniesService;
  readonly history: SourceHistory;
}

interface Wanted {
  readonly source: SourceRecord;
  readonly columns: readonly ResultColumn[];
  readonly added: AddedColumns;
  readonly options: SourceExportOptions;
}

/** Small enough that reading and writing does not block other requests. */
const rowsPerPiece = 100;
const bytesPerPiece = 512 * 1024;

/** Writes sources into files: the user's table as it was, with the companies beside it. */
export class SourceExporting {
  /** Answers of the database that arrive together are parsed together while other requests wait, and each query takes a processor. */
  readonly #oneAtATime = new KeyedSemaphore({ maxTotal: 1, maxPerKey: 1 });

  constructor(private readonly parts: SourceExportingParts) {}

  /** @throws ServiceError source_not_found, invalid_query for a workbook that cannot hold a cell of the file */
  async export(scope: SourceScope, options: SourceExportOptions): Promise<StreamAnswer> {
    const source = await this.parts.sources.find(scope);
    const columns = selectColumns(options.columns);
    const earlier = await this.parts.cells.findEarlierExport(scope, source);
    const added = addColumns(source.headers, { names: columns, prefix: options.prefix, earlier });
    const wanted = { source, columns, added, options };
    if (options.format === 'xlsx' && layoutOf(options) === 'file') refuseLongCells(source);
    if (options.audit && options.format !== 'xlsx') throw oneTable();
    const { history } = this.parts;
    const second = {
      name: 'decisions',
      lines: () => history.lines(scope),
      lineCount: () => history.lineCount(scope),
    };
    return tableAnswer(options, {
      fileName: `source-${source.source_id}`,
      sheetName: source.name,
      lines: () => this.#lines(scope, wanted),
      disarmedCells: () => this.#disarmedCells(scope, wanted),
      ...(options.audit && { second }),
    });
  }

  async *#lines(scope: SourceScope, { source, columns, added, options }: Wanted): LinePieces {
    const statuses = options.status;
    const lines = new ExportLines({ ...source, added, layout: layoutOf(options) });
    yield* piecesOfLines(lines.begin());
    const page = { statuses, limit: rowsPerPiece, maxBytes: bytesPerPiece };
    const pieces = this.parts.rows.pieces(scope, page);
    for (let read = await this.#read(pieces, columns); read; read = await this.#read(pieces, columns)) {
      const { rows, companies } = read;
      yield* piecesOfLines(linesOfRows(rows, (row) => lines.row(row, resultCells(row, columns, companies))));
    }
    // A file that ends early would look complete.
    await this.parts.sources.find(scope);
    yield* piecesOfLines(lines.end());
  }

  /** The next rows with their companies; null after the last ones. */
  #read(pieces: AsyncIterator<RowsFound>, columns: readonly ResultColumn[]) {
    return this.#inTurn(async () => {
      const { value, done } = await pieces.next();
      if (done) return null;
      const ids = value.rows.flatMap((row) => companiesNeeded(row, columns));
      return { rows: value.rows, companies: await this.parts.companies.findLocatedCompanies(ids) };
    });
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

function oneTable(): ServiceError {
  const message =
    'needs format=xlsx: a CSV file has only one table; GET /sources/{sourceId}/history/export has the decisions as a file';
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
