import {
  type SetAsideKind,
  type SetAsideLine,
  setAsideKinds,
} from '../../../../contract/sources/source-file.ts';
import { normalizeText } from '../../../../text/letters/normalize.ts';
import { isHeaderWord } from '../../columns/header-words.ts';
import {
  hasLegalForm,
  isBracketed,
  isHeading,
  isListTitle,
  isNoteText,
  isNumeric,
  isPageNumber,
  isPeriod,
  isUnit,
  isValue,
  totalKind,
} from '../../columns/table-words.ts';
import { unfitting, unreadable } from '../file-failures.ts';
import { extentOf, isBlankCell, isBlankLine, type SheetLine } from '../sheet-lines.ts';

/**
 * Finds the table on a sheet: its header, its rows, and the lines around them (docs/decisions/0027-sources.md). Every
 * guess can be changed by the caller. A line that may be a row is one: an unwanted row is seen in the review, a lost one
 * is not.
 */

export interface TableChoices {
  /** 0 if the table has no header. */
  readonly headerRow?: number | undefined;
  readonly lastRow?: number | undefined;
  /** Numbers, ranges and kinds. */
  readonly keep?: readonly string[] | undefined;
  /** Numbers and ranges. */
  readonly leaveOut?: readonly string[] | undefined;
}

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
  const head = choices.headerRow === undefined ? foundHeader(filled) : givenHeader(filled, choices.headerRow);
  checkLastRow(filled, head, choices.lastRow);
  const kinds = kindsOf(filled, head, choices.lastRow);
  applyChoices(filled, kinds, head.row, choices);
  const rows = filled.filter(({ row }) => !kinds.has(row));
  const setAside: SetAsideLine[] = [];
  let previous = 0;
  let characters = 0;
  const add = (row: number, kind: SetAsideKind, cells: readonly string[]) => {
    characters += cells.reduce((sum, cell) => sum + cell.length + 3, 0);
    if (setAside.length >= maxSetAside || characters > maxSetAsideCharacters) throw tooManySetAside();
    setAside.push({ file_row: row, kind, cells: [...cells] });
  };
  for (const { row, cells } of lines) {
    const gap = row - previous - 1;
    // A workbook has no cells for empty lines.
    if (gap <= maxGapListed) for (let empty = previous + 1; empty < row; empty += 1) add(empty, 'blank', []);
    previous = row;
    const kind = kinds.get(row);
    if (kind === 'title' && row === head.row) continue;
    if (kind !== undefined) add(row, kind, kind === 'blank' ? cells : cells.slice(0, extentOf(cells)));
    else if (isBlankLine(cells)) add(row, 'blank', cells);
  }
  return {
    headerRow: head.row,
    header: head.cells,
    headerLine: head.lines.at(-1) ?? [],
    headerAssumed: head.assumed,
    rows,
    setAside,
    another: head.row === null || choices.lastRow !== undefined ? null : anotherTable(rows),
  };
}

