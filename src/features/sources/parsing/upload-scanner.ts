import { Buffer, isUtf8 } from 'node:buffer';
import { ServiceError } from '../../../contract/errors.ts';

/**
 * Finds the parts of an upload in its bytes, so that each part is parsed by itself. JSON.parse of a whole upload can
 * need thirty times its size in memory, and a thread that runs out of memory ends the process. This scanner checks only
 * the outer structure. JSON.parse reads the parts afterwards.
 */

/** From `start` (inclusive) to `end` (exclusive), in bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Consecutive elements of an array, including the commas between them. */
export interface Batch extends Span {
  readonly count: number;
}

export interface UploadParts {
  /** Values of the wanted members. If a member is repeated, the last one. */
  readonly members: ReadonlyMap<string, Span>;
  /** The elements of those members that are arrays to be read in batches. */
  readonly batches: ReadonlyMap<string, readonly Batch[]>;
  /** Keys of other members: the first of them, and their number. */
  readonly otherKeys: readonly string[];
  readonly otherKeyCount: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

const otherKeysNamed = 100;
const maxKeyBytes = 1_000;
/** Far above what an upload needs: a row has at most 200 cells. */
const maxValues = 1_000;
const batchRows = 500;
const batchBytes = 1024 * 1024;

/**
 * @param arrays members whose elements are found in batches of bounded size
 * @returns null when the bytes are not an object
 * @throws SyntaxError, TypeError; ServiceError payload_too_large for a row or field with too many values
 */
export function uploadParts(
  bytes: Uint8Array,
  wanted: ReadonlySet<string>,
  arrays: ReadonlySet<string>,
): UploadParts | null {
  const [a, b, c] = bytes;
  const hasByteOrderMark = a === 0xef && b === 0xbb && c === 0xbf;
  const scanner = new Scanner(bytes, hasByteOrderMark ? 3 : 0);
  if (scanner.next() !== openBrace) return null;
  const members = new Map<string, Span>();
  const batches = new Map<string, readonly Batch[]>();
  const otherKeys: string[] = [];
  let otherKeyCount = 0;
  scanner.eachIn(closeBrace, () => {
    const key = keyAt(bytes, scanner.string());
    scanner.expect(colon);
    batches.delete(key);
    const elements = arrays.has(key) && scanner.next() === openBracket ? new Batches() : null;
    const value = elements ? scanner.array((element) => elements.add(element)) : scanner.value();
    if (elements) batches.set(key, elements.finish());
    if (wanted.has(key)) {
      members.set(key, value);
      return;
    }
    otherKeyCount += 1;
    if (otherKeys.length < otherKeysNamed) otherKeys.push(key);
  });
  scanner.expectEnd();
  return { members, batches, otherKeys, otherKeyCount };
}

/** Collects the elements of an array in batches of bounded size. */
class Batches {
  readonly #batches: Batch[] = [];
  #start = 0;
  #end = 0;
  #count = 0;

  add({ start, end }: Span): void {
    if (this.#count === batchRows || end - this.#start > batchBytes) this.#close();
    if (this.#count === 0) this.#start = start;
    this.#end = end;
    this.#count += 1;
  }

  finish(): readonly Batch[] {
    this.#close();
    return this.#batches;
  }

  #close(): void {
    if (this.#count > 0) this.#batches.push({ start: this.#start, end: this.#end, count: this.#count });
    this.#count = 0;
  }
}

/** @throws TypeError if it is not UTF-8: replacing invalid bytes would store names that the caller did not send */
function textOf(bytes: Uint8Array, { start, end }: Span): string {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  if (!isUtf8(part)) throw new TypeError('the bytes are not UTF-8');
  return part.toString();
}

/** @throws SyntaxError, TypeError when the bytes are not JSON in UTF-8 */
export function parseSpan(bytes: Uint8Array, span: Span): unknown {
  return JSON.parse(textOf(bytes, span));
}

/** @throws as `parseSpan` */
export function parseBatch(bytes: Uint8Array, span: Span): readonly unknown[] {
  return JSON.parse(`[${textOf(bytes, span)}]`);
}

/** A key that is too long to be a wanted one is cut, because it is only used in messages. */
function keyAt(bytes: Uint8Array, span: Span): string {
  if (span.end - span.start <= maxKeyBytes) return String(parseSpan(bytes, span));
  return new TextDecoder().decode(bytes.subarray(span.start + 1, span.start + maxKeyBytes));
}

function tooManyValues(): ServiceError {
  const message = `A row or field of the request body has more than ${maxValues} values.`;
  return new ServiceError('payload_too_large', { message });
}

class Scanner {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
  ) {}

  /** The next byte that is not white space, without consuming it. */
  next(): number | undefined {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
      this.at += 1;
    }
  }

  expect(byte: number): void {
    if (this.next() !== byte) throw this.fault();
    this.at += 1;
  }

  expectEnd(): void {
    if (this.next() !== undefined) throw this.fault();
  }

  /** Calls `take` for each member or element, from the opening bracket to the closing one, inclusive. */
  eachIn(close: number, take: () => void): void {
    this.at += 1;
    if (this.next() === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      take();
      const byte = this.next();
      if (byte !== comma && byte !== close) throw this.fault();
      this.at += 1;
      if (byte === close) return;
    }
  }

  array(take: (element: Span) => void): Span {
    const start = this.at;
    this.eachIn(closeBracket, () => take(this.value()));
    return { start, end: this.at };
  }

  string(): Span {
    if (this.next() !== quote) throw this.fault();
    const start = this.at;
    this.#skipString();
    return { start, end: this.at };
  }

  /** Any value. Nested values are counted, but not checked. */
  value(): Span {
    const first = this.next();
    const start = this.at;
    if (first === quote) this.#skipString();
    else if (first === openBrace || first === openBracket) this.#skipNested();
    else this.#skipWord();
    return { start, end: this.at };
  }

  #skipNested(): void {
    const bytes = this.bytes;
    let depth = 0;
    let values = 0;
    do {
      const byte = bytes[this.at];
      if (byte === undefined) throw this.fault();
      if (byte === quote) {
        this.#skipString();
        continue;
      }
      this.at += 1;
      if (byte === openBrace || byte === openBracket) {
        depth += 1;
        values += 1;
      } else if (byte === comma) values += 1;
      else if (byte === closeBrace || byte === closeBracket) depth -= 1;
      if (values > maxValues) throw tooManyValues();
    } while (depth > 0);
  }

  #skipString(): void {
    const bytes = this.bytes;
    for (let at = this.at + 1; ; at += 1) {
      const byte = bytes[at];
      if (byte === undefined) throw this.fault();
      if (byte === backslash) at += 1;
      else if (byte === quote) {
        this.at = at + 1;
        return;
      }
    }
  }

  #skipWord(): void {
    const start = this.at;
    for (;;) {
      const byte = this.bytes[this.at];
      const ends =
        byte === undefined || byte === comma || byte === closeBrace || byte === closeBracket || byte <= 0x20;
      if (ends) break;
      this.at += 1;
    }
    if (this.at === start) throw this.fault();
  }

  fault(): SyntaxError {
    return new SyntaxError(`unexpected JSON at byte ${this.at}`);
  }
}
