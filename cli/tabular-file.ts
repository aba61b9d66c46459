import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { usageFailure } from './failure.ts';

/** CSV and TSV files of people: which encoding and separator they have, and what stands in them. */

export const encodings = ['utf-8', 'cp932', 'euc-jp', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof encodings)[number];

export const separators = { comma: ',', tab: '\t', semicolon: ';' } as const;
export type Separator = keyof typeof separators;

export interface TabularFile {
  readonly fileName: string;
  /** `sha256:` and 64 hexadecimal digits, of the bytes of the file. */
  readonly sha256: string;
  readonly encoding: Encoding;
  readonly byteOrderMark: boolean;
  readonly separator: Separator;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Numbers of the rows, from 1, that have more or fewer cells than there are headers. */
  readonly unevenRows: readonly number[];
  /** Columns at the end that had neither header nor any value. */
  readonly droppedColumns: number;
}

export interface ReadingOptions {
  readonly encoding?: Encoding;
  readonly separator?: Separator;
}

/** Names of the platform for Windows-31J, the Shift_JIS of Japanese Windows. */
const decoderNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'utf-8',
  cp932: 'windows-31j',
  'euc-jp': 'euc-jp',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
};

/** How files begin that a spreadsheet opens beside CSV. */
const workbookMarks: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04], // .xlsx, .ods and every other zip
  [0xd0, 0xcf, 0x11, 0xe0], // .xls
];

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** @throws CommandFailure when the file cannot be read, or read in one way alone */
export function readTabularFile(file: string, options: ReadingOptions = {}): TabularFile {
  const bytes = readBytes(file);
  return { fileName: path.basename(file), ...readTable(bytes, options) };
}

/** @throws CommandFailure */
export function readTable(bytes: Uint8Array, options: ReadingOptions = {}): Omit<TabularFile, 'fileName'> {
  if (workbookMarks.some((mark) => beginsWith(bytes, mark))) {
    throw usageFailure(
      'The file is a workbook of a spreadsheet, or an archive: no CSV or TSV.',
      'Save the sheet as CSV and give that file.',
    );
  }
  const { encoding, byteOrderMark, text } = decodeText(bytes, options.encoding);
  const separator = options.separator ?? detectSeparator(text);
  const [first = [], ...records] = parseRecords(text, separator);
  if (first.length === 0) throw usageFailure('The file is empty: it needs a line of headers.');
  const width = usedWidth(first, records);
  const headers = first.slice(0, width);
  const rows = records.map((record) => withoutBlankEnd(record, width));
  return {
    sha256: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    encoding,
    byteOrderMark,
    separator,
    headers,
    rows,
    unevenRows: rows.flatMap((row, at) => (row.length === width ? [] : [at + 1])),
    droppedColumns: first.length - width,
  };
}

/** Rows by header, as the service takes them. A cell too many has a key that no header has, one too few has none. */
export function rowsByHeader({
  headers,
  rows,
}: Pick<TabularFile, 'headers' | 'rows'>): Record<string, string>[] {
  return rows.map((row) =>
    Object.fromEntries(row.map((cell, place) => [headers[place] ?? `(column ${place + 1})`, cell])),
  );
}

interface DecodedText {
  readonly encoding: Encoding;
  readonly byteOrderMark: boolean;
  readonly text: string;
}

/**
 * The text, in the encoding that is forced or the only one that fits.
 * @throws CommandFailure when none or more than one fits
 */
export function decodeText(bytes: Uint8Array, forced?: Encoding): DecodedText {
  const [marked] = marks.find(([, mark]) => beginsWith(bytes, mark)) ?? [];
  if (forced) {
    const text = decodeAs(bytes, forced);
    if (text === null)
      throw usageFailure(`The file is not ${forced}.`, 'Leave --encoding out, or give another.');
    return { encoding: forced, byteOrderMark: marked === forced, text };
  }
  if (marked) {
    const text = decodeAs(bytes, marked);
    if (text === null)
      throw usageFailure(`The file begins with the mark of ${marked} and is not ${marked} throughout.`);
    return { encoding: marked, byteOrderMark: true, text };
  }
  // Text in another encoding is UTF-8 by accident so rarely that this is no guess.
  const utf8 = decodeAs(bytes, 'utf-8');
  if (utf8 !== null && !utf8.includes('\0')) return { encoding: 'utf-8', byteOrderMark: false, text: utf8 };
  return decodeJapanese(bytes);
}

function beginsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}

function decodeJapanese(bytes: Uint8Array): DecodedText {
  const fitting = (['cp932', 'euc-jp'] as const).flatMap((encoding) => {
    const text = decodeAs(bytes, encoding);
    return text === null || text.includes('\0') ? [] : [{ encoding, byteOrderMark: false, text }];
  });
  const [only, other] = fitting;
  if (only && !other) return only;
  const choices = encodings.join(', ');
  if (!only) throw usageFailure('The file is neither UTF-8 nor CP932.', `Give --encoding: ${choices}.`);
  const seen = fitting.map(({ encoding, text }) => `as ${encoding} it begins with ${beginning(text)}`);
  throw usageFailure(`The encoding is not certain: ${seen.join('; ')}.`, `Give --encoding: ${choices}.`);
}

function beginning(text: string): string {
  return (text.split(/\r?\n/, 1)[0] ?? '').slice(0, 40);
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(decoderNames[encoding], { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const recordsJudged = 50;

/** The separator that makes most columns in the first lines, and the same in all of them; a comma when none makes two. */
export function detectSeparator(text: string): Separator {
  const score = (separator: Separator) => {
    const records = parseRecords(text, separator, recordsJudged);
    const width = records[0]?.length ?? 0;
    // One column all the way down is what a separator makes that the file has not.
    if (width < 2) return 0;
    return (width * records.filter((record) => record.length === width).length) / Math.max(1, records.length);
  };
  const [best = 'comma'] = (Object.keys(separators) as Separator[])
    .map((separator) => ({ separator, score: score(separator) }))
    .sort((a, b) => b.score - a.score)
    .map(({ separator }) => separator);
  return best;
}

function parseRecords(text: string, separator: Separator, most?: number): string[][] {
  try {
    return parse(text, {
      delimiter: separators[separator],
      // Named, for the first line alone would decide: files put together by hand have both.
      record_delimiter: text.includes('\n') ? ['\r\n', '\n'] : '\r',
      relax_column_count: true,
      skip_empty_lines: true,
      ...(most !== undefined && { to: most }),
    });
  } catch (error) {
    if (error instanceof CsvError && most === undefined) {
      throw usageFailure(
        `The file is no ${separator}-separated table: ${error.message}.`,
        'Correct the line, or give --separator: comma, tab, semicolon.',
      );
    }
    if (error instanceof CsvError) return [];
    throw error;
  }
}

/** Spreadsheets write columns that hold nothing at all; they have no header to be known by. */
function usedWidth(headers: readonly string[], records: readonly (readonly string[])[]): number {
  let width = headers.length;
  while (width > 1 && headers[width - 1]?.trim() === '' && records.every((row) => !row[width - 1]?.trim()))
    width -= 1;
  return width;
}

/** Blank cells beyond the headers say nothing. */
function withoutBlankEnd(record: readonly string[], width: number): readonly string[] {
  let length = record.length;
  while (length > width && record[length - 1]?.trim() === '') length -= 1;
  return record.slice(0, length);
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (cause) {
    throw usageFailure(`${file} cannot be read: ${(cause as Error).message}.`);
  }
}