/** The header of another table: after empty lines, perhaps below its title. */
function anotherTable(rows: readonly SheetLine[]): FoundTable['another'] {
  for (let at = 1; at < rows.length; at += 1) {
    const [before, line, next] = [rows[at - 1], rows[at], rows[at + 1]];
    if (!before || !line || line.row <= before.row + 1) continue;
    const header = isPlainHeader(line.cells)
      ? line
      : isTitle(line.cells) && next && isPlainHeader(next.cells) && next;
    if (header) return { headerRow: header.row, lastRow: before.row };
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

function tooManySetAside() {
  return unreadable(
    'The file has too many lines that are not rows of its table. Give header_row and last_row, or remove empty lines.',
  );
}

interface Head {
  /** Line of the header; null if there is none. */
  readonly row: number | null;
  readonly cells: readonly string[];
  readonly assumed: boolean;
  /** The upper line of a header in two lines. */
  readonly upperRow?: number;
  /** Its lines as they are in the file. */
  readonly lines: readonly (readonly string[])[];
  /** The first line that can be a row. */
  readonly from: number;
  /** Number of cells of a usual row. */
  readonly typical: number;
}

const linesJudged = 500;
const headersTried = 12;
const linesAbove = 60;

/** The number of filled cells that a fifth of the first lines exceeds. Lines around the table have fewer cells. */
function typicalWidth(filled: readonly SheetLine[]): number {
  const counts = filled
    .slice(0, linesJudged)
    .map(({ cells }) => filledCount(cells))
    .sort((a, b) => a - b);
  return counts[Math.floor((counts.length - 1) * 0.8)] ?? 1;
}

function filledCount(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (!isBlankCell(cell)) count += 1;
  return count;
}

function foundHeader(filled: readonly SheetLine[]): Head {
  const typical = typicalWidth(filled);
  const enough = typical < 2 ? 1 : Math.max(2, Math.ceil(typical / 2));
  const isValueOnce = remembered(isValue);
  const tried = filled
    .slice(0, linesAbove)
    .flatMap((line, at) => (filledCount(line.cells) >= enough ? [{ line, at }] : []))
    .slice(0, headersTried)
    .map(({ line, at }) => ({
      line,
      at,
      ...signs(line, filled.slice(at + 1, at + 51), typical, isValueOnce),
    }));
  const [first] = tried;
  if (!first) return noHead(1, typical);
  // The first wide line is the header, unless a later one has clearly more of it: dates and authors are above tables too.
  const best = tried.reduce((chosen, each) => (each.score > chosen.score + 0.25 ? each : chosen), first);
  const { line, at, words, values, contrasts, count } = best;
  const evident = (words > 0 && 2 * words >= values) || (words > 0 && isHeaderWord(firstCell(line.cells)));
  // In a single column, a name without a legal form differs from the names below it as a header does. One company above a header can
  // be the one that made the list.
  const companiesAbove = filled.slice(0, at).filter(({ cells }) => hasLegalForm(firstCell(cells))).length;
  const isShown = typical < 2 ? evident && companiesAbove < 2 : evident;
  const possible = typical > 1 && values === 0 && (contrasts > 0 || (count > 1 && at === first.at));
  if (isShown || possible)
    return twoLineHeader(filled, at, { typical, assumed: !evident && contrasts === 0 });
  const above = filled.slice(0, first.at).filter(({ cells }) => isTitle(cells));
  const from = above.length === first.at ? first.line.row : (filled[0]?.row ?? 1);
  return noHead(from, typical);
}

function noHead(from: number, typical: number): Head {
  return { row: null, cells: [], lines: [], assumed: false, from, typical };
}

function firstCell(cells: readonly string[]): string {
  return cells.find((cell) => !isBlankCell(cell)) ?? '';
}

function isTitle(cells: readonly string[]): boolean {
  return filledCount(cells) === 1 && !isValue(firstCell(cells));
}

/** The cells below one header that is tried are also below the next one. */
function remembered(judge: (cell: string) => boolean): (cell: string) => boolean {
  const known = new Map<string, boolean>();
  return (cell) => {
    const earlier = known.get(cell);
    if (earlier !== undefined) return earlier;
    const judged = judge(cell);
    known.set(cell, judged);
    return judged;
  };
}

/** What speaks for a line being the header of the lines below it. */
function signs(
  { cells }: SheetLine,
  below: readonly SheetLine[],
  typical: number,
  isValue: (cell: string) => boolean,
) {
  let words = 0;
  let values = 0;
  let contrasts = 0;
  let count = 0;
  for (const [place, cell] of cells.entries()) {
    if (isBlankCell(cell)) continue;
    count += 1;
    if (isHeaderWord(cell)) words += 1;
    else if (isValue(cell)) {
      values += 1;
      continue;
    }
    const column = below.map((line) => line.cells[place] ?? '').filter((each) => !isBlankCell(each));
    if (column.length > 0 && column.filter(isValue).length >= 0.6 * column.length) contrasts += 1;
  }
  const coverage = Math.min(1, count / Math.max(1, typical));
  const listTitle = count === 1 && isListTitle(firstCell(cells)) ? 0.3 : 0;
  const score =
    (coverage * (words + 0.7 * contrasts + 0.2 * (count - values) - values)) / Math.max(1, count) - listTitle;
  return { words, values, contrasts, count, score };
}

/** A header of two lines becomes one: 売上 above 2024年 and 2025年 is 売上 2024年, 売上 2025年. */
function twoLineHeader(
  filled: readonly SheetLine[],
  at: number,
  { typical, assumed }: { readonly typical: number; readonly assumed: boolean },
): Head {
  const line = filled[at] as SheetLine;
  const { row, cells } = line;
  const one: Head = { row, cells, lines: [cells], assumed, from: row + 1, typical };
  const next = filled[at + 1];
  const after = filled[at + 2];
  if (next?.row === line.row + 1 && after && isLowerHeader(line.cells, next.cells, after.cells))
    return {
      ...one,
      row: next.row,
      cells: joined(line.cells, next.cells),
      lines: [line.cells, next.cells],
      upperRow: line.row,
      from: next.row + 1,
    };
  const above = filled[at - 1];
  if (above?.row === line.row - 1 && isUpperHeader(above.cells, line.cells))
    return {
      ...one,
      cells: joined(above.cells, line.cells),
      lines: [above.cells, line.cells],
      upperRow: above.row,
    };
  return one;
}

function isLowerHeader(
  upper: readonly string[],
  lower: readonly string[],
  after: readonly string[],
): boolean {
  const names = lower.filter((cell) => !isBlankCell(cell));
  if (names.some((cell) => isUnit(cell) || (isValue(cell) && !isPeriod(cell)))) return false;
  let inGaps = 0;
  for (const [place, cell] of lower.entries()) {
    if (isBlankCell(cell)) continue;
    const gapHere = isBlankCell(upper[place]);
    if (!gapHere && !isBlankCell(upper[place + 1])) return false;
    if (gapHere) inGaps += 1;
  }
  if (inGaps === 0) return false;
  if (names.every((cell) => isHeaderWord(cell) || isPeriod(cell))) return true;
  const hasMore = filledCount(after) > names.length;
  return hasMore && upper.some((cell, place) => !isBlankCell(cell) && isBlankCell(lower[place]));
}

function isUpperHeader(upper: readonly string[], lower: readonly string[]): boolean {
  if (filledCount(upper) < 2 || upper.some((cell) => !isBlankCell(cell) && isValue(cell) && !isPeriod(cell)))
    return false;
  const names = lower.filter((cell) => !isBlankCell(cell));
  const hasGap = upper.some((cell, place) => !isBlankCell(cell) && isBlankCell(lower[place]));
  return hasGap || new Set(names).size < names.length;
}

function joined(upper: readonly string[], lower: readonly string[]): string[] {
  let group = '';
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, place) => {
    const above = upper[place] ?? '';
    const below = lower[place] ?? '';
    if (!isBlankCell(above)) group = above;
    if (isBlankCell(below)) return above;
    if (isBlankCell(group)) return below;
    return `${group} ${below}`;
  });
}

