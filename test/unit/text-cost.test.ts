import { describe, expect, it } from '@jest/globals';
import { parseQuery } from '../../src/features/row-matching/rules/parsed-query.ts';
import { createHintJudge } from '../../src/features/row-matching/rules/place-hints.ts';
import { parseIdentifier } from '../../src/text/identifiers/identifiers.ts';
import { identifierTypes } from '../../src/text/identifiers/parsed-identifier.ts';
import { toNfkc } from '../../src/text/letters/nfkc.ts';
import { isEmptyCell, normalizeText } from '../../src/text/letters/normalize.ts';
import { toRomajiKey } from '../../src/text/letters/romaji.ts';
import { toGlyphKey } from '../../src/text/names/glyph-key.ts';
import { listLookupGrams } from '../../src/text/names/name-likeness.ts';
import { toNameKeys, toPrefixQueryKey, toReadingKey } from '../../src/text/names/names.ts';
import { parsePrefecture } from '../../src/text/places/prefectures.ts';
import { growth } from '../support/processor-time.ts';

/** Texts that a regex or a table look-up may scan again at each character. */
const repeated: readonly (readonly [kind: string, begin: string, unit: string, end?: string])[] = [
  ['marks in the wrong order', 'a', '\u0316\u0301'],
  ['half-width voiced marks', 'a', '\uff9e\u0301'],
  ['marks that decompose into two', 'a', '\u0344\u0316'],
  ['letters with marks', '', 'a\u0316\u0301'],
  ['consonants of romaji', '', 'z'],
  ['dots', 'x', '.', 'x'],
  ['labels', '', 'a.'],
  ['commas before a legal form', 'x', ',', 'x ltd'],
  ['legal forms', '', 'co,'],
  ['dashes', 'a', '-', 'x'],
  ['spaces', 'a', ' ', 'x'],
  ['digits', '', '1-'],
  ['at signs', '', '@'],
  ['addresses', '', 'a@b.jp;'],
  ['web addresses', '', 'http://a.jp,'],
  ['brackets', '', '('],
  ['apostrophes', '', "'"],
  ['exchanges', '7203 ', '東証・'],
  ['labels of numbers', '', '番号'],
  ['letters outside the base plane', '', '𠮷'],
  ['spelled letters', '', 'エム', 'アン'],
  ['spelled letters with dots', '', 'エー・', 'アン'],
  ['kanji digits', '一', '〇', '十'],
  ['endings of verbs', '', '取り', 'あ'],
  ['words in several writings', '', '瓦斯', 'あ'],
  ['shortened English words', 'x', ' and', ' x'],
];

const head = { prefecture: '東京都', city: '西多摩郡瑞穂町', street: '1', postal_code: '1901211' };
const readers: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['nfkc', toNfkc],
  ['normalizeText', normalizeText],
  ['isEmptyCell', isEmptyCell],
  ['nameKeys', toNameKeys],
  ['prefixQueryKey', toPrefixQueryKey],
  ['toRomajiKey', toRomajiKey],
  ['readingKey', toReadingKey],
  ['toGlyphKey', toGlyphKey],
  ['listLookupGrams', listLookupGrams],
  ['parsePrefecture', parsePrefecture],
  ['parseQuery', parseQuery],
  [
    'hints',
    (text) => createHintJudge({ prefecture: text, city: text, address: text, postal_code: text })(head),
  ],
  ...identifierTypes.map((type) => [type, (text: string) => parseIdentifier(type, text)] as const),
];

describe('the cost of reading a text from outside', () => {
  it.each(repeated)(
    'grows with its length, not with the square of it: %s',
    async (_, begin, unit, end = '') => {
      const text = (length: number) => begin + unit.repeat(length / unit.length) + end;
      const squares: string[] = [];
      for (const [name, read] of readers) {
        // Forty times the text: sixteen hundred times the cost if it is quadratic.
        const ratio = await growth(
          () => read(text(500)),
          () => read(text(20_000)),
          300,
        );
        if (ratio > 300) squares.push(`${name}: ${ratio} times`);
      }
      expect(squares).toEqual([]);
    },
  );
});

describe('NFKC with at most 30 marks on a letter', () => {
  it('makes no text more than six times as long, and is that of Unicode except for two ligatures and radicals', () => {
    const longer: string[] = [];
    const other: string[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      const normal = toNfkc(character);
      if (normal.length > 6 * character.length) longer.push(point.toString(16));
      if (normal !== character.normalize('NFKC')) other.push(point.toString(16));
    }
    const isRadical = (point: string) => point >= '2e80' && point <= '2eff' && point.length === 4;
    expect(longer).toEqual([]);
    expect(other.filter((point) => !isRadical(point))).toEqual(['2f3e', '2fca', 'fdfa', 'fdfb']);
    // U+2F3E and U+2FCA are 戸 and 黒 here. Of the supplement, only ⺟ and ⻳ are those of Unicode.
    expect(other.filter(isRadical).length).toBeGreaterThan(100);
  });

  const mark = /^[\p{M}\uff9e\uff9f]/u;
  /** Whether the character has a combining class in Unicode, so that marks are reordered around it. */
  const hasClass = (character: string) =>
    [`a\u0345${character}`, `a${character}\u0334`].some((text) => text.normalize('NFD') !== text);

  it('counts every character that can be reordered', () => {
    const missed: string[] = [];
    for (let point = 0xa0; point <= 0x10ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      if (mark.test(character)) continue;
      const [first = ''] = character.normalize('NFKD');
      if (first !== character ? hasClass(first) : !/\p{L}/u.test(character) && hasClass(character))
        missed.push(point.toString(16));
    }
    expect(missed).toEqual([]);
  });

  it.each(['株式会社ﾄﾖﾀ', 'か\u3099', 'Société Générale', '한국', 'e\u0301\u0316', 'ﾊﾟﾅｿﾆｯｸ', '㈱'])(
    'is NFKC of %j',
    (text) => {
      expect(toNfkc(text)).toBe(text.normalize('NFKC'));
    },
  );

  it('removes marks after the 30th, however they were written, and doing so twice changes nothing more', () => {
    for (const marks of ['\u0316\u0301', '\u0344', '\uff9e\u0301', '\u0301']) {
      const once = toNfkc(`あ${marks.repeat(100)}い`);
      expect([...once].filter((character) => /\p{M}/u.test(character)).length).toBeLessThanOrEqual(30);
      expect(once.startsWith('あ') && once.endsWith('い')).toBe(true);
      expect(toNfkc(once)).toBe(once);
    }
  });

  it('gives a name and a query for it the same keys', () => {
    const crowded = `ア${'\u0316\u0301'.repeat(50)}シスト`;
    expect(toNameKeys(`${crowded}株式会社`).core).toBe(toNameKeys(crowded).core);
  });
});
