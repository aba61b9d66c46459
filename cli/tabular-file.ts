import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { usageFailure } from './failure.ts';

/** CSV and TSV files that users supply: encoding, separator and content. */

export const encodings = ['utf-8', 'cp932', 'euc-jp', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof encodings)[number];

export const separators = { comma: ',', tab: '\t', semicolon: ';' } as const;
export type Separator = keyof typeof separators;

export interface TabularFile {
  readonly fileName: string;
  /** Digest of the file: `sha256:` and 64 hexadecimal digits. */
  readonly sha256: string;
  readonly encoding: Encoding;
  readonly byteOrderMark: boolean;
  readonly separator: Separator;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Numbers, from 1, of rows that have more or fewer cells than there are headers. */
  readonly unevenRows: readonly number[];
  /** Number of columns at the end without a header or any value. */
  readonly droppedColumns: number;
}

export interface ReadingOptions {
  readonly encoding?: Encoding;
  readonly separator?: Separator;
}

/** Names for TextDecoder; CP932 is Windows-31J, the Shift_JIS of Japanese Windows. */
const decoderNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'utf-8',
  cp932: 'windows-31j',
  'euc-jp': 'euc-jp',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
};

/** First bytes of other spreadsheet files. */
const workbookMarks: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04], // .xlsx, .ods and every other zip
  [0xd0, 0xcf, 0x11, 0xe0], // .xls
];

const marks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** @throws CommandFailure if the file cannot be read, or its encoding is ambiguous */
export function readTabularFile(file: string, options: ReadingOptions = {}): TabularFile {
  const bytes = readBytes(file);
  return { fileName: path.basename(file), ...readTable(bytes, options) };
}

/** @throws CommandFailure */
export function readTable(bytes: Uint8Array, options: ReadingOptions = {}): Omit<TabularFile, 'fileName'> {
  if (workbookMarks.some((mark) => beginsWith(bytes, mark))) {
    throw usageFailure(
      'The file is a spreadsheet or an archive, not CSV or TSV.',
      'Save the sheet as CSV and use that file.',
    );
  }
  const { encoding, byteOrderMark, text } = decodeText(bytes, options.encoding);
  const separator = options.separator ?? detectSeparator(text);
  const [first = [], ...records] = parseRecords(text, separator);
  if (first.length === 0) throw usageFailure('The file is empty: it needs a header line.');
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

/** Rows by header, in the service's form. An extra cell gets a key that is not a header; a missing cell gets none. */
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
 * The text, in the given encoding or the only one that fits.
 * @throws CommandFailure if no encoding fits, or several do
 */
export function decodeText(bytes: Uint8Array, forced?: Encoding): DecodedText {
  const [marked] = marks.find(([, mark]) => beginsWith(bytes, mark)) ?? [];
  if (forced) {
    const text = decodeAs(bytes, forced);
    if (text === null)
      throw usageFailure(`The file is not ${forced}.`, 'Remove --encoding, or use another one.');
    return { encoding: forced, byteOrderMark: marked === forced, text };
  }
  if (marked) {
    const text = decodeAs(bytes, marked);
    if (text === null)
      throw usageFailure(`The file has the byte order mark of ${marked}, but is not valid ${marked}.`);
    return { encoding: marked, byteOrderMark: true, text };
  }
  // Text in another encoding is almost never valid UTF-8, so this is not a guess.
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
  if (!only) throw usageFailure('The file is not UTF-8, CP932 or EUC-JP.', `Give --encoding: ${choices}.`);
  const seen = fitting.map(({ encoding, text }) => `as ${encoding} it begins with ${beginning(text)}`);
  throw usageFailure(`The encoding is ambiguous: ${seen.join('; ')}.`, `Give --encoding: ${choices}.`);
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

/** The separator that yields the most columns, consistently, in the first lines; comma if none yields two columns. */
export function detectSeparator(text: string): Separator {
  const score = (separator: Separator) => {
    const records = parseRecords(text, separator, recordsJudged);
    const width = records[0]?.length ?? 0;
    // A separator that the file does not use yields one column.
    if (width < 2) return 0;
    return (width * records.filter((record) => record.length === width).length) / Math.max(1, records.length);
  };
  const [best = 'comma'] = (Object.keys(separators) as Separator[])
    .map((separator) => ({ separator, score: score(separator) }))
    .sort((a, b) => b.score - a.score)
    .map(({ separator }) => separator);
  return best;
}

function parseRecords(text: string, separator: Separator, maxRecords?: number): string[][] {
  try {
    return parse(text, {
      delimiter: separators[separator],
      // Set explicitly, because detection looks only at the first line, and files merged by hand have both.
      record_delimiter: text.includes('\n') ? ['\r\n', '\n'] : '\r',
      relax_column_count: true,
      skip_empty_lines: true,
      ...(maxRecords !== undefined && { to: maxRecords }),
    });
  } catch (error) {
    if (error instanceof CsvError && maxRecords === undefined) {
      throw usageFailure(
        `The file is not a valid ${separator}-separated table: ${error.message}.`,
        'Correct the line, or give --separator: comma, tab, semicolon.',
      );
    }
    if (error instanceof CsvError) return [];
    throw error;
  }
}

/** Spreadsheets write empty columns at the end, without a header. */
function usedWidth(headers: readonly string[], records: readonly (readonly string[])[]): number {
  let width = headers.length;
  while (width > 1 && headers[width - 1]?.trim() === '' && records.every((row) => !row[width - 1]?.trim()))
    width -= 1;
  return width;
}

/** Blank cells beyond the headers are dropped. */
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
