import { type FileSeparator, fileSeparators } from '../../../contract/sources/source-file.ts';
import { markReferenceEnds } from '../../../text/letters/normalize.ts';
import { isHeaderWord } from '../columns/header-words.ts';
import { hasLegalForm, isListTitle } from '../columns/table-words.ts';
import { maxColumns, tooLarge, tooManyCells, unreadable } from './file-failures.ts';
import { isBlankLine, type SheetLine } from './sheet-lines.ts';

/** The lines of CSV and of text with other separators. */

export const delimiters: Readonly<Record<FileSeparator, string>> = {
  comma: ',',
  tab: '\t',
  semicolon: ';',
  pipe: '|',
};

/** Cells of all lines together. A table has at most 10 million, and spreadsheets add empty ones. */
const maxCells = 16_000_000;

/** @throws ServiceError source_file_unreadable, payload_too_large */
export function readDelimited(
  text: string,
  maxLines: number,
  given?: FileSeparator,
): { readonly separator: FileSeparator; readonly lines: readonly SheetLine[] } {
  const separator = given ?? detectSeparator(text);
  const lines: SheetLine[] = [];
  let cellCount = 0;
  for (const { row, cells, fault } of readRecords(text, separator)) {
    if (fault === 'open')
      throw unreadable(
        `A cell in line ${row} begins with a quotation mark that is never closed. Close it, or remove it.`,
      );
    if (fault === 'unbalanced')
      throw unreadable(
        `The quotation marks in line ${row} are not balanced: a cell that begins with one goes on over several lines, and text follows its end. Double the quotation marks inside cells, or remove them.`,
      );
    if (fault === 'wide')
      throw tooLarge(`Line ${row} has more than ${maxColumns.toLocaleString('en')} columns.`);
    lines.push({ row, cells });
    cellCount += cells.length;
    if (lines.length > maxLines)
      throw tooLarge(`The file has more than ${maxLines.toLocaleString('en')} lines.`);
    if (cellCount > maxCells) throw tooManyCells('file', maxCells);
  }
  return { separator, lines: withoutBlankEnd(lines) };
}

const recordsJudged = 100;
const charactersJudged = 512 * 1024;

/**
 * The separator that divides most of the first lines into the same number of columns; comma if none divides them. Lines
 * around the table have fewer columns, so the most frequent number counts, not that of the first line.
 */
export function detectSeparator(text: string): FileSeparator {
  const beginning = text.slice(0, charactersJudged);
  const read = fileSeparators.map((separator) => ({
    separator,
    lines: firstRecords(beginning, separator).flatMap(({ cells }) => (isBlankLine(cells) ? [] : [cells])),
  }));
  const scored = read
    .map(({ separator, lines }) => ({ separator, score: isOneColumn(lines) ? 0 : scoreWidths(lines) }))
    .filter(({ score }) => score > 0);
  if (scored.length > 0)
    return scored.reduce((best, each) => (each.score > best.score ? each : best)).separator;
  const [byComma] = read;
  if (byComma?.lines.length === 0) return 'comma';
  // A list: a sign in some of its lines must not cut them.
  return fileSeparators.find((separator) => !beginning.includes(delimiters[separator])) ?? 'comma';
}

/** How many of the lines have the most frequent number of columns, and how many columns these are; 0 if that is one. */
function scoreWidths(lines: readonly (readonly string[])[]): number {
  const widths = new Map<number, number>();
  for (const { length } of lines) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width, count] = [...widths].reduce(
    (best, each) =>
      each[0] > 1 && each[1] * Math.min(each[0], 20) > best[1] * Math.min(best[0], 20) ? each : best,
    [1, 0],
  );
  if (width < 2) return 0;
  return (Math.min(width, 20) * count) / lines.length;
}

/** Co., Ltd. and ABC, Inc. */
const formBehind = /^\s*(?:ltd|limited|inc|llc|l\.l\.c|corp|co|k\.k|g\.k|y\.k|plc|s\.a|n\.v|gmbh)\b/i;

/**
 * Whether lines are names of companies, of which some have the sign: below one header, without one if the other lines are companies, or
 * as the sign before a legal form.
 */