function givenHeader(filled: readonly SheetLine[], headerRow: number): Head {
  const typical = typicalWidth(filled);
  if (headerRow === 0) return noHead(1, typical);
  const line = filled.find(({ row }) => row === headerRow);
  if (!line)
    throw unfitting('header_row', `names line ${headerRow}, which is empty or after the end of the file`);
  const { cells } = line;
  return { row: headerRow, cells, lines: [cells], assumed: false, from: headerRow + 1, typical };
}

/** The lines with values that are not rows. The header itself is among them, as a title. */
function kindsOf(
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
    filled.flatMap(({ row, cells }) => (kinds.get(row) === 'title' ? [titleKey(cells)] : [])),
  );
  const headers = head.lines.map(repeatedHeader);
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
      // A printed page begins with the titles again.
      for (let above = open.at(-1); above !== undefined && above !== ended; above = open.at(-1)) {
        const line = body[above] as SheetLine;
        if (filledCount(line.cells) === 1 && isPageNumber(firstCell(line.cells))) {
          kinds.set(line.row, 'note');
          open.pop();
          continue;
        }
        const before = body[above - 1];
        const isApart =
          head.typical > 2 &&
          isTitle(line.cells) &&
          (!before || before.row < line.row - 1 || kinds.has(before.row));
        if (!isApart && !titles.has(titleKey(line.cells))) {
          ended = above;
          break;
        }
        kinds.set(line.row, 'title');
        open.pop();
        if (isApart) break;
      }
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

