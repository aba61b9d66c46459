import type { SetAsideKind, SetAsideLine } from '../../../../contract/sources/source-file.ts';
import { isHeaderWord, isValue } from '../../columns/table-words.ts';
import { unreadable } from '../file-failures.ts';
import { extentOf, isBlankCell, isBlankLine, type SheetLine } from '../sheet-lines.ts';
import { findHeader, isTitle, takeGivenHeader } from './header-finding.ts';
import { classifyLines } from './line-kinds.ts';
import { applyChoices, checkLastRow, type TableChoices } from './table-choices.ts';

/**
 * Finds the table on a sheet: its header, its rows, and the lines around them (docs/decisions/0027-sources.md). Every
 * guess can be changed by the caller. A line that may be a row is one: an unwanted row is seen in the review, a lost one
 * is not.
 */

export interface FoundTable {
  /** Null if the table has none. */
  readonly headerRow: number | null;
  /** Cells of the header; empty if there is none. */
  readonly header: readonly string[];
  /** The lower line of a header in two lines; otherwise the same as `header`. */
  readonly headerLine: readonly string[];
  /** Whether nothing in the words or the rows shows that the header is one. */
  readonly headerAssumed: boolean;
  readonly rows: readonly SheetLine[];
  readonly setAside: readonly SetAsideLine[];
  /** Where another table of the sheet seems to begin, after a gap; its lines are rows of this one. */
  readonly another: { readonly headerRow: number; readonly lastRow: number } | null;
}

/** Longer gaps in a sheet are not listed line by line; the numbers of the lines around them show them. */
const maxGapListed = 1_000;
const maxSetAside = 50_000;
const maxSetAsideCharacters = 2_000_000;

/** @param lines in order, without blank lines at the end. @throws ServiceError invalid_request, source_file_unreadable */
export function findTable(lines: readonly SheetLine[], choices: TableChoices = {}): FoundTable {
  const filled = lines.filter(({ cells }) => !isBlankLine(cells));
  if (filled.length === 0) throw unreadable('The file is empty: it has no line with a value.');
  const { headerRow } = choices;
  const head = headerRow === undefined ? findHeader(filled) : takeGivenHeader(filled, headerRow);
  checkLastRow(filled, head, choices.lastRow);
  const kinds = classifyLines(filled, head, choices.lastRow);
  applyChoices(filled, kinds, head.row, choices);
  const rows = filled.filter(({ row }) => !kinds.has(row));
  const setAside: SetAsideLine[] = [];
  let previous = 0;
  let characters = 0;
  const add = (row: number, kind: SetAsideKind, cells: readonly string[]) => {
    characters += cells.reduce((sum, cell) => sum + cell.length + 3, 0);
    if (setAside.length >= maxSetAside || characters > maxSetAsideCharacters) throw createTooManyError();
    setAside.push({ file_row: row, kind, cells: [...cells] });
  };
  for (const { row, cells } of lines) {
    const gap = row - previous - 1;
    // A workbook has no cells for empty lines.
    if (gap <= maxGapListed) for (let empty = previous + 1; empty < row; empty += 1) add(empty, 'blank', []);
    previous = row;
    const kind = kinds.get(row);
    if (kind === 'title' && row === head.row) continue;
    if (kind !== undefined && kind !== 'blank') add(row, kind, cells.slice(0, extentOf(cells)));
    else if (kind === 'blank' || isBlankLine(cells)) add(row, 'blank', cells);
  }
  const isWhole = head.row !== null && choices.lastRow === undefined;
  return {
    headerRow: head.row,
    header: head.cells,
    headerLine: head.lines.at(-1) ?? [],
    headerAssumed: head.assumed,
    rows,
    setAside,
    another: isWhole ? findAnotherTable(rows) : null,
  };
}

/** The header of another table: after empty lines, perhaps below its title. */
function findAnotherTable(rows: readonly SheetLine[]): FoundTable['another'] {
  for (let at = 1; at < rows.length; at += 1) {
    const [before, line, next] = [rows[at - 1], rows[at], rows[at + 1]];
    if (!before || !line || line.row <= before.row + 1) continue;
    const header = isPlainHeader(line.cells) ? line : next;
    if (header && isPlainHeader(header.cells) && (header === line || isTitle(line.cells)))
      return { headerRow: header.row, lastRow: before.row };
  }
  return null;
}

function isPlainHeader(cells: readonly string[]): boolean {
  const names = cells.filter((cell) => !isBlankCell(cell));
  return (
    names.length > 1 &&
    names.every((cell) => !isValue(cell)) &&
    2 * names.filter(isHeaderWord).length > names.length
  );
}

function createTooManyError() {
  return unreadable(
    'The file has too many lines that are not rows of its table. Give header_row and last_row, or remove empty lines.',
  );
}
