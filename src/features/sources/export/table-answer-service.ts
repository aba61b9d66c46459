import { mayRunAsFormula } from '../../../../tables/formula-cells.ts';
import {
  createCsvStream,
  createWorkbookStream,
  type LinePieces,
  maxSheetRow,
  type Sheet,
} from '../../../../tables/table-stream.ts';
import { ServiceError } from '../../../contract/errors.ts';
import {
  contentTypes,
  type SourceExportFormat,
  type TableFileOptions,
} from '../../../contract/table-files.ts';
import type { StreamAnswer } from '../../../http/route.ts';
import { TimeSlice } from '../../../running/time-slices.ts';

/** A table that a caller downloads. */
export interface TableToSend {
  /** Of the file, without its extension. */
  readonly fileName: string;
  readonly sheetName: string;
  /** In a workbook: of the cells of each line; those that are not named are text. */
  readonly kinds?: Sheet['kinds'];
  /** The header and all lines, from the beginning at each call. */
  lines(): LinePieces;
  /** How many lines the table has, or at most has, with its header. Given if a sheet may not hold them all. */
  lineCount?(): Promise<number>;
  /** A second sheet, only for a workbook. */
  readonly second?: Sheet & { lineCount(): Promise<number> };
  /** How many cells of the table will be disarmed, if there is a faster way than to read it. */
  disarmedCells?(): Promise<number>;
}

/**
 * Every download of a table: as CSV or Excel workbook, with the number of disarmed cells before the file.
 * @throws ServiceError invalid_query for a workbook whose sheet cannot hold all lines
 */
export async function tableAnswer(options: TableFileOptions, table: TableToSend): Promise<StreamAnswer> {
  const { format } = options;
  const headers = buildFileHeaders(options, table.fileName);
  if (format === 'xlsx') {
    const { sheetName: name, lines, lineCount, kinds = [], second } = table;
    refuseTooLong((await lineCount?.()) ?? 0);
    refuseTooLong((await second?.lineCount()) ?? 0);
    const sheets = [{ name, kinds, lines }, ...(second ? [second] : [])];
    return { headers, stream: createWorkbookStream(sheets) };
  }
  if (options.formulas === 'keep') return { headers, stream: createCsvStream(table.lines(), options) };
  const count = await (table.disarmedCells?.() ?? formulasIn(table.lines()));
  const counted = { ...headers, 'Disarmed-Cells': String(count) };
  return { headers: counted, stream: createCsvStream(table.lines(), options) };
}

/** @param fileName without its extension */
export function buildFileHeaders({ format }: { readonly format: SourceExportFormat }, fileName: string) {
  return {
    'Content-Type': contentTypes[format],
    'Content-Disposition': `attachment; filename="${fileName}.${format}"`,
  };
}

/** @throws ServiceError invalid_query if a sheet cannot hold so many lines */
export function refuseTooLong(lines: number): void {
  if (lines <= maxSheetRow) return;
  const [has, most] = [lines, maxSheetRow].map((count) => count.toLocaleString('en'));
  throw new ServiceError('invalid_query', {
    details: [
      {
        field: 'format',
        message: `xlsx cannot hold the ${has} lines of this table, at most ${most}; use csv`,
      },
    ],
  });
}

async function formulasIn(pieces: LinePieces): Promise<number> {
  const turns = new TimeSlice();
  let count = 0;
  for await (const lines of pieces)
    for (const cells of lines) {
      for (const cell of cells) if (mayRunAsFormula(cell)) count += 1;
      if (turns.isUsedUp) await turns.startNext();
    }
  return count;
}

const linesPerPiece = 500;
const charactersPerPiece = 256 * 1024;

/** Lines in pieces that are small enough not to block other requests. */
export function* piecesOfLines<Line extends readonly string[]>(lines: Iterable<Line>): Generator<Line[]> {
  let piece: Line[] = [];
  let characters = 0;
  for (const line of lines) {
    piece.push(line);
    for (const cell of line) characters += cell.length;
    if (piece.length < linesPerPiece && characters < charactersPerPiece) continue;
    yield piece;
    piece = [];
    characters = 0;
  }
  if (piece.length > 0) yield piece;
}

/** The lines of rows, one row after the other. */
export function* linesOfRows<Row, Line>(
  rows: Iterable<Row>,
  linesOf: (row: Row) => Iterable<Line>,
): Generator<Line> {
  for (const row of rows) yield* linesOf(row);
}