/** A page number or the heading of a group of rows, alone on the line of a wide table. */
function isPart(cells: readonly string[], typical: number): boolean {
  if (typical < 3 || filledCount(cells) !== 1) return false;
  const text = firstCell(cells);
  return text.length <= 40 && (isHeading(text) || (isPageNumber(text) && /[^\d/\s]/.test(text)));
}

/** Whether a line is the header again, or part of it: without columns that were added beside the table later, as by an export. */
function repeatedHeader(header: readonly string[]): (cells: readonly string[]) => boolean {
  const names = header.map(seen);
  const width = names.findLastIndex((name) => name !== '') + 1;
  return (cells) => {
    // A line that is shorter than the header has not all of its names, so the header's width is not looked at for each line.
    let filled = 0;
    let isWhole = cells.length >= width;
    for (const [place, cell] of cells.entries()) {
      const text = seen(cell);
      if (text === (names[place] ?? '')) filled += text === '' ? 0 : 1;
      else if (text === '') isWhole = false;
      else return false;
    }
    return isWhole || filled > 1;
  };
}

/** Titles count pages and tell the time. */
function titleKey(cells: readonly string[]): string {
  const texts = cells.map((cell) => seen(normalizeText(cell).replaceAll(/\d+/g, '0')));
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).join('\n');
}

function seen(cell: string): string {
  return cell.slice(0, 1000).replaceAll(/[\s\p{Cc}]+/gu, '');
}

/**
 * Sums without a name: lines that have only amounts, one of which is the sum of the rows above, all or those since the
 * last sum. An amount of a row whose name is missing is not that.
 */
function markUnnamedSums(
  body: readonly SheetLine[],
  kinds: Map<number, SetAsideKind>,
  codes: readonly boolean[],
): void {
  const texts = textColumns(body);
  const isText = new Set(texts);
  const isCandidate = ({ row, cells }: SheetLine) =>
    !kinds.has(row) &&
    texts.length > 0 &&
    cells.every((cell, place) => !isText.has(place) || isBlankCell(cell)) &&
    cells.every((cell, place) => isBlankCell(cell) || (isNumeric(cell) && codes[place] !== true));
  const candidates = new Set(body.filter(isCandidate));
  if (candidates.size === 0) return;
  let width = 0;
  for (const { cells } of candidates) width = Math.max(width, cells.length);
  const all = new Map<number, number>();
  let since = new Map<number, number>();
  let rowsSince = 0;
  let rowsInAll = 0;
  // The amount of one row is repeated below it only if other groups have sums too.
  let least = 2;
  for (const line of body) {
    const sums = (totals: ReadonlyMap<number, number>) =>
      line.cells.some((cell, place) => isSum(amountOf(cell), totals.get(place)));
    if (candidates.has(line) && ((rowsSince >= least && sums(since)) || (rowsInAll > 1 && sums(all)))) {
      kinds.set(line.row, 'total');
      least = 1;
    }
    if (kinds.get(line.row) === 'total') {
      since = new Map();
      rowsSince = 0;
    }
    if (kinds.has(line.row)) continue;
    rowsSince += 1;
    rowsInAll += 1;
    for (const [place, cell] of line.cells.slice(0, width).entries()) {
      const amount = amountOf(cell) ?? 0;
      for (const totals of [since, all]) totals.set(place, (totals.get(place) ?? 0) + amount);
    }
  }
}

