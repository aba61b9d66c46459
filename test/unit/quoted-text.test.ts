import { describe, expect, it } from '@jest/globals';
import { limitData, limitText, line, maxAnswerLength, quoteLines } from '../../assistant/quoted-text.ts';

/** Each of them is two UTF-16 units, and the first one shifts them, so that a bound is within one. */
const long = `a${'😀'.repeat(maxAnswerLength)}`;
const halfCharacter = /\p{Cs}/u;

describe('a text of others that is cut', () => {
  it('ends with a whole character', () => {
    expect(limitData({ long }).long).not.toMatch(halfCharacter);
    expect(quoteLines(long, 300).text).not.toMatch(halfCharacter);
    expect(limitText([line`first`], [quoteLines(long, maxAnswerLength)])).not.toMatch(halfCharacter);
  });
});
