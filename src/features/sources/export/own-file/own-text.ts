import { Buffer } from 'node:buffer';
import iconv from 'iconv-lite';
import type { FileEncoding } from '../../../../contract/sources/source-file.ts';
import { decoderNames, marks } from '../../parsing/text-encoding.ts';

/**
 * A text file whose own characters stay as they are: one unit is a byte, or two of UTF-16. Separators, quotation marks and ends of
 * lines are the same units in all of these encodings.
 */
export interface OwnText {
  /** The byte order mark. */
  readonly mark: Buffer;
  /** All after it, in units. */
  readonly units: string;
  encode(text: string): string;
  decode(units: string): string;
  toBytes(units: string): Buffer;
}

/** Stands for a character that the encoding does not have, as in print. */
export const missingCharacter = '〓';

export function openText(file: Buffer, encoding: FileEncoding, hasMark: boolean): OwnText {
  const mark = file.subarray(0, hasMark ? (marks.find(([name]) => name === encoding)?.[1].length ?? 0) : 0);
  const bytes = file.subarray(mark.length);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    // Half a unit at the end is no character.
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
    const inOrder = (given: Buffer) => (encoding === 'utf-16be' ? Buffer.from(given).swap16() : given);
    const keep = (text: string) => text;
    return {
      mark,
      units: inOrder(whole).toString('utf16le'),
      encode: keep,
      decode: keep,
      toBytes: (units) => inOrder(Buffer.from(units, 'utf16le')),
    };
  }
  const decoder = new TextDecoder(decoderNames[encoding], { ignoreBOM: true });
  const encodeBytes = (text: string) => (encoding === 'utf-8' ? Buffer.from(text) : encodeAs(text, encoding));
  return {
    mark,
    units: bytes.toString('latin1'),
    encode: (text) => encodeBytes(text).toString('latin1'),
    decode: (units) => decoder.decode(Buffer.from(units, 'latin1')),
    toBytes: (units) => Buffer.from(units, 'latin1'),
  };
}

/** The same characters in Unicode, of which an encoding has one. */
const twins = new Map(
  ['〜～', '−－', '—―', '‖∥', '¢￠', '£￡', '¬￢'].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

/** The text with `missingCharacter` for what the encoding does not have, and how many of its characters these are. */
export function fitText(
  text: string,
  encoding: FileEncoding,
): { readonly fitted: string; readonly missing: number } {
  if (encoding.startsWith('utf-')) return { fitted: text, missing: 0 };
  const has = (part: string) => iconv.decode(iconv.encode(part, encoding), encoding) === part;
  if (has(text)) return { fitted: text, missing: 0 };
  let missing = 0;
  const fitted = [...text].map((character) => {
    const found = [character, twins.get(character) ?? character].find(has);
    if (found === undefined) missing += 1;
    return found ?? missingCharacter;
  });
  return { fitted: fitted.join(''), missing };
}

function encodeAs(text: string, encoding: FileEncoding): Buffer {
  return iconv.encode(fitText(text, encoding).fitted, encoding);
}