/** Columns with words in most of the first rows. */
function textColumns(body: readonly SheetLine[]): number[] {
  const first = body.slice(0, 100);
  const counts = new Map<number, number>();
  for (const { cells } of first)
    for (const [place, cell] of cells.entries())
      if (/\p{L}/u.test(cell) && !isNumeric(cell)) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].flatMap(([place, count]) => (2 * count > first.length ? [place] : []));
}

function amountOf(cell: string): number | null {
  if (cell.length > 40 || !/\d/.test(cell)) return null;
  const digits = normalizeText(cell).replaceAll(/[^\d.]/g, '');
  const amount = Number(digits) * (/^[¥￥]?\s*[△▲−(-]/.test(cell.trim()) ? -1 : 1);
  if (digits === '' || !Number.isFinite(amount)) return null;
  return amount;
}

function isSum(amount: number | null, total: number | undefined): boolean {
  return (
    amount !== null &&
    amount !== 0 &&
    total !== undefined &&
    Math.abs(amount - total) <= 1e-9 * Math.abs(total)
  );
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
  const kind = totalKind(firstCell(cells));
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

/** @throws ServiceError invalid_request */
function checkLastRow(filled: readonly SheetLine[], head: Head, lastRow: number | undefined): void {
  if (lastRow === undefined) return;
  const end = filled.at(-1)?.row ?? 0;
  if (lastRow > end)
    throw unfitting('last_row', `names line ${lastRow}, but the last line with a value is ${end}`);
  if (head.row !== null && lastRow < head.row)
    throw unfitting('last_row', `names line ${lastRow}, but the header is in line ${head.row}`);
}

const range = /^(\d+)(?:-(\d+))?$/;
/** The first and the last line. */
type Range = readonly [number, number];

/** The place of the first line that is this one or below it. */
function placeFrom(lines: readonly SheetLine[], row: number): number {
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lines[middle]?.row ?? 0) < row) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Whether a line is in one of the ranges. It is to be asked for lines in order. */
function inRanges(ranges: readonly Range[]): (row: number) => boolean {
  const sorted = ranges.toSorted(([one], [other]) => one - other);
  let at = 0;
  let end = 0;
  return (row) => {
    for (let next = sorted[at]; next && next[0] <= row; next = sorted[at]) {
      end = Math.max(end, next[1]);
      at += 1;
    }
    return row <= end;
  };
}

function applyChoices(
  filled: readonly SheetLine[],
  kinds: Map<number, SetAsideKind>,
  headerRow: number | null,
  { keep = [], leaveOut = [] }: TableChoices,
): void {
  if (keep.length + leaveOut.length === 0) return;
  if (keep.includes('blank')) throw unfitting('keep', 'names empty lines, which cannot be rows');
  const inAny = (field: string, given: readonly string[]) => {
    const ranges = given.flatMap((each): Range[] => {
      const [, from, to = from] = range.exec(each) ?? [];
      if (from === undefined) return [];
      const [first, last] = [Number(from), Number(to)];
      const begin = placeFrom(filled, first);
      const count = placeFrom(filled, last + 1) - begin;
      if (count <= 0) throw unfitting(field, `names ${each}, where the file has no line with a value`);
      if (count === 1 && filled[begin]?.row === headerRow)
        throw unfitting(field, `names line ${each}, which is the header; header_row changes that`);
      return [[first, last]];
    });
    return inRanges(ranges);
  };
  const keptKinds = new Set<string>(setAsideKinds.filter((kind) => keep.includes(kind)));
  const isKept = inAny('keep', keep);
  const isLeftOut = inAny('leave_out', leaveOut);
  for (const { row } of filled) {
    const kind = kinds.get(row);
    if (row === headerRow) continue;
    if (kind !== undefined && (isKept(row) || keptKinds.has(kind))) kinds.delete(row);
    if (isLeftOut(row) && !kinds.has(row)) kinds.set(row, 'left_out');
  }
}
