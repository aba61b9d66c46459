import type { SetAsideKind } from '../../../../contract/sources/source-file.ts';
import { normalizeText } from '../../../../text/letters/normalize.ts';
import { readTitle, toTitle } from '../../columns/header-words.ts';
import {
  findSummed,
  foldCell,
  hasLegalForm,
  isBracketed,
  isBranch,
  isDate,
  isHeading,
  isNoteText,
  isNumeric,
  isPageNumber,
  isPeriod,
  isSumLabel,
  isSumWord,
  isUnit,
  isUnitTitle,
  totalKind,
} from '../../columns/table-words.ts';
import { countFilled, getFirstCell, isBlankCell, isTitle, type SheetLine } from '../sheet-lines.ts';
import type { TableHead } from './find-header.ts';
import { markUnnamedSums } from './unnamed-sums.ts';
import { WordedSums } from './worded-sums.ts';

/** Which lines around and inside a table are not its rows. */

/** The lines with values that are not rows. The header itself is among them, as a title. */
export function classifyLines(
  filled: readonly SheetLine[],
  head: TableHead,
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
    filled.filter(({ row }) => kinds.get(row) === 'title').map(({ cells }) => toTitleKey(cells)),
  );
  const isRepeatedHeader = head.lines.map(makeHeaderMatcher);
  const titlesAbove = new TitlesAbove(body, kinds, titles, head.typical);
  const labels = new GroupLabels(head, body);
  const sums = new WordedSums(body);
  for (const [at, { row, cells }] of body.entries()) {
    if (isTotal(cells, codes) || isLabelledSum(cells, codes, labels) || sums.isSum(cells))
      kinds.set(row, 'total');
    else if (isPart(cells, head.typical)) kinds.set(row, 'note');
    else if (isRepeatedHeader.some((repeats) => repeats(cells))) {
      kinds.set(row, 'header');
      markUnits(body[at + 1], row, kinds);
      titlesAbove.mark();
    }
    if (!kinds.has(row)) titlesAbove.addLine(at);
  }
  markUnnamedSums(body, kinds, codes);
  if (lastRow === undefined) markNotes(body, kinds, head.typical);
  // The caller says that the table ends here, so this line is a row.
  else kinds.delete(lastRow);
  return kinds;
}

/** A printed page begins with the titles again: the last lines before a repeated header that may be rows so far. */
class TitlesAbove {
  /** Places of the lines so far that may be rows. */
  readonly #open: number[] = [];
  /** The line at which titles above a header ended last: above the next header, they end there too. */
  #ended: number | undefined;

  constructor(
    private readonly body: readonly SheetLine[],
    private readonly kinds: Map<number, SetAsideKind>,
    private readonly titles: ReadonlySet<string>,
    private readonly typical: number,
  ) {}

  addLine(at: number): void {
    this.#open.push(at);
  }

  mark(): void {
    for (
      let above = this.#open.at(-1);
      above !== undefined && above !== this.#ended;
      above = this.#open.at(-1)
    ) {
      const line = this.body[above] as SheetLine;
      const isPage = countFilled(line.cells) === 1 && isPageNumber(getFirstCell(line.cells));
      const isApart = !isPage && this.#isApart(line, this.body[above - 1]);
      if (!isPage && !isApart && !this.titles.has(toTitleKey(line.cells))) {
        this.#ended = above;
        return;
      }
      this.kinds.set(line.row, isPage ? 'note' : 'title');
      this.#open.pop();
      if (isApart) return;
    }
  }

  /** Whether a gap or a line that is no row comes before it. */
  #isApart(line: SheetLine, before: SheetLine | undefined): boolean {
    if (this.typical <= 2 || !isTitle(line.cells)) return false;
    return !before || before.row < line.row - 1 || this.kinds.has(before.row);
  }
}

function markUnits(line: SheetLine | undefined, headerRow: number | null, kinds: Map<number, SetAsideKind>) {
  if (line && headerRow !== null && line.row === headerRow + 1 && isUnitLine(line.cells))
    kinds.set(line.row, 'units');
}

function isUnitLine(cells: readonly string[]): boolean {
  return (
    cells.every((cell) => isBlankCell(cell) || isUnit(cell) || isBracketed(cell)) &&
    cells.some((cell) => /\p{L}|[%％]/u.test(cell) && isUnit(cell))
  );
}

/** A page number or the heading of a group of rows, alone on the line of a wide table. */
function isPart(cells: readonly string[], typical: number): boolean {
  if (typical < 3 || countFilled(cells) !== 1) return false;
  const text = getFirstCell(cells);
  return text.length <= 40 && (isHeading(text) || (isPageNumber(text) && /[^\d/\s]/.test(text)));
}

/** Whether a line is the header again, or part of it: without columns that were added beside the table later, as by an export. */
function makeHeaderMatcher(header: readonly string[]): (cells: readonly string[]) => boolean {
  const names = header.map(removeBlanks);
  const width = names.findLastIndex((name) => name !== '') + 1;
  return (cells) => {
    // A line that is shorter than the header has not all of its names, so the header's width is not looked at for each line.
    let filled = 0;
    let isWhole = cells.length >= width;
    for (const [place, cell] of cells.entries()) {
      const text = removeBlanks(cell);
      if (text === (names[place] ?? '')) filled += text === '' ? 0 : 1;
      else if (text === '') isWhole = false;
      else return false;
    }
    return isWhole || filled > 1;
  };
}

