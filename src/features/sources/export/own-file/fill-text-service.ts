import type { Buffer } from 'node:buffer';
import {
  applyFormulaRule,
  type CellStyle,
  type FormulaRule,
  renderCsvCell,
} from '../../../../../tables/csv.ts';
import {
  droppedBefore,
  escapeFormula,
  formulaSigns,
  mayRunAsFormula,
} from '../../../../../tables/formula-cells.ts';
import type { FileEncoding, FileSeparator } from '../../../../contract/sources/source-file.ts';
import { TimeSlice } from '../../../../running/time-slices.ts';
import { delimiters, readRecords } from '../../parsing/delimited-text.ts';
import { FilledLines, type Filling } from './filling.ts';
import { type OwnText, openText } from './own-text.ts';

/** How a text file is written. */
export interface TextForm {
  readonly encoding: FileEncoding;
  readonly byteOrderMark: boolean;
  readonly separator: FileSeparator;
}

const unitsPerPiece = 64 * 1024;

/** The same text with cells written into its lines. Every other byte stays as it is, except where a cell is disarmed. */
export async function* fillText(
  file: Buffer,
  { encoding, byteOrderMark, separator }: TextForm,
  filling: Filling,
  formulas: FormulaRule,
): AsyncGenerator<Buffer> {
  const text = openText(file, encoding, byteOrderMark);
  const { units } = text;
  const delimiter = delimiters[separator];
  const lines = new FilledLines(filling);
  const quotesAll = areAllQuoted(units, separator, filling.headerRow);
  const disarm = formulas === 'disarm' ? createDisarmer(text) : (cell: string) => cell;
  const render = (cell: string) =>
    text.encode(renderCsvCell(applyFormulaRule(cell, formulas), { delimiter, quotesAll }));
  yield text.mark;
  const turns = new TimeSlice();
  let piece = '';
  let written = 0;
  for (const { row, places } of readRecords(units, separator)) {
    const end = places.at(-1) ?? 0;
    // Between two cells is their separator.
    const cells = places
      .slice(0, -1)
      .map((from, at) => units.slice(from, at === places.length - 2 ? end : (places[at + 1] ?? 0) - 1));
    const own = cells.map(disarm);
    const given = await lines.cellsOf(row);
    if (given) fillCells(own, filling.columns, given, render);
    piece += units.slice(written, places[0]) + own.join(delimiter);
    written = end;
    if (turns.isUsedUp) await turns.startNext();
    if (piece.length < unitsPerPiece) continue;
    yield text.toBytes(piece);
    piece = '';
  }
  await lines.finish();
  yield text.toBytes(piece + units.slice(written));
}

/** @param cells of the line; changed */
function fillCells(
  cells: string[],
  columns: readonly number[],
  given: readonly string[],
  render: (cell: string) => string,
): void {
  for (const [at, column] of columns.entries()) {
    while (cells.length < column) cells.push(render(''));
    cells[column - 1] = render(given[at] ?? '');
  }
}

function areAllQuoted(units: string, separator: FileSeparator, headerRow: number): CellStyle['quotesAll'] {
  for (const { row, places } of readRecords(units, separator))
    if (row >= headerRow) return places.slice(0, -1).every((place) => units[place] === '"');
  return false;
}

/** Cells that a spreadsheet would run, with an apostrophe before them. */
function createDisarmer({ encode, decode }: OwnText): (cell: string) => string {
  const firstUnits = new Set(
    [...`${droppedBefore}${formulaSigns}`].map((character) => encode(character).charAt(0)),
  );
  return (cell) => {
    const isQuoted = cell.startsWith('"');
    if (!firstUnits.has(cell.charAt(isQuoted ? 1 : 0))) return cell;
    const inside = isQuoted ? cell.slice(1, cell.lastIndexOf('"')).replaceAll('""', '"') : cell;
    if (!mayRunAsFormula(decode(inside))) return cell;
    return isQuoted ? `"${escapeFormula(cell.slice(1))}` : escapeFormula(cell);
  };
}
