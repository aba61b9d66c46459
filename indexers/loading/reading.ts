import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder, types } from 'node:util';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { OperatorError } from '../operator/operator-error.ts';

/** A file as a publisher offers it for download: plain, `.gz`, or `.zip` with one file of records in it. */
export interface SourceFile {
  readonly path: string;
  readonly name: string;
  /** Of the file as it lies there, packed or not. */
  readonly sha256: string;
}

/** A record of a file, or the reason why it could not be read. */
export type Located<T> = { readonly line: number } & (
  | { readonly value: T }
  | { readonly fault: string; readonly text: string }
);

/**
 * Records as rows of a register.
 * @param read a row, or why the record is rejected
 * @param textOf what is kept of a rejected record
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

/** What an error says, whichever context of Node it comes from. */
export function reasonOf(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}

/** A record of a quoted field that never ends must not swallow the rest of the file into memory. */
const longestRecord = 1 << 20;

/** Faults after which the parser finds no further record, so that rows would be missing without a word. */
const endless: ReadonlySet<string | undefined> = new Set(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);

/**
 * The records of a CSV file, in the encoding that its first bytes show. Cells are as written, without trimming.
 * A record that is not CSV is reported as a fault, and reading goes on after it.
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
    max_record_size: longestRecord,
  });
  parser.on('skip', (error) => {
    const line = error?.lines ?? 0;
    if (endless.has(error?.code)) endlessAt = Math.min(endlessAt, line);
    broken.push({ line, fault: error?.message ?? 'not CSV', text: '' });
  });
  const decoder = new Decoder(file);
  const feeding = pipeline(await openBytes(file), decoder, parser);
  // A failure also ends the loop below by throwing; without a listener it would end the process.
  feeding.catch(() => undefined);
  const records: AsyncIterable<{ record: string[]; info: { lines: number } }> = parser;
  let columns = 0;
  let last: { line: number; value: string[] } | undefined;
  for await (const { record, info } of readable(file, records)) {
    // The parser is ahead of this loop: what it read before the fault is still good.
    if (info.lines >= endlessAt) break;
    if (last !== undefined) {
      yield last;
      columns = last.value.length;
    }
    while (broken[0] !== undefined && broken[0].line < info.lines) yield* broken.splice(0, 1);
    last = { line: info.lines, value: record };
  }
  if (Number.isFinite(endlessAt))
    throw damaged(file, `the record that begins on line ${(last?.line ?? 0) + 1} has no end`);
  // The last record is given only now: of a complete list, what it would leave out would be taken for gone.
  if (last !== undefined && last.value.length < columns && !decoder.endsWithLine)
    throw damaged(file, `line ${last.line} is its last and not whole`);
  if (last !== undefined) yield last;
  yield* broken;
  await feeding;
}

function damaged(file: SourceFile, reason: string): OperatorError {
  return new OperatorError(`${file.name} is cut off or damaged: ${reason}`);
}

/** Tells a file that ends too early, or is packed otherwise than it seems, in the operator's words. */
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
 * The lines of a JSON Lines file as parsed values; blank lines are left out.
 * @throws OperatorError when the file ends in the middle of a line
 */
export async function* readJsonLines(file: SourceFile): AsyncGenerator<Located<unknown>> {
  let line = 0;
  for await (const { text, ended } of readLines(file)) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(text);
      yield { line, value };
    } catch (error) {
      if (!ended && line > 1) throw damaged(file, `line ${line} is its last and not whole`);
      yield { line, fault: `not JSON: ${reasonOf(error)}`, text };
    }
  }
}

/** Lines, and whether each has its end. */
async function* readLines(file: SourceFile): AsyncGenerator<{ text: string; ended: boolean }> {
  const decoder = new Decoder(file);
  const feeding = pipeline(await openBytes(file), decoder);
  feeding.catch(() => undefined);
  let open = '';
  const pieces: AsyncIterable<string> = decoder.setEncoding('utf8');
  for await (const piece of readable(file, pieces)) {
    const lines = (open + piece).split('\n');
    open = lines.pop() ?? '';
    if (open.length > longestRecord) throw new OperatorError(`${file.name} has a line of over 1 MiB.`);
    for (const text of lines) yield { text, ended: true };
  }
  if (open !== '') yield { text: open, ended: false };
  await feeding;
}

async function openBytes(file: SourceFile): Promise<Readable> {
  const head = await firstBytes(file.path);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const packed = createReadStream(file.path, { highWaterMark: 1 << 18 });
    const plain = createGunzip({ chunkSize: 1 << 18 });
    pipeline(packed, plain).catch((error: Error) => plain.destroy(error));
    return plain;
  }
  if (head.toString('latin1') === 'PK\x03\x04') return await openZipEntry(file);
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
  const { zip, entries } = await zipEntries(file.path).catch((error: unknown) => {
    throw damaged(file, reasonOf(error));
  });
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) {
    zip.close();
    throw new OperatorError(
      `${file.name} holds ${entries.length} files named .csv or .jsonl; it must hold exactly one: unpack it.`,
    );
  }
  return closingItsZip(zip, await zip.openReadStreamPromise(entry));
}

async function zipEntries(file: string): Promise<{ zip: ZipFile; entries: Entry[] }> {
  const zip = await openPromise(file, { autoClose: false });
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (/\.(csv|jsonl)$/i.test(entry.fileName)) entries.push(entry);
  }
  return { zip, entries };
}

function closingItsZip(zip: ZipFile, stream: Readable): Readable {
  stream.once('close', () => zip.close());
  return stream;
}

/** Enough to meet Japanese text in any file of these publishers. */
const bytesToJudgeBy = 1 << 16;

/**
 * Bytes to text: UTF-8 (with or without BOM) when the first bytes are, else the Shift_JIS of the Japanese offices, which
 * is Windows code page 31J. NUL, which Postgres cannot store, is dropped.
 */
class Decoder extends Transform {
  readonly #file: SourceFile;
  #judged: TextDecoder | undefined;
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
    if (this.#judged === undefined) {
      this.#waiting.push(bytes);
      this.#waitingBytes += bytes.length;
      if (this.#waitingBytes >= bytesToJudgeBy) refusal = this.#judge();
    } else {
      this.#pass(this.#judged.decode(bytes, { stream: true }));
    }
    done(refusal);
  }

  override _flush(done: (error?: Error | null) => void): void {
    const refusal = this.#judged === undefined ? this.#judge() : null;
    if (this.#judged !== undefined) this.#pass(this.#judged.decode());
    done(refusal);
  }

  /** Passes on what has waited, or says why it cannot. */
  #judge(): OperatorError | null {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    if (/^(\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2)))
      return new OperatorError(`${this.#file.name} is UTF-16: save it as UTF-8 and load it again.`);
    this.#judged = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'shift_jis');
    this.#pass(this.#judged.decode(bytes, { stream: true }));
    return null;
  }

  #pass(text: string): void {
    this.#lastCharacter = text.at(-1) ?? this.#lastCharacter;
    if (text !== '') this.push(text.includes('\0') ? text.replaceAll('\0', '') : text, 'utf8');
  }
}

export const undecoded = 'has characters that could not be decoded';

/** Whether the text had bytes that are no character of its encoding: as a name it would be a wrong one. */
export function isUndecoded(text: string): boolean {
  return text.includes('\uFFFD');
}

/** Whether the bytes are UTF-8, of which the last character may be cut. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
