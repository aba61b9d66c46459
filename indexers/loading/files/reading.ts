import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder, types } from 'node:util';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { OperatorError } from '../../operator/operator-error.ts';

/** A file as a publisher offers it for download: plain, `.gz`, or `.zip` with one file of records, or its parts, in it. */
export interface SourceFile {
  readonly path: string;
  readonly name: string;
  /** Of the file as it is stored, compressed or not. */
  readonly sha256: string;
}

/** A record of a file, or the reason why it could not be read. */
export type Located<T> = { readonly line: number } & (
  | { readonly value: T }
  | { readonly fault: string; readonly text: string }
);

/**
 * Turns records into rows of a register.
 * @param read returns a row, or why the record is rejected
 * @param textOf returns the text that is kept of a rejected record
 */
export async function* readRows<Written, Row>(
  records: AsyncIterable<Located<Written>>,
  read: (record: Written) => Row | string,
  textOf: (record: Written) => string,
): AsyncGenerator<Located<Row>> {
  for await (const located of records) {
    if ('fault' in located) {
      yield located;
      continue;
    }
    const { line, value } = located;
    const row = read(value);
    yield typeof row === 'string' ? { line, fault: row, text: textOf(value) } : { line, value: row };
  }
}

/** @throws OperatorError when the file cannot be read */
export async function openSource(file: string): Promise<SourceFile> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${reasonOf(error)}`);
  }
  return { path: file, name: path.basename(file), sha256: hash.digest('hex') };
}

/** The message of an error, also of one from another context of Node. */
export function reasonOf(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}

/** If a quoted field is never closed, the rest of the file must not be read into memory as one record. */
export const maxRecordLength = 1 << 20;

/**
 * Passes text to the parser as long as its records end. The parser's own bound counts only characters of fields, so a line of
 * separators would be unbounded. This one counts all characters, in pieces, so a record may have a few pieces more.
 * @param ended how many records the parser has ended, of whatever kind
 * @throws what `fault` returns, before a record takes much memory
 */
async function* endingRecords(
  pieces: AsyncIterable<string>,
  ended: () => number,
  fault: () => OperatorError,
): AsyncGenerator<string> {
  let before = 0;
  let length = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += recordPiece) {
      const now = ended();
      if (now !== before) length = 0;
      before = now;
      const part = piece.slice(at, at + recordPiece);
      length += part.length;
      if (length > 2 * maxRecordLength) throw fault();
      yield part;
    }
  }
}

const recordPiece = 1 << 18;

/** All of them at once, because a file that was put together from others can have several. Otherwise the first one counts. */
const endsOfLine = ['\r\n', '\n', '\r'];

/** Faults after which the parser finds no further record. Without an error, rows would be lost silently. */
const endless: ReadonlySet<string | undefined> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);

/**
 * The records of a CSV file, in the encoding that its first bytes show. Cells are not trimmed. A record that is not CSV is
 * reported as a fault, and reading continues after it.
 * @throws OperatorError when the file ends in the middle of a record, or a record has no end
 */
export async function* readCsv(file: SourceFile): AsyncGenerator<Located<string[]>> {
  const broken: { line: number; fault: string; text: string }[] = [];
  let endlessAt = Number.POSITIVE_INFINITY;
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: maxRecordLength,
    record_delimiter: endsOfLine,
  });
  let skipped = 0;
  parser.on('skip', (error) => {
    skipped += 1;
    const line = error?.lines ?? 0;
    if (endless.has(error?.code)) endlessAt = Math.min(endlessAt, line);
    broken.push({ line, fault: error?.message ?? 'not CSV', text: '' });
  });
  const decoder = new Decoder(file);
  const tooLong = () =>
    damaged(file, `the record of line ${parser.info.lines} has more than ${maxRecordLength >> 20} MiB`);
  const ended = () => parser.info.records + parser.info.empty_lines + skipped;
  const feeding = pipeline(
    await openBytes(file),
    decoder,
    (pieces: AsyncIterable<string>) => endingRecords(pieces, ended, tooLong),
    parser,
  );
  // A failure also ends the loop below by throwing; without a listener it would end the process.
  feeding.catch(() => undefined);
  const records: AsyncIterable<{ record: string[]; info: { lines: number } }> = parser;
  let columns = 0;
  let last: { line: number; value: string[] } | undefined;
  for await (const { record, info } of readable(file, records)) {
    // The parser is ahead of this loop: the records before the fault are still valid.
    if (info.lines >= endlessAt) break;
    if (last !== undefined) {
      yield last;
      columns = last.value.length;
    }
    const later = broken.findIndex(({ line }) => line >= info.lines);
    // All of them at once: there can be half a million.
    yield* broken.splice(0, later < 0 ? broken.length : later);
    last = { line: info.lines, value: record };
  }
  if (Number.isFinite(endlessAt))
    throw damaged(file, `the record that begins on line ${(last?.line ?? 0) + 1} has no end`);
  // The last record is yielded only after this check: if a complete list were cut off, the missing rows would be removed.
  if (last !== undefined && last.value.length < columns && !decoder.endsWithLine)
    throw damaged(file, `the last line (${last.line}) is incomplete`);
  if (last !== undefined) yield last;
  yield* broken;
  await feeding;
}

export function damaged(file: SourceFile, reason: string): OperatorError {
  return new OperatorError(`${file.name} is cut off or damaged: ${reason}`);
}

/** Turns the error of a truncated or wrongly compressed file into one for the operator. */
async function* readable<T>(file: SourceFile, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await iterator.next().catch((error: unknown) => {
        throw error instanceof OperatorError ? error : damaged(file, reasonOf(error));
      });
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/**
 * The lines of a JSON Lines file as parsed values, without blank lines.
 * @throws OperatorError when the file ends in the middle of a line
 */
export async function* readJsonLines(
  file: SourceFile,
  maxLength = maxRecordLength,
): AsyncGenerator<Located<unknown>> {
  let line = 0;
  for await (const { text, ended } of readLines(file, maxLength)) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(text);
      yield { line, value };
    } catch (error) {
      if (!ended && line > 1) throw damaged(file, `the last line (${line}) is incomplete`);
      yield { line, fault: `not JSON: ${reasonOf(error)}`, text };
    }
  }
}

/** The decoded text of a file, in pieces. */
export async function* readText(file: SourceFile): AsyncGenerator<string> {
  const decoder = new Decoder(file);
  const feeding = pipeline(await openBytes(file), decoder);
  feeding.catch(() => undefined);
  const pieces: AsyncIterable<string> = decoder.setEncoding('utf8');
  yield* readable(file, pieces);
  await feeding;
}

/** Lines, and whether each ends with a line break. */
async function* readLines(
  file: SourceFile,
  maxLength: number,
): AsyncGenerator<{ text: string; ended: boolean }> {
  let open = '';
  for await (const piece of readText(file)) {
    const lines = (open + piece).split('\n');
    open = lines.pop() ?? '';
    if (open.length > maxLength)
      throw new OperatorError(`${file.name} has a line that is longer than ${maxLength >> 20} MiB.`);
    for (const text of lines) yield { text, ended: true };
  }
  if (open !== '') yield { text: open, ended: false };
}

const zipBegin = 'PK\x03\x04';

async function openBytes(file: SourceFile): Promise<Readable> {
  const head = await firstBytes(file.path);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const packed = createReadStream(file.path, { highWaterMark: 1 << 18 });
    const plain = createGunzip({ chunkSize: 1 << 18 });
    pipeline(packed, plain).catch((error: Error) => plain.destroy(error));
    return plain;
  }
  if (head.toString('latin1') === zipBegin) return await openZipEntry(file);
  return createReadStream(file.path, { highWaterMark: 1 << 18 });
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function openZipEntry(file: SourceFile): Promise<Readable> {
  const { zip, entries } = await recordEntries(file);
  return Readable.from(joined(zip, entries), { objectMode: false, highWaterMark: 1 << 18 });
}

/** The parts of one file, one after the other, each from a new line and without its byte order mark. */
async function* joined(zip: ZipFile, parts: readonly Entry[]): AsyncGenerator<Buffer> {
  try {
    for (const [at, part] of parts.entries()) {
      let begins = at > 0;
      if (begins) yield Buffer.from('\n');
      const pieces: AsyncIterable<Buffer> = await zip.openReadStreamPromise(part);
      for await (const piece of pieces) {
        yield begins && piece.subarray(0, 3).equals(byteOrderMark) ? piece.subarray(3) : piece;
        begins = false;
      }
    }
  } finally {
    zip.close();
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The file of records in an archive, or its parts in their order. */
async function recordEntries(
  file: SourceFile,
): Promise<{ zip: ZipFile; entries: readonly [Entry, ...Entry[]] }> {
  const { zip, entries } = await zipEntries(file.path).catch((error: unknown) => {
    throw damaged(file, reasonOf(error));
  });
  const [first, ...others] = entries.toSorted((one, other) => (one.fileName < other.fileName ? -1 : 1));
  if (first === undefined || (others.length > 0 && !arePartsOfOne([first, ...others]))) {
    zip.close();
    if (entries.some(({ fileName }) => fileName === 'xl/workbook.xml'))
      throw new OperatorError(`${file.name} is an Excel workbook (.xlsx): save it as CSV and load that.`);
    throw new OperatorError(
      `${file.name} contains ${entries.length} .csv, .jsonl, .json or .xml files, but it must contain exactly one, or all parts of one: unpack it.`,
    );
  }
  return { zip, entries: [first, ...others] };
}

/**
 * Files of more rows than a spreadsheet has are published in parts: 13_tokyo_all_20260831_01.csv, …_02.csv. All from the first
 * on must be there.
 */
function arePartsOfOne(sorted: readonly Entry[]): boolean {
  const names = sorted.map(({ fileName }) => /^(.*)_(\d{2,3})\.csv$/i.exec(fileName));
  return names.every((name, at) => name !== null && name[1] === names[0]?.[1] && Number(name[2]) === at + 1);
}

/** A file in an archive. */
export interface ArchivedFile {
  readonly name: string;
  /** Unpacked, as the archive states it. */
  readonly size: number;
  /** Fails if it is larger than stated. */
  open(): Promise<Readable>;
}

/**
 * The files of a .zip archive; of any other file, the file itself.
 * @throws OperatorError when the archive cannot be read
 */
export async function* readArchive(file: SourceFile): AsyncGenerator<ArchivedFile> {
  if ((await firstBytes(file.path)).toString('latin1') !== zipBegin) {
    const { size } = await stat(file.path);
    yield { name: file.name, size, open: async () => createReadStream(file.path) };
    return;
  }
  const zip = await openPromise(file.path, { autoClose: false }).catch((error: unknown) => {
    throw damaged(file, reasonOf(error));
  });
  try {
    for await (const entry of readable(file, zip.eachEntry())) {
      const { fileName: name, uncompressedSize: size } = entry;
      if (isOfArchiver(name)) continue;
      yield { name, size, open: () => zip.openReadStreamPromise(entry) };
    }
  } finally {
    zip.close();
  }
}

/** What macOS adds to an archive beside each file. */
function isOfArchiver(name: string): boolean {
  return name.startsWith('__MACOSX/');
}

async function zipEntries(file: string): Promise<{ zip: ZipFile; entries: Entry[] }> {
  const zip = await openPromise(file, { autoClose: false });
  const lines: Entry[] = [];
  const documents: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (isOfArchiver(entry.fileName)) continue;
    if (/\.(csv|jsonl)$/i.test(entry.fileName)) lines.push(entry);
    else if (/\.(json|xml)$/i.test(entry.fileName)) documents.push(entry);
  }
  // Beside a table, a small document describes it.
  return { zip, entries: lines.length > 0 ? lines : documents };
}

/**
 * The name of the file of records, without `.gz`: of an archive, the one in it, or its first part.
 * @throws OperatorError when the archive cannot be read or has not exactly one
 */
export async function recordsName(file: SourceFile): Promise<string> {
  if ((await firstBytes(file.path)).toString('latin1') !== zipBegin) return file.name.replace(/\.gz$/i, '');
  const { zip, entries } = await recordEntries(file);
  zip.close();
  return entries[0].fileName;
}

/** Every file of these publishers has Japanese text within this number of bytes. */
const bytesForEncoding = 1 << 16;

/**
 * Decodes bytes: as UTF-8 (with or without BOM) if the first bytes are valid UTF-8, otherwise as the Shift_JIS of Japanese
 * offices, which is Windows code page 31J. NUL is dropped, because Postgres cannot store it.
 */
class Decoder extends Transform {
  readonly #file: SourceFile;
  #encoding: TextDecoder | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lastCharacter = '';

  constructor(file: SourceFile) {
    super({ readableObjectMode: false, decodeStrings: true, encoding: 'utf8' });
    this.#file = file;
  }

  /** Whether the text so far ends with an end of line. */
  get endsWithLine(): boolean {
    return this.#lastCharacter === '\n' || this.#lastCharacter === '\r';
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    let refusal: OperatorError | null = null;
    if (this.#encoding === undefined) {
      this.#waiting.push(bytes);
      this.#waitingBytes += bytes.length;
      if (this.#waitingBytes >= bytesForEncoding) refusal = this.#chooseEncoding();
    } else {
      this.#pass(this.#encoding.decode(bytes, { stream: true }));
    }
    done(refusal);
  }

  override _flush(done: (error?: Error | null) => void): void {
    const refusal = this.#encoding === undefined ? this.#chooseEncoding() : null;
    if (this.#encoding !== undefined) this.#pass(this.#encoding.decode());
    done(refusal);
  }

  /** Chooses the encoding and passes on the waiting bytes. @returns why the file is refused, or null */
  #chooseEncoding(): OperatorError | null {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    if (/^(\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2)))
      return new OperatorError(`${this.#file.name} is UTF-16: save it as UTF-8 and load it again.`);
    this.#encoding = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'shift_jis');
    this.#pass(this.#encoding.decode(bytes, { stream: true }));
    return null;
  }

  #pass(text: string): void {
    this.#lastCharacter = text.at(-1) ?? this.#lastCharacter;
    if (text !== '') this.push(text.includes('\0') ? text.replaceAll('\0', '') : text, 'utf8');
  }
}

export const undecoded = 'has characters that could not be decoded';

/** Whether the text had bytes that are not valid in its encoding. Such a name would be wrong. */
export function isUndecoded(text: string): boolean {
  return text.includes('\uFFFD');
}

/** Whether the bytes are UTF-8. The last character may be cut off. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
