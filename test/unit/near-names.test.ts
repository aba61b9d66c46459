import { describe, expect, it } from '@jest/globals';
import { orderReadingsByForm, sortByLikelihood } from '../../src/features/row-matching/lookup/namesakes.ts';
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
    ['株式会社架〓橋梁', '株式会社架空橋梁', 'unknown_sign'],
    ['㈱架?橋', '株式会社架空橋', 'unknown_sign'],
    ['架空（外字）株式会社', '株式会社架空橋', 'unknown_sign'],
    ['架空メ■カー', '株式会社架空メーカー', 'unknown_sign'],
    ['株式会社架〓橋梁', '有限会社架空橋梁', null],
    ['株式会社架〓橋〓', '株式会社架空橋梁', null],
    ['株式会社架《外字》橋梁', '株式会社架空橋梁', 'unknown_sign'],
    ['株式会社架★橋梁', '株式会社架空橋梁', 'unknown_sign'],
    ['株式会社架▼橋梁', '株式会社架空橋梁', 'unknown_sign'],
    ['ｶ)ｶｸｳｺｸｻｲﾌﾞﾂﾘﾕｳｾﾝﾀ-ﾎ', '株式会社カクウコクサイブツリュウセンターボウサイ', 'cut_off'],
    ['ｶ)ｶｸｳｺｸｻｲﾌﾞﾂﾘﾕｳｾﾝﾀ-', '株式会社カクウコクサイブツリュウセンターボウサイキキ', 'alike_words'],
  ])('%s, %s: %s', (asked, known, reason) => {
    const question = prepareNearName(asked, toNameKeys(asked));
    expect(question && (suggestCompany(card(known), question)?.reason ?? null)).toBe(reason);
  });
});

describe('names that fit but for an unknown sign', () => {
  it('come with the form at the same end first, then with the other letters as written', () => {
    const asked = prepareNearName('斉藤〓橋株式会社', toNameKeys('斉藤〓橋株式会社'));
    const nearness = (known: string) => (asked && suggestCompany(card(known), asked)?.nearness) ?? 0;
    const ordered = ['斉藤架橋株式会社', '株式会社斉藤架橋', '斎藤架橋株式会社', '株式会社斎藤架橋'];
    expect(ordered.toSorted((one, other) => nearness(other) - nearness(one))).toEqual(ordered);
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

  it('begin with those of the printed legal form if they are found by their reading', () => {
    const read = (number: string, legal_name: string) => ({
      card: card(legal_name, { company_id: `cn_${number}`, corporate_number: number }),
      matchedQueries: ['kana'],
    });
    const hits = [
      read('1010001000001', '有限会社架空'),
      read('2010001000002', '架空株式会社'),
      read('3010001000003', '株式会社架空'),
    ];
    const names = (asked: string) =>
      orderReadingsByForm(toNameKeys(asked), hits).map(({ card: { company } }) => company.legal_name);
    expect(names('ｶ)ｶｸｳ')).toEqual(['株式会社架空', '架空株式会社', '有限会社架空']);
    expect(names('カクウ')).toEqual(['有限会社架空', '架空株式会社', '株式会社架空']);
    const body = [read('1010001000001', '株式会社架空'), read('2010001000002', '一般社団法人架空')];
    expect(orderReadingsByForm(toNameKeys('ｼﾔ)ｶｸｳ'), body)[0]?.card.company.legal_name).toBe(
      '一般社団法人架空',
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

describe('a mark that can be the first letter of a name', () => {
  it('does not settle if a name fits but for it', async () => {
    const plain = card('架空橋梁株式会社');
    const other = card('大架空橋梁株式会社', { company_id: 'cn_2' });
    const find = async (known: readonly (typeof plain)[]) => {
      const lookups: NameLookups = {
        findByNames: async (names) => {
          const found = [...names.keys()].filter((name) => name === '架空橋梁株式会社');
          return new Map(found.map((name) => [name, [{ card: plain, matchedQueries: ['legal_exact'] }]]));
        },
        findNearNames: async (names) =>
          new Map(
            names.map((name) => {
              const asked = prepareNearName(name, toNameKeys(name));
              return [name, known.flatMap((each) => (asked && suggestCompany(each, asked)) ?? [])];
            }),
          ),
      };
      const text = '■架空橋梁株式会社';
      return (await findWrittenNames(lookups, [new ParsedName(text)])).get(text);
    };
    expect(await find([])).toMatchObject({ way: 'name', suggestions: [] });
    expect(await find([other])).toMatchObject({
      way: 'beginning',
      hits: [{ card: plain }],
      suggestions: [{ card: other, reason: 'unknown_sign' }],
    });
  });
});

describe('a sign that can be no mark', () => {
  const other = card('夢想架空橋梁株式会社', { company_id: 'cn_2' });
  const find = async (text: string, names: readonly string[]) => {
    const lookups: NameLookups = {
      // Keys leave the sign out.
      findByNames: async (asked) =>
        new Map(
          [...asked.keys()].map((name) => [
            name,
            [{ card: card(names[0] ?? ''), matchedQueries: ['loose'] }],
          ]),
        ),
      findNearNames: async (asked) =>
        new Map(
          asked.map((name) => [
            name,
            [{ card: other, name: other.company.legal_name, reason: 'unknown_sign' as const }],
          ]),
        ),
    };
    return (await findWrittenNames(lookups, [new ParsedName(text)])).get(text);
  };

  it.each(['夢〓架空橋梁株式会社', '夢■架空橋梁株式会社'])(
    'leaves only the names that fit but for it: %s',
    async (text) => {
      expect(await find(text, ['夢架空橋梁株式会社'])).toMatchObject({
        hits: [],
        suggestions: [{ card: other }],
      });
    },
  );
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