/** Titles count pages and tell the time. */
function toTitleKey(cells: readonly string[]): string {
  const texts = cells.map((cell) => removeBlanks(normalizeText(cell).replaceAll(/\d+/g, '0')));
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).join('\n');
}

function removeBlanks(cell: string): string {
  return cell.slice(0, 1000).replaceAll(/[\s\p{Cc}]+/gu, '');
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

/**
 * A sum or count with several labels: 件数 3 合計 3,500; 営業部 合計 1,500; 株式会社架空 小計 30. Beside one that says so, each text is another, a
 * header, or a group of rows in its column. Beside a word for a sum, it may also be what another line has there, so that
 * no company is named by this line alone.
 */
function isLabelledSum(cells: readonly string[], codes: readonly boolean[], labels: GroupLabels): boolean {
  const sum = labels.findSum(cells);
  if (sum < 0 && (!cells.some(isSumLabel) || cells.some(hasLegalForm))) return false;
  let numbers = 0;
  for (const [place, cell] of cells.entries()) {
    if (place === sum || isBlankCell(cell) || isUnit(cell) || isSumLabel(cell)) continue;
    if (isNumeric(cell) && codes[place] !== true) numbers += 1;
    else if (!labels.isLabel(cell, place) && (sum < 0 || !labels.isRepeated(cell, place))) return false;
  }
  return numbers > 0;
}

/** Words for all groups together. */
const all = /^全(?:社|体|店|国|部門|部署|支店|拠点|件)?$/;
/** Between the names of groups that are summed together: A+B. */
const joint = /[+＋&＆、]/u;
/** Lines with a word for a sum in one column, of which so many name what no other line does: the word is a value there. */
const mostNew = 1 / 2;

/** The texts of a table that can be labels of sums. */
class GroupLabels {
  readonly #headers: ReadonlySet<string>;
  readonly #byColumn = new Map<number, Set<string>>();
  readonly #isOfValues = new Map<number, boolean>();
  #given: readonly SheetLine[] | undefined;

  constructor(
    private readonly head: TableHead,
    private readonly body: readonly SheetLine[],
  ) {
    this.#headers = new Set(head.cells.map(removeBlanks));
  }

  isLabel(cell: string, place: number): boolean {
    const text = removeBlanks(cell);
    if (this.#headers.has(text) || all.test(text)) return true;
    const header = this.head.cells[place] ?? '';
    if (isGroupHeader(header) && this.isRepeated(cell, place)) return true;
    // 営業部 in the first column, of a group that stands in another one.
    return this.head.cells.some(
      (other, at) => at > place && isGroupHeader(other) && this.#listTexts(at).has(toTextKey(cell)),
    );
  }

  /** Whether a line that is no sum has the text in the same column, or others have the texts that it joins; a day and a branch are no companies. */
  isRepeated(cell: string, place: number): boolean {
    if (isDate(cell) || isPeriod(cell) || isBranch(cell)) return true;
    const texts = this.#listTexts(place);
    return texts.has(toTextKey(cell)) || cell.split(joint).every((part) => texts.has(toTextKey(part)));
  }

  /** The place of a word for a sum, or of a text of its column with one behind it: 小計, 株式会社架空 集計, A 計. */
  findSum(cells: readonly string[]): number {
    return cells.findIndex((cell, place) =>
      isSumWord(cell) ? !this.#hasSumsAsValues(place) : this.#isSumOfOther(cell, place),
    );
  }

  #isSumOfOther(cell: string, place: number): boolean {
    const summed = findSummed(cell);
    return summed !== null && this.#listTexts(place).has(toTextKey(summed));
  }

  #hasSumsAsValues(place: number): boolean {
    const known = this.#isOfValues.get(place);
    if (known !== undefined) return known;
    const sums = this.body.filter(({ cells }) => isSumWord(cells[place] ?? ''));
    const isNew = ({ cells }: SheetLine) =>
      cells.some(
        (cell, at) => at !== place && isWord(cell) && !this.isLabel(cell, at) && !this.isRepeated(cell, at),
      );
    const isOfValues =
      isUnitTitle(this.head.cells[place] ?? '') || sums.filter(isNew).length > mostNew * sums.length;
    this.#isOfValues.set(place, isOfValues);
    return isOfValues;
  }

  #listTexts(place: number): ReadonlySet<string> {
    const known = this.#byColumn.get(place);
    if (known) return known;
    this.#given ??= this.body.filter(({ cells }) => !cells.some(isSumLabel));
    const texts = new Set(this.#given.map(({ cells }) => toTextKey(cells[place] ?? '')));
    texts.delete('');
    this.#byColumn.set(place, texts);
    return texts;
  }
}

function isWord(cell: string): boolean {
  return !isBlankCell(cell) && !isNumeric(cell) && !isUnit(cell) && !isSumLabel(cell);
}

function toTextKey(cell: string): string {
  return removeBlanks(foldCell(cell));
}

function namesCompanies(header: string): boolean {
  return ['sure', 'possible'].includes(readTitle('name', toTitle(header)));
}

function isGroupHeader(header: string): boolean {
  return header !== '' && !namesCompanies(header);
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
  if (texts.length > 2 || (texts.length > 1 && !rowsAreWide)) return false;
  const [text = '', other = ''] = texts;
  if (!isNoteText(text, { rowsAreWide })) return totalKind(text) === 'exact' && texts.length === 1;
  return texts.length === 1 || !hasLegalForm(other);
}
