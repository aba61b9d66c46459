import { describe, expect, it } from '@jest/globals';
import { toRomajiKey } from '../../src/text/letters/romaji.ts';
import { findTypingSlip, listDeletionVariants } from '../../src/text/names/typing-slips.ts';
import { parsePrefecture, prefectures } from '../../src/text/places/prefectures.ts';

describe('romaji keys', () => {
  it.each([
    ['トヨタ', ['toyota', 'TOYOTA', 'とよた']],
    ['トウキョウ', ['tokyo', 'toukyou', 'Tōkyō', 'とーきょー', 'ﾄｳｷﾖｳ'.replace('ﾖ', 'ｮ')]],
    ['オオタ', ['ota', 'oota', 'ohta', 'Ōta']],
    ['シャツ', ['shatsu', 'syatu']],
    ['シンブン', ['shinbun', 'shimbun', 'sinbun']],
    ['マッチャ', ['matcha', 'maccha']],
    ['フジツウ', ['fujitsu', 'hujituu']],
    ['ジュウドウ', ['judo', 'zyuudou', 'jyudo']],
    ['ミズホ', ['mizuho', 'miduho']],
  ])('%s is typed %j', (kana, typed) => {
    for (const each of typed) expect([each, toRomajiKey(each)]).toEqual([each, toRomajiKey(kana)]);
  });

  it('keep different readings apart', () => {
    expect(toRomajiKey('ホンダ')).not.toBe(toRomajiKey('ハンダ'));
    expect(toRomajiKey('カナ')).not.toBe(toRomajiKey('カンダ'));
  });

  it('are empty if there is no reading', () => {
    expect(toRomajiKey('髙島屋')).toBe('');
  });
});

describe('one slip', () => {
  it.each([
    ['トヨタ自動車', 'トヨタ自転車', 'replaced'],
    ['トヨタ自動', 'トヨタ自動車', 'missing'],
    ['トヨタ自動車', 'トヨタ自動', 'added'],
    ['トヨダ自動車', 'トヨタ自動車', 'replaced'],
    ['トタヨ自動車', 'トヨタ自動車', 'swapped'],
    ['トヨタタ', 'トヨタ', 'added'],
    ['', 'a', 'missing'],
    ['𠮷野', '𠮷野家', 'missing'],
  ])('from %s to %s is %s', (written, other, expected) => {
    expect(findTypingSlip(written, other)).toBe(expected);
  });

  it.each([
    ['トヨタ', 'トヨタ'],
    ['トヨタ', 'ホンダ'],
    ['トヨタ自動車', 'トヨタ'],
    ['abcd', 'badc'],
    ['abc', 'cba'],
    ['ab', 'bca'],
    ['', ''],
  ])('is not the difference of %s and %s', (a, b) => {
    expect(findTypingSlip(a, b)).toBeNull();
    expect(findTypingSlip(b, a)).toBeNull();
  });

  it('is found through keys with one character left out', () => {
    expect(listDeletionVariants('abca')).toEqual(['bca', 'aca', 'aba', 'abc']);
    expect(listDeletionVariants('aab')).toEqual(['ab', 'aa']);
    expect(listDeletionVariants('𠮷野家')).toEqual(['野家', '𠮷家', '𠮷野']);
  });

  it('is not looked for in very short and very long keys', () => {
    expect(listDeletionVariants('ab')).toEqual([]);
    expect(listDeletionVariants('a'.repeat(41))).toEqual([]);
  });
});

describe('prefectures', () => {
  it.each([
    '東京都',
    '東京',
    '13',
    '１３',
    'JP-13',
    'Tokyo',
    'TOKYO',
    'ｔｏｋｙｏ',
    'tokyo-to',
    'Tōkyō',
    'Tokyo Prefecture',
    'とうきょう',
    'トウキョウト',
    ' 東京都　',
  ])('%s is 東京都', (input) => {
    expect(parsePrefecture(input)?.name).toBe('東京都');
  });

  it.each([
    ['北海道', '01'],
    ['1', '01'],
    ['Hokkaido', '01'],
    ['京都', '26'],
    ['Osaka-fu', '27'],
    ['oosaka', '27'],
    ['kouchi', '39'],
    ['Oita', '44'],
    ['沖縄県', '47'],
  ])('%s has the code %s', (input, code) => {
    expect(parsePrefecture(input)?.code).toBe(code);
  });

  it.each(['', '0', '48', '東京府', '北海', '港区', '東京都港区', 'Tokyo Gas', '東'])(
    '%j is none',
    (input) => {
      expect(parsePrefecture(input)).toBeUndefined();
    },
  );

  it('are 47, each read by all its names', () => {
    expect(prefectures).toHaveLength(47);
    for (const each of prefectures) {
      for (const name of [each.code, each.name, each.shortName, each.kana, each.romaji]) {
        expect([name, parsePrefecture(name)]).toEqual([name, each]);
      }
    }
  });
});
