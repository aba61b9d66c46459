import { CsvError, parse } from 'csv-parse/sync';
import { type FileSeparator, fileSeparators } from '../../contract/sources/reading.ts';
import { markReferenceEnds } from '../../text/character-references.ts';
import { tooLarge, unreadable } from './file-failures.ts';
import { isBlankLine, type SheetLine } from './sheet-lines.ts';

/** The lines of CSV and of text with other separators. */

const delimiters: Readonly<Record<FileSeparator, string>> = {
  comma: ',',
  tab: '\t',
  semicolon: ';',
  pipe: '|',
};

/** @throws ServiceError source_file_unreadable, payload_too_large */
export function readDelimited(
  text: string,
  maxLines: number,
  given?: FileSeparator,
): { readonly separator: FileSeparator; readonly lines: readonly SheetLine[] } {
  const separator = given ?? detectSeparator(text);
  const lines = records(text, separator, { maxLines });
  checkQuotes(text, lines);
  return { separator, lines };
}

/**
 * A quoted cell that goes on over several lines, and that text follows, has swallowed these lines: its quotation mark was
 * not meant as one. The parser keeps such a cell with its first quotation mark. A cell that really begins with one is
 * doubly quoted in the text.
 * @throws ServiceError source_file_unreadable
 */
function checkQuotes(text: string, lines: readonly SheetLine[]): void {
  let from = 0;
  for (const { row, cells } of lines) {
    for (const cell of cells) {
      if (!cell.startsWith('"') || !/[\n\r]/.test(cell)) continue;
      const written = `"${cell.replaceAll('"', '""')}"`;
      const at = text.indexOf(written, from);
      if (at === -1)
        throw unreadable(
          `The quotation marks in line ${row} are not balanced: a cell that begins with one goes on over several lines, and text follows its end. Double the quotation marks inside cells, or remove them.`,
        );
      from = at + written.length;
    }
  }
}

const recordsJudged = 100;
const charactersJudged = 512 * 1024;

/**
 * The separator that divides most of the first lines into the same number of columns; comma if none divides them. Lines
 * around the table have fewer columns, so the most frequent number counts, not that of the first line.
 */
export function detectSeparator(text: string): FileSeparator {
  const beginning = text.slice(0, charactersJudged);
  const score = (separator: FileSeparator): number => {
    const widths = new Map<number, number>();
    for (const { cells } of firstRecords(beginning, separator)) {
      if (isBlankLine(cells)) continue;
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    }
    const lines = [...widths.values()].reduce((sum, count) => sum + count, 0);
    const [width, count] = [...widths].reduce(
      (best, each) =>
        each[0] > 1 && each[1] * Math.min(each[0], 20) > best[1] * Math.min(best[0], 20) ? each : best,
      [1, 0],
    );
    return width < 2 ? 0 : (Math.min(width, 20) * count) / lines;
  };
  const scored = fileSeparators.map((separator) => ({ separator, score: score(separator) }));
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).separator;
}

function firstRecords(text: string, separator: FileSeparator): readonly SheetLine[] {
  try {
    return records(text, separator, { maxLines: recordsJudged, to: recordsJudged });
  } catch {
    return [];
  }
}

/** Stands for the semicolon of a character reference while lines are divided. Unicode has no character there. */
const referenceEnd = '\ufdd0';

/** Records are lines as a spreadsheet numbers them: a quoted cell with line breaks is in one, and blank lines count. */
function records(
  text: string,
  separator: FileSeparator,
  { maxLines, to }: { readonly maxLines: number; readonly to?: number },
): SheetLine[] {
  const lines: SheetLine[] = [];
  let row = 0;
  // A&amp;B is one cell.
  const isMarked = separator === 'semicolon' && text.includes('&') && !text.includes(referenceEnd);
  const withEnds = (cell: string) => cell.replaceAll(referenceEnd, ';');
  try {
    parse(isMarked ? markReferenceEnds(text, referenceEnd) : text, {
      delimiter: delimiters[separator],
      // Set explicitly, because detection looks only at the first line, and files merged by hand have several.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Excel writes ="0123" to keep zeros; a quote inside an unquoted cell is text.
      relax_quotes: true,
      on_record: (cells: string[]) => {
        row += 1;
        lines.push({ row, cells: isMarked ? cells.map(withEnds) : cells });
        if (lines.length > maxLines)
          throw tooLarge(`The file has more than ${maxLines.toLocaleString('en')} lines.`);
        // Kept here; nothing is left to collect.
        return null;
      },
      ...(to !== undefined && { to }),
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (to !== undefined) return lines;
    throw quoteFault(error, row);
  }
  return withoutBlankEnd(lines);
}

/** @param row the last line that was read */
function quoteFault(error: CsvError, row: number): Error {
  const line = row + 1;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return unreadable(
      `A cell in line ${line} begins with a quotation mark that is never closed. Close it, or remove it.`,
      error,
    );
  return unreadable(`The quotation marks in line ${line} are not balanced.`, error);
}

function withoutBlankEnd(lines: SheetLine[]): SheetLine[] {
  let length = lines.length;
  while (length > 0 && isBlankLine(lines[length - 1]?.cells ?? [])) length -= 1;
  return lines.slice(0, length);
}