function isOneColumn(lines: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = lines;
  const divided = lines.filter((cells) => !isBlankLine(cells.slice(1)));
  if (divided.length === 0) return lines.every(({ length }) => length <= 1);
  const continued = divided.flatMap((cells) => cells.slice(1));
  if (continued.every((cell) => formBehind.test(cell))) return true;
  if (divided.some((cells) => cells.filter(isHeaderWord).length * 2 > cells.length)) return false;
  const [header = ''] = first;
  if (first.length === 1 && isHeaderWord(header) && !isListTitle(header))
    return divided.length * 2 <= others.length || continued.every((cell) => /^\s/.test(cell));
  const whole = lines.filter((cells) => !divided.includes(cells));
  const companies = whole.filter(([name = '']) => hasLegalForm(name));
  // A table has lines of one cell around it, but these are no companies.
  return divided.length <= whole.length && companies.length * 2 > whole.length;
}

/** A record that does not end, or has too many cells, is not judged. */
function firstRecords(text: string, separator: FileSeparator): readonly SheetLine[] {
  const first: TextRecord[] = [];
  for (const record of readRecords(text, separator)) {
    if (record.fault === 'open' || record.fault === 'wide') break;
    first.push(record);
    if (first.length === recordsJudged) break;
  }
  return withoutBlankEnd(first);
}

/** Stands for the semicolon of a character reference while lines are divided. Unicode has no character there. */
const referenceEnd = '\ufdd0';

interface TextRecord extends SheetLine {
  /** Where each cell begins in the text, quotation marks included, and where the last one ends. */
  readonly places: readonly number[];
  /**
   * `open`: a quoted cell does not end. `wide`: there are more than `maxColumns` cells. Both are the last record. `unbalanced`: a quoted
   * cell that goes on over several lines, and that text follows, has swallowed these lines, because its quotation mark was not meant
   * as one.
   */
  readonly fault: 'open' | 'wide' | 'unbalanced' | null;
}

/**
 * Records are lines as a spreadsheet numbers them: a quoted cell with line breaks is in one, and blank lines count. Any end of a
 * line counts, because files merged by hand have several. A quotation mark inside an unquoted cell is text: Excel writes ="0123" to
 * keep zeros. A quoted cell that text follows is kept as it is written, except that doubled marks in it are single.
 *
 * Each character is looked at once or twice, whatever the quotation marks. Parsers from packages copy a cell again for each mark
 * that they forgive.
 */
export function* readRecords(file: string, separator: FileSeparator): Generator<TextRecord> {
  const delimiter = delimiters[separator];
  // A&amp;B is one cell.
  const isMarked = separator === 'semicolon' && file.includes('&') && !file.includes(referenceEnd);
  const text = isMarked ? markReferenceEnds(file, referenceEnd) : file;
  const asWritten = (cell: string) => {
    if (isMarked) return cell.replaceAll(referenceEnd, ';');
    return cell;
  };
  const plain = new RegExp(`[^\\n\\r${delimiter}]*`, 'y');
  const plainAt = (from: number): string => {
    plain.lastIndex = from;
    return plain.exec(text)?.[0] ?? '';
  };
  let at = 0;
  let row = 0;
  while (at < text.length) {
    row += 1;
    const cells: string[] = [];
    const places: number[] = [];
    let fault: TextRecord['fault'] = null;
    for (;;) {
      places.push(at);
      if (text[at] === '"') {
        const end = endOfQuoted(text, at + 1);
        if (end === -1) {
          yield { row, cells, places, fault: 'open' };
          return;
        }
        const inside = text.slice(at + 1, end).replaceAll('""', '"');
        const after = plainAt(end + 1);
        at = end + 1 + after.length;
        if (after !== '' && /[\n\r]/.test(inside)) fault = 'unbalanced';
        cells.push(asWritten(after === '' ? inside : `"${inside}"${after}`));
      } else {
        const cell = plainAt(at);
        at += cell.length;
        cells.push(asWritten(cell));
      }
      if (cells.length > maxColumns) {
        yield { row, cells, places, fault: 'wide' };
        return;
      }
      if (text[at] !== delimiter) break;
      at += 1;
    }
    places.push(at);
    yield { row, cells, places, fault };
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  }
}

/** The place of the mark that closes a quoted cell; -1 if none does. */
function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function withoutBlankEnd<Line extends SheetLine>(lines: readonly Line[]): Line[] {
  let length = lines.length;
  while (length > 0 && isBlankLine(lines[length - 1]?.cells ?? [])) length -= 1;
  return lines.slice(0, length);
}
