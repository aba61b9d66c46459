import { maxFileRow } from '../../../../contract/limits.ts';
import {
  maxColumns,
  maxTableCharacters,
  tooLarge,
  tooManyCells,
  tooMuchText,
  unreadable,
} from '../file-failures.ts';
import { isBlankCell, type SheetLine } from '../sheet-lines.ts';
import { type NumberDisplay, plainNumber } from './cell-display.ts';
import type { WideMerge } from './free-column.ts';
import { type Drawing, readDrawings } from './read-drawings.ts';
import { boundedText, type WorkbookArchive } from './workbook-archive.ts';
import { TextOfItem } from './workbook-text.ts';

export interface SheetContent {
  /** Lines with values, in order. */
  readonly lines: readonly SheetLine[];
  /** The last column in which anything is, formulas without a value included. */
  readonly usedColumns: number;
  /** Merged cells that reach further. */
  readonly wideMerges: readonly WideMerge[];
  readonly drawings: readonly Drawing[];
  /** Whether its XML has only tags and text, and all lines in order. */
  readonly isPlain: boolean;
  readonly merged: number;
  readonly hiddenRows: number;
  readonly hiddenColumns: number;
  readonly formulasWithoutValue: number;
}

/** More of them count as if they were beside every line. */
const maxWideMerges = 100;

/** What the cells of a sheet refer to, and how many lines it may have. */
export interface CellParts {
  readonly strings: readonly string[];
  readonly displays: readonly NumberDisplay[];
  readonly maxLines: number;
}

/** Cells up to the last one of each line, of which a table has at most 10 million. */
export const maxCells = 12_000_000;

/** @throws ServiceError source_file_unreadable, payload_too_large */
export async function readSheet(
  archive: WorkbookArchive,
  part: string,
  { strings, displays, maxLines }: CellParts,
): Promise<SheetContent> {
  const lines: SheetLine[] = [];
  const text = new TextOfItem();
  const seen = { merged: 0, hiddenRows: 0, hiddenColumns: 0, formulasWithoutValue: 0 };
  let row = 0;
  let column = 0;
  /** Of the line, with the place of each text. */
  let texts: string[] = [];
  let places: number[] = [];
  let cellCount = 0;
  let characters = 0;
  let type = 'n';
  let style = 0;
  let value = '';
  let inValue = false;
  let hasFormula = false;
  let inOrder = true;
  let isPlain = true;
  let usedColumns = 0;
  const wideMerges: WideMerge[] = [];

  const endCell = () => {
    const shown = type === 'inlineStr' ? text.value() : shownValue(value);
    if (hasFormula && shown === '' && value === '' && type !== 'str') seen.formulasWithoutValue += 1;
    if (shown !== '' || value !== '' || hasFormula) usedColumns = Math.max(usedColumns, column);
    if (shown === '') return;
    characters += shown.length;
    // A shared text can be in every cell.
    if (characters > maxTableCharacters) throw tooMuchText();
    places.push(column - 1);
    if (texts.push(shown) > maxColumns)
      throw unreadable(`The workbook is damaged: line ${row} has more than one value for a column.`);
  };
  const shownValue = (raw: string): string => {
    if (raw === '') return '';
    if (type === 's') return sharedText(raw);
    if (type === 'b') {
      if (raw === '1') return 'TRUE';
      return 'FALSE';
    }
    if (type === 'd') return raw.replace(/T00:00:00(\.0+)?Z?$/, '');
    if (type !== 'n') return raw;
    const number = Number(raw);
    if (Number.isFinite(number)) return (displays[style] ?? plainNumber)(number);
    return raw;
  };
  const sharedText = (raw: string): string => {
    const shared = strings[Number(raw)];
    // An empty cell instead could lose the name of a company.
    if (shared === undefined)
      throw unreadable(
        `The workbook is damaged: the cell in line ${row}, column ${column}, refers to a text that the file does not have.`,
      );
    return shared;
  };
  const endRow = () => {
    // A line that has only spaces is left out, wherever they are.
    if (!texts.every(isBlankCell)) {
      if (row <= (lines.at(-1)?.row ?? 0)) inOrder = false;
      const cells = cellsOfLine();
      lines.push({ row, cells });
      cellCount += cells.length;
      if (lines.length > maxLines)
        throw tooLarge(`The sheet has more than ${maxLines.toLocaleString('en')} lines.`);
      if (cellCount > maxCells) throw tooManyCells('sheet', maxCells);
    }
    texts = [];
    places = [];
  };
  const cellsOfLine = (): string[] => {
    const cells: string[] = [];
    for (const [at, place] of places.entries()) {
      while (cells.length < place) cells.push('');
      if ((cells[place] ?? '') !== '')
        throw unreadable(`The workbook is damaged: line ${row} has two values for its column ${place + 1}.`);
      cells[place] = texts[at] ?? '';
    }
    return cells;
  };

  await archive.read(part, {
    open(name, attributes) {
      if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        if (column < 1 || column > maxColumns)
          throw unreadable('The workbook is damaged: a cell has no valid column.');
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0);
        value = '';
        hasFormula = false;
        text.begin();
      } else if (name === 'v') inValue = true;
      else if (name === 'row') {
        const before = row;
        row = attributes.r === undefined ? row + 1 : Number(attributes.r);
        if (row <= before) isPlain = false;
        if (!Number.isInteger(row) || row < 1 || row > maxFileRow)
          throw unreadable('The workbook is damaged: a line has no valid number.');
        column = 0;
        if (isOn(attributes.hidden)) seen.hiddenRows += 1;
      } else if (name === 'f') hasFormula = true;
      else if (name === 'mergeCell') {
        seen.merged += 1;
        const merge = readMerge(attributes.ref);
        // They come after all cells.
        if (merge.column <= usedColumns) return;
        if (wideMerges.length < maxWideMerges) wideMerges.push(merge);
        else usedColumns = merge.column;
      } else if (name === 'col' && isOn(attributes.hidden))
        seen.hiddenColumns += Math.max(0, Number(attributes.max) - Number(attributes.min) + 1) || 0;
      else text.open(name);
    },
    text(piece) {
      if (inValue) value = boundedText(value, piece);
      else text.add(piece);
    },
    unusual() {
      isPlain = false;
    },
    close(name) {
      if (name === 'c') endCell();
      else if (name === 'v') inValue = false;
      else if (name === 'row') endRow();
      else text.close(name);
    },
  });
  if (!inOrder) throw unreadable('The workbook is damaged: the lines of the sheet are not in order.');
  const drawings = await readDrawings(archive, part);
  return { lines, usedColumns, wideMerges, drawings, isPlain, ...seen };
}

function isOn(attribute: string | undefined): boolean {
  return attribute === '1' || attribute === 'true';
}

/** `A1:H2` */
function readMerge(reference = ''): WideMerge {
  const [first = '', last = first] = reference.split(':');
  const rowOf = (cell: string) => Number(cell.replace(/^\D+/, ''));
  return { from: rowOf(first), to: rowOf(last), column: columnOf(last) };
}

/** `AB12` → 28; 0 without letters. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at) & ~0x20;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column;
}
