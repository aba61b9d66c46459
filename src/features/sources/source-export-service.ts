import { runsAsFormula } from '../../../tables/formula-cells.ts';
import { csvStream, type LinePieces, workbookStream } from '../../../tables/table-stream.ts';
import { chosenColumns, type ResultColumn } from '../../contract/sources/result-columns.ts';
import type { SourceExportOptions } from '../../contract/sources/sources.ts';
import { contentTypes } from '../../contract/table-files.ts';
import { inTurns } from '../../fair-turns.ts';
import type { StreamAnswer } from '../../http/route.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { ExportLines } from './export-lines.ts';
import { companiesNeeded, resultCells } from './result-cells.ts';
import { type AddedColumns, addColumns } from './result-columns.ts';
import type { SourceRecord, SourceScope } from './source-record.ts';
import type { SourceRowsStore } from './source-rows-store.ts';
import type { SourcesStore } from './sources-store.ts';

interface SourceExportingParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly companies: CompaniesService;
}

interface Wanted {
  readonly source: SourceRecord;
  readonly columns: readonly ResultColumn[];
  readonly added: AddedColumns;
  readonly options: SourceExportOptions;
}

/** Small enough that reading and writing does not block other requests. */
const rowsPerPiece = 500;
const bytesPerPiece = 512 * 1024;

/** Writes sources into files: the user's table as it was, with the companies beside it. */
export class SourceExporting {
  readonly #parts: SourceExportingParts;

  constructor(parts: SourceExportingParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError source_not_found */
  async export(scope: SourceScope, options: SourceExportOptions): Promise<StreamAnswer> {
    const source = await this.#parts.sources.find(scope);
    const columns = chosenColumns(options.columns);
    const added = addColumns(source.headers, { names: columns, prefix: options.prefix });
    const wanted = { source, columns, added, options };
    const lines = this.#lines(scope, wanted);
    const { format } = options;
    const headers = {
      'Content-Type': contentTypes[format],
      'Content-Disposition': `attachment; filename="source-${source.source_id}.${format}"`,
    };
    if (format === 'xlsx') return { headers, stream: workbookStream(lines, source.name) };
    const counted = await this.#disarmedCells(scope, wanted);
    return { headers: { ...headers, ...counted }, stream: csvStream(lines, options) };
  }

  async *#lines(scope: SourceScope, { source, columns, added, options }: Wanted): LinePieces {
    const statuses = options.status;
    const layout = statuses.length > 0 ? 'table' : options.layout;
    const lines = new ExportLines({ ...source, added, layout });
    yield* piecesOfLines(lines.begin());
    const page = { statuses, limit: rowsPerPiece, maxBytes: bytesPerPiece };
    for await (const { rows } of this.#parts.rows.pieces(scope, page)) {
      const ids = rows.flatMap((row) => companiesNeeded(row, columns));
      const companies = await this.#parts.companies.located(ids);
      yield* piecesOfLines(ofRows(rows, (row) => lines.row(row, resultCells(row, columns, companies))));
    }
    // A file that ends early would look complete.
    await this.#parts.sources.find(scope);
    yield* piecesOfLines(lines.end());
  }

  /** How many cells of the user's table will be disarmed. It is known before the file is sent. */
  async #disarmedCells(
    scope: SourceScope,
    { source, added, options }: Wanted,
  ): Promise<Record<string, string>> {
    if (options.formulas === 'keep') return {};
    const { status: statuses, layout } = options;
    const places = [...added.before, ...added.after];
    const around = new ExportLines({ ...source, added, layout: statuses.length > 0 ? 'table' : layout });
    let count = 0;
    const countIn = (cells: readonly string[]) => {
      for (const cell of cells) if (runsAsFormula(cell)) count += 1;
    };
    await inTurns(around.begin(), countIn);
    await inTurns(around.end(), countIn);
    for await (const cells of this.#parts.rows.possibleFormulas(scope, { statuses, places }))
      await inTurns(cells, (cell) => countIn([cell]));
    return { 'Disarmed-Cells': String(count) };
  }
}

function* ofRows<Row, Line>(rows: readonly Row[], linesOf: (row: Row) => Iterable<Line>): Generator<Line> {
  for (const row of rows) yield* linesOf(row);
}

/** A file can have many lines around its table. */
function* piecesOfLines<Line>(lines: Iterable<Line>): Generator<Line[]> {
  let piece: Line[] = [];
  for (const line of lines) {
    piece.push(line);
    if (piece.length < rowsPerPiece) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
