import type { SetAsideKind } from '../../../../contract/sources/source-file.ts';
import { normalizeText } from '../../../../text/letters/normalize.ts';
import {
  hasLegalForm,
  isBracketed,
  isHeading,
  isNoteText,
  isNumeric,
  isPageNumber,
  isUnit,
  totalKind,
} from '../../columns/table-words.ts';
import { countFilled, getFirstCell, isBlankCell, type SheetLine } from '../sheet-lines.ts';
import { type Head, isTitle } from './header-finding.ts';
import { markUnnamedSums } from './unnamed-sums.ts';

/** What the lines of a sheet are that are not rows of its table. */

/** The lines with values that are not rows. The header itself is among them, as a title. */
export function classifyLines(
  filled: readonly SheetLine[],
  head: Head,
  lastRow: number | undefined,
): Map<number, SetAsideKind> {
  const kinds = new Map<number, SetAsideKind>();
  const body: SheetLine[] = [];
  for (const line of filled) {
    if (line.row === head.upperRow) kinds.set(line.row, 'header');
    else if (line.row < head.from) kinds.set(line.row, 'title');
    else if (lastRow !== undefined && line.row > lastRow) kinds.set(line.row, 'note');
    else body.push(line);
  }
  markUnits(body[0], head.row, kinds);
  const codes = head.cells.map((cell) => /コード|番号|code|no\.?$|id$|number/i.test(cell));
  const titles = new Set(
    filled.flatMap(({ row, cells }) => (kinds.get(row) === 'title' ? [buildTitleKey(cells)] : [])),
  );
  const headers = head.lines.map(createRepeatTest);
  /** Places of the lines so far that may be rows. */
  const open: number[] = [];
  /** The line at which titles above a header ended last: above the next header, they end there too. */
  let ended: number | undefined;
  for (const [at, { row, cells }] of body.entries()) {
    if (isTotal(cells, codes)) kinds.set(row, 'total');
    else if (isPart(cells, head.typical)) kinds.set(row, 'note');
    else if (headers.some((repeats) => repeats(cells))) {
      kinds.set(row, 'header');
      markUnits(body[at + 1], row, kinds);
      ended = markTitlesAbove(body, { open, ended, titles, kinds, typical: head.typical });
    }
    if (!kinds.has(row)) open.push(at);
  }
  markUnnamedSums(body, kinds, codes);
  if (lastRow === undefined) markNotes(body, kinds, head.typical);
  // The caller says that the table ends here, so this line is a row.
  else kinds.delete(lastRow);
  return kinds;
}

function markUnits(line: SheetLine | undefined, headerRow: number | null, kinds: Map<number, SetAsideKind>) {
  if (line && headerRow !== null && line.row === headerRow + 1 && isUnitLine(line.cells))
    kinds.set(line.row, 'units');
}

interface LinesAbove {
  /** Places of the lines so far that may be rows. Those that are marked are taken out. */
  readonly open: number[];
  readonly ended: number | undefined;
  readonly titles: ReadonlySet<string>;
  readonly kinds: Map<number, SetAsideKind>;
  readonly typical: number;
}

/** A printed page begins with the titles again. @returns where they ended */
function markTitlesAbove(body: readonly SheetLine[], above: LinesAbove): number | undefined {
  const { open, titles, kinds, typical } = above;
  for (let at = open.at(-1); at !== undefined && at !== above.ended; at = open.at(-1)) {
    const line = body[at] as SheetLine;
    if (countFilled(line.cells) === 1 && isPageNumber(getFirstCell(line.cells))) {
      kinds.set(line.row, 'note');
      open.pop();
      continue;
    }
    const before = body[at - 1];
    const isApart =
      typical > 2 && isTitle(line.cells) && (!before || before.row < line.row - 1 || kinds.has(before.row));
    if (!isApart && !titles.has(buildTitleKey(line.cells))) return at;
    kinds.set(line.row, 'title');
    open.pop();
    if (isApart) break;
  }
  return above.ended;
}

/** A page number or the heading of a group of rows, alone on the line of a wide table. */
function isPart(cells: readonly string[], typical: number): boolean {
  if (typical < 3 || countFilled(cells) !== 1) return false;
  const text = getFirstCell(cells);
  return text.length <= 40 && (isHeading(text) || (isPageNumber(text) && /[^\d/\s]/.test(text)));
}

/** Whether a line is the header again, or part of it: without columns that were added beside the table later, as by an export. */
function createRepeatTest(header: readonly string[]): (cells: readonly string[]) => boolean {
  const names = header.map(dropSpaces);
  const width = names.findLastIndex((name) => name !== '') + 1;
  return (cells) => {
    // A line that is shorter than the header has not all of its names, so the header's width is not looked at for each line.
    let filled = 0;
    let isWhole = cells.length >= width;
    for (const [place, cell] of cells.entries()) {
      const text = dropSpaces(cell);
      if (text === (names[place] ?? '')) filled += text === '' ? 0 : 1;
      else if (text === '') isWhole = false;
      else return false;
    }
    return isWhole || filled > 1;
  };
}

/** Titles count pages and tell the time. */
function buildTitleKey(cells: readonly string[]): string {
  const texts = cells.map((cell) => dropSpaces(normalizeText(cell).replaceAll(/\d+/g, '0')));
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).join('\n');
}

function dropSpaces(cell: string): string {
  return cell.slice(0, 1000).replaceAll(/[\s\p{Cc}]+/gu, '');
}

function isUnitLine(cells: readonly string[]): boolean {
  return (
    cells.every((cell) => isBlankCell(cell) || isUnit(cell) || isBracketed(cell)) &&
    cells.some((cell) => /\p{L}|[%％]/u.test(cell) && isUnit(cell))
  );
}

/**
 * A sum names no company: its only text is a word for a sum, and all other cells are numbers. So a company called 合計
 * with an address is a row, and so is one with a code.
 */
function isTotal(cells: readonly string[], codes: readonly boolean[]): boolean {
  const kind = totalKind(getFirstCell(cells));
  if (kind === null) return false;
  let labelled = false;
  let numbers = 0;
  for (const [place, cell] of cells.entries()) {
    if (isBlankCell(cell)) continue;
    if (!labelled) labelled = true;
    else if (isNumeric(cell) && codes[place] !== true) numbers += 1;
    else if (!isUnit(cell)) return false;
  }
  return numbers > 0 || (kind === 'exact' && cells.length > 1);
}

/** Notes are at the end: from the last line up to the first that may be a row. */
function markNotes(body: readonly SheetLine[], kinds: Map<number, SetAsideKind>, typical: number): void {
  for (let at = body.length - 1; at >= 0; at -= 1) {
    const { row, cells } = body[at] as SheetLine;
    if (kinds.has(row)) continue;
    if (!isNote(cells, typical)) return;
    kinds.set(row, 'note');
  }
}

function isNote(cells: readonly string[], typical: number): boolean {
  const texts = cells.filter((cell) => !isBlankCell(cell));
  const rowsAreWide = typical >= 3;
  if (texts.length > (rowsAreWide ? 2 : 1)) return false;
  const [text = '', other = ''] = texts;
  if (!isNoteText(text, { rowsAreWide })) return totalKind(text) === 'exact' && texts.length === 1;
  return texts.length === 1 || !hasLegalForm(other);
}
