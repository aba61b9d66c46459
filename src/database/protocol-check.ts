import type pg from 'pg';
import { filterBytes } from '../adapters/pg.ts';

/**
 * What came over the connection is not what a server sends: bytes were lost or changed on the way, or something else
 * answered. The connection is of no use any more.
 */
export class DatabaseProtocolError extends Error {
  override readonly name = 'DatabaseProtocolError';

  constructor(what: string) {
    super(`the database sent ${what}`);
  }
}

/**
 * Makes a connection without TLS end with a `DatabaseProtocolError` where pg would end the process, wait forever, or answer with
 * fewer rows than the server has sent. Call it before the client connects.
 */
export function checkProtocol(client: pg.Client): void {
  const messages = new Messages();
  filterBytes(client, (chunk) => {
    try {
      return messages.takeMessages(chunk);
    } catch (error) {
      throw error instanceof DatabaseProtocolError
        ? error
        : new DatabaseProtocolError('an unreadable message');
    }
  });
}

const headLength = 5;
/** Of any message, by Postgres itself. */
const maxLength = 2 ** 30;

const toCharCode = (letter: string) => letter.charCodeAt(0);
const dataRow = toCharCode('D');
const rowDescription = toCharCode('T');
const commandComplete = toCharCode('C');
const readyForQuery = toCharCode('Z');
const portalSuspended = toCharCode('s');
const texts = new Set(['E', 'N'].map(toCharCode));
/** Messages without content. */
const bare = new Set(['1', '2', '3', 'n', 's', 'I', 'c'].map(toCharCode));
const others = new Set(['S', 'A', 'K', 'R', 't', 'G', 'H', 'W', 'd', 'v'].map(toCharCode));
const states = new Set(['I', 'T', 'E'].map(toCharCode));

/** Cuts what the server sends into messages, and checks that each has the form of its kind. */
class Messages {
  /** The beginning of a message, in pieces, and how many bytes must be there before it is worth a look. */
  #pieces: Buffer[] = [];
  #size = 0;
  #needed = headLength;
  /** Rows since their description; null if none was sent. */
  #rows: number | null = null;

  /** @returns the messages that are whole now, or null. @throws DatabaseProtocolError */
  takeMessages(chunk: Buffer): Buffer | null {
    this.#pieces.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return null;
    const bytes = this.#pieces.length === 1 ? chunk : Buffer.concat(this.#pieces, this.#size);
    let at = 0;
    this.#needed = headLength;
    while (bytes.length - at >= headLength) {
      const length = bytes.readUInt32BE(at + 1);
      if (length < 4 || length > maxLength)
        throw new DatabaseProtocolError('a message of an impossible length');
      const end = at + 1 + length;
      if (end > bytes.length) {
        this.#needed = 1 + length;
        break;
      }
      this.#checkMessage(bytes, at, end);
      at = end;
    }
    this.#pieces = at === bytes.length ? [] : [bytes.subarray(at)];
    this.#size = bytes.length - at;
    if (at === 0) return null;
    return bytes.subarray(0, at);
  }

  #checkMessage(bytes: Buffer, at: number, end: number): void {
    const kind = bytes[at] ?? 0;
    const begin = at + headLength;
    if (kind === dataRow) {
      requireThat(findEndOfRow(bytes, begin, end) === end, 'a row of another length than its values');
      if (this.#rows !== null) this.#rows += 1;
    } else if (kind === rowDescription) {
      requireThat(findEndOfDescription(bytes, begin, end) === end, 'an unreadable description of rows');
      this.#rows = 0;
    } else if (kind === commandComplete) {
      requireThat(bytes[end - 1] === 0, 'an unreadable end of a statement');
      const counted = / (\d+)$/.exec(bytes.toString('latin1', begin, end - 1))?.[1];
      const isWhole = this.#rows === null || counted === undefined || Number(counted) === this.#rows;
      requireThat(isWhole, 'another number of rows than it has counted');
      this.#rows = null;
    } else if (kind === readyForQuery) {
      requireThat(end - begin === 1 && states.has(bytes[begin] ?? 0), 'an unknown state');
      this.#rows = null;
    } else if (texts.has(kind)) {
      requireThat(findEndOfTexts(bytes, begin, end) === end, 'an unreadable error');
      this.#rows = null;
    } else if (bare.has(kind)) {
      requireThat(end === begin, 'content where there is none');
      if (kind === portalSuspended) this.#rows = 0;
    } else requireThat(others.has(kind), 'a message of an unknown kind');
  }
}

function requireThat(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new DatabaseProtocolError(otherwise);
}

/** Where the values of a row end; each has its length before it, and -1 stands for none. */
function findEndOfRow(bytes: Buffer, begin: number, end: number): number {
  let at = begin + 2;
  if (at > end) return -1;
  for (let left = bytes.readUInt16BE(begin); left > 0; left -= 1) {
    if (at + 4 > end) return -1;
    const length = bytes.readInt32BE(at);
    if (length < -1) return -1;
    at += 4 + Math.max(0, length);
  }
  return at;
}

/** Each column has its name and 18 bytes, of which the last two say that its values are text. */
function findEndOfDescription(bytes: Buffer, begin: number, end: number): number {
  let at = begin + 2;
  if (at > end) return -1;
  for (let left = bytes.readUInt16BE(begin); left > 0; left -= 1) {
    const name = bytes.indexOf(0, at);
    at = name + 1 + 18;
    if (name === -1 || at > end || bytes.readUInt16BE(at - 2) !== 0) return -1;
  }
  return at;
}

/** Each text has a letter before it, and a zero after it; another zero ends them. */
function findEndOfTexts(bytes: Buffer, begin: number, end: number): number {
  let at = begin;
  while (at < end && bytes[at] !== 0) {
    const text = bytes.indexOf(0, at + 1);
    if (text === -1) return -1;
    at = text + 1;
  }
  return at + 1;
}
