import { describe, expect, it } from '@jest/globals';
import { sortByLikelihood } from '../../src/features/row-matching/lookup/namesakes.ts';
import { prepareNearName, suggestCompany } from '../../src/features/row-matching/lookup/near-name.ts';
import {
  findWrittenNames,
  type NameLookups,
} from '../../src/features/row-matching/lookup/written-names-lookup.ts';
import { ParsedName } from '../../src/features/row-matching/parsed-name.ts';
import { toNameKeys } from '../../src/text/names/names.ts';
import { type CardParts, cardOf } from '../support/company-cards.ts';

const card = (legal_name: string, more: CardParts = {}) => cardOf(1, legal_name, more);

describe('a name near to another', () => {
  it.each([
    ['株式会社架空カメラ工業', '株式会社架空カメラ工機', 'slip'],
    ['株式会社架空力メラ工機', '株式会社架空カメラ工機', 'look_alike_glyphs'],
    ['カクウ橋梁株式会社', '株式会社架空橋梁', null],
    ['ミナトヤ物産', '株式会社みなとや物産', 'look_alike_glyphs'],
    ['株式会社マツモト', 'ＭＡＴＳＵＭＯＴＯ株式会社', 'same_reading'],
    ['一般社団法人架空橋梁技術協会', '一般社団法人架空橋梁技術推進協会', 'alike_words'],
    ['架空電機', '架空電機ホールディングス株式会社', 'alike_words'],
    ['有限会社架空カメラ工業', '株式会社架空カメラ工機', null],
    ['株式会社架空', '株式会社架室', null],
    ['岐阜県架空調査士協会', '石川県架空調査士協会', null],
    ['岐阜県架空調査士協会', '岐阜県架空調査士会', 'slip'],
    ['架空調査士協会', '岐阜県架空調査士協会', 'alike_words'],
  ])('%s, %s: %s', (asked, known, reason) => {
    const question = prepareNearName(asked, toNameKeys(asked));
    expect(question && (suggestCompany(card(known), question)?.reason ?? null)).toBe(reason);
  });
});

describe('companies of one name', () => {
  const hit = (number: string, more: CardParts = {}, rules = ['legal_exact']) => ({
    card: card('株式会社同名', { company_id: `cn_${number}`, corporate_number: number, ...more }),
    matchedQueries: rules,
  });
  const ordered = (name: string, hits: readonly ReturnType<typeof hit>[]) =>
    sortByLikelihood(name, hits).map(({ card: { company } }) => company.corporate_number);

  it('are in the order of their registration if nothing else orders them', () => {
    const hits = [hit('1300001000001'), hit('9010001000009'), hit('2010001000005')];
    expect(ordered('株式会社同名', hits)).toEqual(['2010001000005', '9010001000009', '1300001000001']);
  });

  it('keep the order of status, prominence and rule', () => {
    const hits = [
      hit('3300001000001', { prominence: 5 }),
      hit('2010001000005', {}, ['legal_core']),
      hit('9010001000004', {}, ['former']),
      hit('1010001000001', { status: 'closed' }),
    ];
    expect(ordered('株式会社同名', hits)).toEqual(
      hits.map(({ card: { company } }) => company.corporate_number),
    );
  });

  it('begin with those that write it in the same letters', () => {
    const seeds = [
      hit('1010001000001', { legal_name: 'ＳＥＥＤ株式会社' }),
      hit('2010001000002', { legal_name: 'Ｓｅｅｄ株式会社' }),
    ];
    expect(ordered('Seed株式会社', seeds)).toEqual(['2010001000002', '1010001000001']);
  });
});

describe('what is near to a written name', () => {
  it('is asked for the whole text too, if nothing divides the name from what may be a branch', async () => {
    const asked: string[][] = [];
    const lookups: NameLookups = {
      findByNames: async () => new Map(),
      findNearNames: async (names) => {
        asked.push([...names]);
        return new Map();
      },
    };
    const texts = ['公益社団法人架空観光振興機構', '株式会社架空電機 大阪支店'];
    await findWrittenNames(
      lookups,
      texts.map((text) => new ParsedName(text)),
    );
    expect(asked.flat()).toEqual(
      expect.arrayContaining(['公益社団法人架空観光振興機構', '株式会社架空電機']),
    );
    expect(asked.flat()).not.toContain('株式会社架空電機 大阪支店');
  });
});
