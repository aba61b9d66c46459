import { describe, expect, it } from '@jest/globals';
import { listTranslatedReadings } from '../../src/text/names/english-words.ts';
import { toNameKeys, toReadingKey } from '../../src/text/names/names.ts';

const readingsOf = (name: string): string[] => listTranslatedReadings(toNameKeys(name).core);

describe('English names that translate the end of a Japanese one', () => {
  it.each([
    ['Kakuu Manufacturing Co., Ltd.', 'カクウセイサクショ'],
    ['KAKUU HEAVY INDUSTRIES, LTD.', 'カクウジュウコウギョウ'],
    ['Kūsō Electric Railway Co., Ltd.', 'クウソウデンテツ'],
    ['Midori Bank, Ltd.', 'ミドリギンコウ'],
    ['Midori Life Insurance Company, Limited', 'ミドリセイメイホケン'],
    ['Midori Foods Holdings K.K.', 'ミドリショクヒンホールディングス'],
    ['Midori Group', 'ミドリグループ'],
  ])('%s can be read %s', (english, kana) => {
    expect(readingsOf(english)).toContain(toReadingKey(kana));
  });

  it.each(['架空Manufacturing', 'Manufacturing', 'Kakuu', 'Kakuu 21 Motors', ''])('%s cannot', (name) => {
    expect(readingsOf(name)).toEqual([]);
  });

  it('have a bounded number of readings', () => {
    expect(readingsOf(`${'a'.repeat(40)} electric works`).length).toBeLessThanOrEqual(20);
    expect(readingsOf('bank '.repeat(1000))).toEqual([]);
  });
});
