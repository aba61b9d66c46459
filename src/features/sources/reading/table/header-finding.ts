import {
  hasLegalForm,
  isHeaderWord,
  isListTitle,
  isPeriod,
  isUnit,
  isValue,
} from '../../columns/table-words.ts';
import { unfitting } from '../file-failures.ts';
import { countFilled, getFirstCell, isBlankCell, type SheetLine } from '../sheet-lines.ts';

/** Finds the header of a table, in one line or two. */

/** The header of a table, and what it says about the lines below it. */
export interface Head {
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
/** A header stands out from its column if so many of the cells below it are values. */
const contrastShare = 0.6;
/** What speaks for a header, where a word for a column counts 1, and a value counts against it. */
const weights = {
  /** A cell that stands out from its column. */
  contrast: 0.7,
  /** A cell that is not a value. */
  text: 0.2,
  /** Against a single cell that is the title of a list. */
  listTitle: 0.3,
  /** How much more a later line must have than an earlier one. */
  laterLine: 0.25,
} as const;

/** The number of filled cells that a fifth of the first lines exceeds. Lines around the table have fewer cells. */
function measureTypicalWidth(filled: readonly SheetLine[]): number {
  const counts = filled
    .slice(0, linesJudged)
    .map(({ cells }) => countFilled(cells))
    .sort((a, b) => a - b);
  return counts[Math.floor((counts.length - 1) * 0.8)] ?? 1;
}

export function findHeader(filled: readonly SheetLine[]): Head {
  const typical = measureTypicalWidth(filled);
  const enough = typical < 2 ? 1 : Math.max(2, Math.ceil(typical / 2));
  const isValueOnce = rememberJudgements(isValue);
  const tried = filled
    .slice(0, linesAbove)
    .flatMap((line, at) => (countFilled(line.cells) >= enough ? [{ line, at }] : []))
    .slice(0, headersTried)
    .map(({ line, at }) => ({
      line,
      at,
      ...weighSigns(line, filled.slice(at + 1, at + 51), typical, isValueOnce),
    }));
  const [first] = tried;
  if (!first) return createEmptyHead(1, typical);
  // The first wide line is the header, unless a later one has clearly more of it: dates and authors are above tables too.
  const best = tried.reduce(
    (chosen, each) => (each.score > chosen.score + weights.laterLine ? each : chosen),
    first,
  );
  const { line, at, words, values, contrasts, count } = best;
  const evident = (words > 0 && 2 * words >= values) || (words > 0 && isHeaderWord(getFirstCell(line.cells)));
  // In a single column, a name without a legal form differs from the names below it as a header does. One company above a header can
  // be the one that made the list.
  const companiesAbove = filled.slice(0, at).filter(({ cells }) => hasLegalForm(getFirstCell(cells))).length;
  const isShown = typical < 2 ? evident && companiesAbove < 2 : evident;
  const possible = typical > 1 && values === 0 && (contrasts > 0 || (count > 1 && at === first.at));
  if (isShown || possible)
    return readHeaderLines(filled, at, { typical, assumed: !evident && contrasts === 0 });
  const above = filled.slice(0, first.at).filter(({ cells }) => isTitle(cells));
  const from = above.length === first.at ? first.line.row : (filled[0]?.row ?? 1);
  return createEmptyHead(from, typical);
}

function createEmptyHead(from: number, typical: number): Head {
  return { row: null, cells: [], lines: [], assumed: false, from, typical };
}

export function isTitle(cells: readonly string[]): boolean {
  return countFilled(cells) === 1 && !isValue(getFirstCell(cells));
}

/** The cells below one header that is tried are also below the next one. */
function rememberJudgements(judge: (cell: string) => boolean): (cell: string) => boolean {
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
function weighSigns(
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
    if (column.length > 0 && column.filter(isValue).length >= contrastShare * column.length) contrasts += 1;
  }
  const coverage = Math.min(1, count / Math.max(1, typical));
  const isTitleOfList = count === 1 && isListTitle(getFirstCell(cells));
  const points = words + weights.contrast * contrasts + weights.text * (count - values) - values;
  const score = (coverage * points) / Math.max(1, count) - (isTitleOfList ? weights.listTitle : 0);
  return { words, values, contrasts, count, score };
}

/** A header of two lines becomes one: 売上 above 2024年 and 2025年 is 売上 2024年, 売上 2025年. */
function readHeaderLines(
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
      cells: joinHeaders(line.cells, next.cells),
      lines: [line.cells, next.cells],
      upperRow: line.row,
      from: next.row + 1,
    };
  const above = filled[at - 1];
  if (above?.row === line.row - 1 && isUpperHeader(above.cells, line.cells))
    return {
      ...one,
      cells: joinHeaders(above.cells, line.cells),
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
  const hasMore = countFilled(after) > names.length;
  return hasMore && upper.some((cell, place) => !isBlankCell(cell) && isBlankCell(lower[place]));
}

function isUpperHeader(upper: readonly string[], lower: readonly string[]): boolean {
  if (countFilled(upper) < 2 || upper.some((cell) => !isBlankCell(cell) && isValue(cell) && !isPeriod(cell)))
    return false;
  const names = lower.filter((cell) => !isBlankCell(cell));
  const hasGap = upper.some((cell, place) => !isBlankCell(cell) && isBlankCell(lower[place]));
  return hasGap || new Set(names).size < names.length;
}

function joinHeaders(upper: readonly string[], lower: readonly string[]): string[] {
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

export function takeGivenHeader(filled: readonly SheetLine[], headerRow: number): Head {
  const typical = measureTypicalWidth(filled);
  if (headerRow === 0) return createEmptyHead(1, typical);
  const line = filled.find(({ row }) => row === headerRow);
  if (!line)
    throw unfitting('header_row', `names line ${headerRow}, which is empty or after the end of the file`);
  const { cells } = line;
  return { row: headerRow, cells, lines: [cells], assumed: false, from: headerRow + 1, typical };
}
