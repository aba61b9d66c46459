import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeUtf8 } from '../../src/search/utf8.ts';

describe('text of bytes in UTF-8', () => {
  const filler = '株式会社'.repeat(200);

  it('is what was encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        expect(decodeUtf8(Buffer.from(text))).toBe(text);
      }),
    );
    const astral = `\ufeff${filler}𠮷野家👨‍👩‍👧\u0000`;
    expect(decodeUtf8(Buffer.from(astral))).toBe(astral);
    expect(decodeUtf8(Buffer.alloc(0))).toBe('');
  });

  it.each([
    ['short', Buffer.from([0x61, 0xff, 0x62])],
    ['long', Buffer.concat([Buffer.from(filler), Buffer.from([0xe3, 0x81])])],
  ])('has replacement characters for invalid bytes, %s', (_, bytes) => {
    expect(decodeUtf8(bytes)).toBe(bytes.toString());
    expect(decodeUtf8(bytes)).toContain('\ufffd');
  });

  it('reads a part of a larger buffer', () => {
    const all = Buffer.from(`前${filler}後`);
    expect(decodeUtf8(all.subarray(3, -3))).toBe(filler);
  });
});
