import { describe, expect, it } from '@jest/globals';
import type { CompanyCard } from '../../mappings/companies.ts';
import type { HintField } from '../../src/contract/company-resolve/hints.ts';
import { insertCalled } from '../../src/features/row-matching/lookup/called-companies-lookup.ts';
import { wholeText } from '../../src/features/row-matching/lookup/name-result.ts';
import { ParsedName } from '../../src/features/row-matching/parsed-name.ts';
import { buildQuestion, noValues } from '../../src/features/row-matching/row-question.ts';
import type { MatchedCompany } from '../../src/features/row-matching/rules/explain-match.ts';
import type { HintVerdict } from '../../src/features/row-matching/rules/place-hints.ts';
import { arrangeReadings } from '../../src/features/row-matching/settling/arrange-readings.ts';
import { settleByName, settleName } from '../../src/features/row-matching/settling/settle-name.ts';
import { settleRow } from '../../src/features/row-matching/settling/settle-row.ts';
import { cardOf } from '../support/company-cards.ts';

type Names = CompanyCard['names'];
interface Fictional {
  readonly id: string;
  readonly names: Names;
  readonly prominence?: number;
  readonly status?: string;
}

const name = (kind: string, text: string, exclusive?: true): Names[number] => ({
  kind,
  name: text,
  valid_from: null,
  valid_to: null,
  ...(exclusive && { exclusive }),
});

function hit(
  { id, names, prominence = 0, status = 'active' }: Fictional,
  ...rules: string[]
): MatchedCompany {
  const company = { company_id: id, legal_name: names[0]?.name ?? '', status };
  const card = { company, profile: { website_domain: null }, names, prominence };
  return { card: card as unknown as CompanyCard, matchedQueries: rules };
}

const small = { id: 'small', names: [name('legal', '有限会社架空')] };
const listed = { id: 'listed', names: [name('legal', '架空自動車株式会社')], prominence: 9 };
const less = { id: 'less', names: [name('legal', '架空工業株式会社')], prominence: 5 };

function settles(written: string, ...hits: MatchedCompany[]): [string, string] | null {
  const settled = settleByName(wholeText(written, hits));
  return settled && [settled.card.company.company_id, settled.rule];
}

describe('a name without a legal form', () => {
  it.each<[string, [string, string] | null, MatchedCompany[]]>([
    ['one company has it', ['small', 'name_without_form'], [hit(small, 'legal_core', 'loose')]],
    ['a well-known company is called so', null, [hit(listed, 'called'), hit(small, 'legal_core')]],
    [
      'a well-known company has it in another spelling',
      null,
      [hit(small, 'legal_core'), hit(listed, 'loose')],
    ],
    [
      'a company as little known has it in another spelling',
      ['small', 'name_without_form'],
      [hit(small, 'legal_core'), hit({ ...less, prominence: 0 }, 'loose')],
    ],
    [
      'another has it as its trade name',
      null,
      [hit(small, 'legal_core'), hit({ ...less, prominence: 0 }, 'trade')],
    ],
    [
      'another has it as its alias',
      null,
      [hit(small, 'legal_core'), hit({ ...less, prominence: 0 }, 'alias')],
    ],
    [
      'another has it as its former name',
      null,
      [hit(small, 'legal_core'), hit({ ...less, prominence: 0 }, 'former')],
    ],
    ['two companies have it', null, [hit(small, 'legal_core'), hit(less, 'legal_core')]],
    [
      'it is the better-known company',
      ['listed', 'name_without_form'],
      [hit(listed, 'legal_core', 'called'), hit(less, 'called')],
    ],
    ['nobody has it, and one well-known company is called so', null, [hit(listed, 'called')]],
    [
      'the well-known company has closed',
      ['small', 'name_without_form'],
      [hit(small, 'legal_core'), hit({ ...listed, status: 'closed' }, 'loose')],
    ],
    ['the company that has it has closed', null, [hit({ ...small, status: 'closed' }, 'legal_core')]],
  ])('when %s', (_, expected, hits) => {
    expect(settles('架空', ...hits)).toEqual(expected);
  });

  it('is whole for a body that has no legal form', () => {
    const body = { id: 'body', names: [name('legal', '架空商工会')] };
    expect(settles('架空商工会', hit(body, 'legal_exact', 'legal_core'), hit(listed, 'called'))).toEqual([
      'body',
      'full_name',
    ]);
  });

  it('does not settle on a body that has closed while a well-known company is called so', () => {
    const closed = { id: 'closed', names: [name('legal', '架空')], status: 'closed' };
    expect(settles('架空', hit(closed, 'legal_exact', 'legal_core'))).toEqual(['closed', 'former_holder']);
    expect(settles('架空', hit(closed, 'legal_exact', 'legal_core'), hit(listed, 'called'))).toBeNull();
  });
});

describe('a name with a legal form', () => {
  it('settles on its company, however well known another is', () => {
    expect(settles('有限会社架空', hit(small, 'legal_exact'), hit(listed, 'loose'))).toEqual([
      'small',
      'full_name',
    ]);
  });

  it('written K.K. settles only if no other company has the name, in English or otherwise', () => {
    const latin = { id: 'latin', names: [name('legal', '株式会社ＫＡＫＵＵ')] };
    const closed = { ...latin, status: 'closed' };
    expect(settles('Kakuu K.K.', hit(latin, 'legal_exact'))).toEqual(['latin', 'full_name']);
    expect(settles('Kakuu K.K.', hit(latin, 'legal_exact'), hit(listed, 'english'))).toBeNull();
    expect(settles('株式会社KAKUU', hit(closed, 'legal_exact'), hit(listed, 'english'))).toEqual([
      'latin',
      'former_holder',
    ]);
    expect(settles('Kakuu K.K.', hit(closed, 'legal_exact'), hit(listed, 'english'))).toBeNull();
    expect(settles('㈱Kakuu', hit(latin, 'legal_exact'), hit(listed, 'english'))).toEqual([
      'latin',
      'full_name',
    ]);
  });

  it.each([
    'ｶ)ｶｸｳ',
    'カ）カクウ',
    'ｶｸｳ(ｶ',
    '(カ)カクウ',
    'カブシキガイシャ　カクウ',
    'かくう かぶしきがいしゃ',
  ])(
    'written %s, as on a bank account or as its reading, never settles, not even with a place',
    (written) => {
      const kana = { id: 'kana', names: [name('legal', '株式会社カクウ')] };
      const found = wholeText(written, [hit(kana, 'legal_exact')]);
      const place = { field: 'city' as const, value: '架空市' };
      const verdicts = new Map([['kana', { agrees: [place], contradicted: false, sameStreet: true }]]);
      expect(settleName(found, verdicts)).toBeNull();
      expect(settles('(株)ｶｸｳ', hit(kana, 'legal_exact'))).toEqual(['kana', 'full_name']);
    },
  );

  it('of which a bank account has only the legal form settles', () => {
    expect(settles('カ)架空', hit(listed, 'legal_exact'))).toEqual(['listed', 'full_name']);
  });
});

describe('a name without a legal form with the address of a head office', () => {
  const there = {
    agrees: [{ field: 'address' as const, value: '架空市架空町1-2' }],
    contradicted: false,
    sameStreet: true,
  };
  const elsewhere = { agrees: [], contradicted: true, sameStreet: false };
  const settleAt = (smallVerdict: HintVerdict, listedVerdict: HintVerdict) =>
    settleName(
      wholeText('架空', [hit(small, 'legal_core'), hit(listed, 'called')]),
      new Map([
        ['small', smallVerdict],
        ['listed', listedVerdict],
      ]),
    )?.card.company.company_id ?? null;

  it('means the company that has the name and is in that street, however well another is known', () => {
    expect(settleAt(there, elsewhere)).toBe('small');
    expect(settleAt({ ...there, sameStreet: false }, elsewhere)).toBeNull();
    expect(
      settleAt({ ...there, agrees: [{ field: 'postal_code', value: '100-0001' }] }, elsewhere),
    ).toBeNull();
    expect(settleAt(there, there)).toBeNull();
  });
});

describe('a name in Latin letters with a place', () => {
  const agrees = {
    agrees: [{ field: 'prefecture' as const, value: '大阪府' }],
    contradicted: false,
    sameStreet: null,
  };
  const elsewhere = { agrees: [], contradicted: true, sameStreet: null };
  const english = {
    id: 'english',
    names: [name('legal', '彼方種苗株式会社'), name('english', 'KANATA SEEDS CO., LTD.')],
  };
  const godo = { id: 'godo', names: [name('legal', '合同会社KANATA')] };
  const ofPlaces = (written: string, hits: readonly MatchedCompany[], verdict = agrees as HintVerdict) => {
    const verdicts = new Map(hits.map(({ card }) => [card.company.company_id, verdict]));
    return settleName(wholeText(written, hits), verdicts)?.rule ?? null;
  };

  it('settles if it is the English name of one company', () => {
    for (const written of ['Kanata Seeds Co., Ltd.', 'KANATA SEEDS K.K.', 'Kanata Seeds'])
      expect(ofPlaces(written, [hit(english, 'english')])).toBe('name_and_place');
    expect(ofPlaces('Kanata Seeds Inc.', [hit(english, 'english')], elsewhere)).toBeNull();
    expect(ofPlaces('Kanata Seeds', [hit(english, 'english'), hit(listed, 'called')])).toBeNull();
    const two = [hit(english, 'english_exact'), hit(small, 'kana')];
    expect(ofPlaces('Kanata Seeds Co., Ltd.', two)).toBeNull();
  });

  it('settles at its city, if others have the name elsewhere', () => {
    const other = { id: 'other', names: [name('legal', 'KANATA SEEDS株式会社')] };
    const hits = [hit(english, 'english'), hit(other, 'legal_core')];
    const settleWith = (verdict: HintVerdict, otherVerdict: HintVerdict = elsewhere) =>
      settleName(
        wholeText('Kanata Seeds Inc.', hits),
        new Map([
          ['english', verdict],
          ['other', otherVerdict],
        ]),
      )?.card.company.company_id ?? null;
    const inCity = { ...agrees, agrees: [...agrees.agrees, { field: 'city' as const, value: '架空市' }] };
    expect(settleWith(inCity)).toBe('english');
    expect(settleWith(agrees)).toBeNull();
    expect(settleWith(inCity, agrees)).toBe('english');
    expect(settleWith(inCity, inCity)).toBeNull();
    expect(settleWith({ ...inCity, contradicted: true })).toBeNull();
  });

  describe('that others have, too', () => {
    const inCity = { ...agrees, agrees: [...agrees.agrees, { field: 'city' as const, value: '架空市' }] };
    const inStreet = { ...inCity, sameStreet: true };
    const latin = { id: 'latin', names: [name('legal', 'KANATA株式会社')] };
    const known = { ...latin, prominence: 5 };
    const translated = {
      id: 'translated',
      names: [name('legal', '株式会社彼方'), name('english', 'KANATA INC.'), name('kana', 'カナタ')],
    };
    const settleBetween = (
      written: string,
      one: readonly [MatchedCompany, HintVerdict | undefined],
      other: readonly [MatchedCompany, HintVerdict | undefined],
    ) => {
      const verdicts = new Map(
        [one, other].flatMap(([{ card }, verdict]) =>
          verdict ? [[card.company.company_id, verdict] as const] : [],
        ),
      );
      const settled = settleName(wholeText(written, [one[0], other[0]]), verdicts);
      return settled && [settled.card.company.company_id, settled.rule];
    };
    const exact = hit(latin, 'legal_exact', 'legal_core');
    const english = hit(translated, 'english');

    it.each<[string, string | null, HintVerdict | undefined, HintVerdict | undefined]>([
      ['both are in the prefecture', null, agrees, agrees],
      ['the other one is in the city', 'translated', agrees, inCity],
      ['it is in the city itself', 'latin', inCity, agrees],
      ['both are in the city', null, inCity, inCity],
      ['both are in the city, and it is in the street', 'latin', inStreet, inCity],
      ['the other one is elsewhere', 'latin', agrees, elsewhere],
      ['it is elsewhere, and the other one in the prefecture', null, elsewhere, agrees],
      ['it is elsewhere, and the other one in the city', 'translated', elsewhere, inCity],
      ['the place of the other one is unknown', null, agrees, undefined],
    ])('%s: %s', (_, settled, ofExact, ofEnglish) => {
      const [id = null] = settleBetween('KANATA K.K.', [exact, ofExact], [english, ofEnglish]) ?? [];
      expect(id).toBe(settled);
    });

    it('counts any spelling and reading, but not against a well-known company in the same place', () => {
      const loose = hit({ id: 'loose', names: [name('legal', '株式会社Ka-Nata')] }, 'loose');
      const reader = hit(translated, 'reading');
      for (const other of [loose, reader]) {
        expect(settleBetween('KANATA K.K.', [exact, agrees], [other, agrees])).toBeNull();
        expect(settleBetween('KANATA K.K.', [exact, inCity], [other, agrees])?.[0]).toBe('latin');
        const famous = hit(known, 'legal_exact');
        expect(settleBetween('KANATA K.K.', [famous, agrees], [other, agrees])?.[0]).toBe('latin');
        expect(settleBetween('KANATA K.K.', [famous, agrees], [other, inCity])).toBeNull();
      }
      expect(settleBetween('株式会社KANATA', [exact, agrees], [loose, agrees])?.[0]).toBe('latin');
    });

    it('settles on one that is read so only with a form, and if all are known', () => {
      const reader = hit(translated, 'reading');
      expect(settleBetween('KANATA K.K.', [exact, agrees], [reader, inCity])?.[0]).toBe('translated');
      expect(settleBetween('KANATA', [exact, agrees], [reader, inCity])).toBeNull();
      const suggestion = { card: hit(small).card, name: 'カナタ', reason: 'same_reading' as const };
      const found = wholeText('KANATA K.K.', [exact, reader], Array(48).fill(suggestion));
      const verdicts = new Map([
        ['latin', agrees],
        ['translated', inCity],
      ]);
      expect(settleName(found, verdicts)).toBeNull();
      expect(settleName({ ...found, suggestions: [] }, verdicts)?.rule).toBe('name_and_place');
    });

    it('adds to those that have the name the companies that are read so, if their place fits', () => {
      const suggestions = [{ card: english.card, name: 'カナタ', reason: 'same_reading' as const }];
      for (const [written, verdict, count] of [
        ['KANATA K.K.', agrees, 2],
        ['KANATA', agrees, 2],
        ['KANATA LLC', agrees, 1],
        ['KANATA K.K.', elsewhere, 1],
      ] as const) {
        const found = arrangeReadings(
          wholeText(written, [exact], suggestions),
          new Map([['translated', verdict]]),
        );
        expect([written, found.hits.length, found.suggestions.length]).toEqual([written, count, 2 - count]);
      }
    });
  });

  it('settles if the form is a translation of the own one', () => {
    expect(ofPlaces('Kanata LLC', [hit(godo, 'legal_core')])).toBe('name_and_place');
    expect(ofPlaces('Kanata Inc.', [hit(godo, 'legal_core')])).toBeNull();
  });

  it('settles if only one company with such a form is read so', () => {
    const readers = ['株式会社彼方商事', '有限会社彼方商事', '合同会社彼方商事'].map((legal, at) =>
      cardOf(at + 1, legal, { names: [name('legal', legal), name('kana', 'カナタショウジ')] }),
    );
    const arranged = (written: string, verdict = agrees as HintVerdict) => {
      const suggestions = readers.map((card) => ({
        card,
        name: 'カナタショウジ',
        reason: 'same_reading' as const,
      }));
      const verdicts = new Map(readers.map(({ company }) => [company.company_id, verdict]));
      const found = arrangeReadings(wholeText(written, [], suggestions), verdicts);
      const settled = settleName(found, verdicts)?.card.company.legal_name ?? null;
      return [settled, found.suggestions[0]?.card.company.legal_name ?? null];
    };
    expect(arranged('Kanata Shoji K.K.')).toEqual(['株式会社彼方商事', null]);
    expect(arranged('Kanata Shoji LLC')).toEqual(['合同会社彼方商事', null]);
    expect(arranged('Kanata Shoji Ltd.')).toEqual([null, '株式会社彼方商事']);
    expect(arranged('Kanata Shoji G.K.', elsewhere)).toEqual([null, '合同会社彼方商事']);
    expect(arranged('Kanata Shoji')).toEqual([null, '株式会社彼方商事']);
  });

  it('settles on the only one of several that are read so in the city', () => {
    const readers = ['株式会社彼方商事', '株式会社彼方商司', '株式会社加奈多商事'].map((legal, at) =>
      cardOf(at + 1, legal, { names: [name('legal', legal), name('kana', 'カナタショウジ')] }),
    );
    const suggestions = readers.map((card) => ({
      card,
      name: 'カナタショウジ',
      reason: 'same_reading' as const,
    }));
    const inCity = { ...agrees, agrees: [...agrees.agrees, { field: 'city' as const, value: '架空市' }] };
    const settleWith = (...each: readonly HintVerdict[]) => {
      const verdicts = new Map(
        readers.flatMap(({ company }, at) => {
          const verdict = each[at];
          return verdict ? [[company.company_id, verdict] as const] : [];
        }),
      );
      const found = arrangeReadings(wholeText('Kanata Shoji K.K.', [], suggestions), verdicts);
      return settleName(found, verdicts)?.card.company.legal_name ?? null;
    };
    expect(settleWith(elsewhere, inCity, agrees)).toBe('株式会社彼方商司');
    expect(settleWith(inCity, inCity, elsewhere)).toBeNull();
    expect(settleWith(elsewhere, agrees, elsewhere)).toBeNull();
    expect(settleWith(agrees, agrees, elsewhere)).toBeNull();
  });
});

describe('a name of which one letter is unknown', () => {
  it('suggests first the companies that fit at the place', () => {
    const legal = ['架山橋梁株式会社', '架空橋梁株式会社', '架川橋梁株式会社'];
    const cards = legal.map((own, at) => cardOf(at + 1, own, { names: [name('legal', own)] }));
    const suggestions = cards.map((card) => ({
      card,
      name: card.company.legal_name,
      reason: 'unknown_sign' as const,
    }));
    const verdicts = new Map<string, HintVerdict>(
      cards.map(({ company: { company_id, legal_name } }) => {
        const isThere = legal_name === '架空橋梁株式会社';
        const agrees = isThere ? [{ field: 'city' as const, value: '札幌市' }] : [];
        return [company_id, { agrees, contradicted: !isThere, sameStreet: null }];
      }),
    );
    const found = arrangeReadings(wholeText('架〓橋梁株式会社', [], suggestions), verdicts);
    expect(found.suggestions.map(({ name: own }) => own)).toEqual([legal[1], legal[0], legal[2]]);
    expect(settleName(found, verdicts)).toBeNull();
  });
});

describe('a code beside a short name', () => {
  const names = (legal: string) => ({ names: [name('legal', legal)] });
  const cards = [
    cardOf(1, '日本架空硝子株式会社', { prominence: 5, ...names('日本架空硝子株式会社') }),
    cardOf(2, '彼方不動産ホールディングス株式会社', {
      prominence: 5,
      ...names('彼方不動産ホールディングス株式会社'),
    }),
    cardOf(3, '彼方株式会社', { prominence: 4, ...names('彼方株式会社') }),
    cardOf(4, '有限会社日架', names('有限会社日架')),
  ];
  const outcomeOf = (
    holder: number,
    text: string,
    ...hits: readonly (readonly [at: number, rule: string])[]
  ) => {
    const [card] = cards.slice(holder - 1);
    if (!card) throw new Error('no such company');
    const identifier = { field: 'ticker' as const, type: 'securities_code' as const, value: '9201' };
    const place = { prefecture: null, city: null, street: null, postal_code: null };
    const question = buildQuestion({ ...noValues, identifiers: [identifier] }, new ParsedName(text));
    const row = settleRow({
      question,
      identifiers: [{ ...identifier, cards: [card] }],
      found: wholeText(
        text,
        hits.flatMap(([at, rule]) =>
          cards.slice(at - 1, at).map((each) => ({ card: each, matchedQueries: [rule] })),
        ),
      ),
      fund: null,
      nameCount: null,
      hintHolders: new Map(),
      places: new Map(cards.map(({ company }) => [company.company_id, place])),
      chosen: [],
      register: { complete: false, share: 0.5, companies: 1000 },
    });
    return row.state === 'settled' ? [row.cases[0]?.card.company.legal_name, row.level] : null;
  };

  it('settles if people call its company so, or letters of its name are left out', () => {
    const glass = ['日本架空硝子株式会社', 'identifier'];
    expect(outcomeOf(1, '日空子', [4, 'alike'])).toEqual(glass);
    expect(outcomeOf(1, '日本架空', [1, 'called'], [2, 'called'])).toEqual(glass);
    expect(outcomeOf(2, '彼方不ＨＤ')).toEqual(['彼方不動産ホールディングス株式会社', 'identifier']);
  });

  it('is left to a person if the name is that of another well-known company, or has a form', () => {
    expect(outcomeOf(2, '彼方', [3, 'legal_core'], [2, 'called'])).toBeNull();
    expect(outcomeOf(1, '日空子', [2, 'called'])).toBeNull();
    expect(outcomeOf(1, '株式会社日本架空')).toBeNull();
    expect(outcomeOf(4, '日架堂')).toBeNull();
  });
});

describe('the first of several companies', () => {
  const said = (...fields: HintField[]) => {
    const agreeing = {
      agrees: fields.map((field) => ({ field, value: '' })),
      contradicted: false,
      sameStreet: null,
    };
    const found = {
      ...wholeText('架空自動車株式会社', [hit(listed, 'legal_exact')]),
      way: 'one_of_several' as const,
    };
    const others = { kind: 'and_others' as const, text: '外2社' };
    const another = { kind: 'other_company' as const, text: '株式会社空想' };
    return [[others], [another, others]].map(
      (setAside) => settleName({ ...found, setAside }, new Map([['listed', agreeing]]))?.rule ?? null,
    );
  };

  it('settles with its city, if only it is named', () => {
    expect(said('prefecture', 'city')).toEqual(['name_and_place', null]);
    expect(said('prefecture')).toEqual([null, null]);
  });
});

describe('an alias', () => {
  const alias = { id: 'alias', names: [name('legal', '株式会社親会社'), name('alias', 'ドコカ')] };
  const only = { ...alias, names: [name('legal', '株式会社親会社'), name('alias', 'ドコカ', true)] };

  it('never settles', () => {
    expect(settles('ドコカ', hit(alias, 'alias'))).toBeNull();
  });

  it('settles if it is exclusive, and of a well-known company also beside a namesake', () => {
    expect(settles('ドコカ', hit(only, 'alias'))).toEqual(['alias', 'exclusive_alias']);
    expect(settles('ﾄﾞｺｶ', hit(only, 'alias'))).toEqual(['alias', 'exclusive_alias']);
    const known = hit({ ...only, prominence: 4 }, 'alias');
    expect(settles('ドコカ', hit(small, 'legal_core'), known)).toEqual(['alias', 'exclusive_alias']);
    expect(settles('ドコカ', hit(small, 'legal_core'), hit(only, 'alias'))).toBeNull();
  });

  it('does not settle if two companies have it as exclusive', () => {
    expect(settles('ドコカ', hit(only, 'alias'), hit({ ...only, id: 'other' }, 'alias'))).toBeNull();
  });

  it('does not settle in another spelling, or with a legal form', () => {
    expect(settles('どこか', hit(only, 'loose'))).toBeNull();
    expect(settles('株式会社ドコカ', hit(only, 'alias'))).toBeNull();
  });

  it('does not settle on a closed company', () => {
    expect(settles('ドコカ', hit({ ...only, status: 'closed' }, 'alias'))).toBeNull();
  });
});

describe('another spelling of a name', () => {
  const of = (legal: string, ...others: Names[number][]) => ({
    id: 'other',
    names: [name('legal', legal), ...others],
  });

  it.each<[string, string, Fictional]>([
    ['a long vowel for a hyphen', '株式会社Kーset', of('株式会社Ｋ‐ｓｅｔ')],
    ['a Cyrillic letter', 'KАKU株式会社', of('ＫＡＫＵ株式会社')],
    ['variant kanji, from six letters on', '山﨑架空マシン株式会社', of('山崎架空マシン株式会社')],
    [
      'a long name',
      '株式会社カクウ・クリエイテイヴワークスジャパン',
      of('株式会社カクウクリエイティヴワークスジャパン'),
    ],
    ['a long name, form at the other end', '架空夢想技術研究所株式会社', of('株式会社架空夢想技術研究所')],
    ['three spelled letters and more', 'エヌ・ケイ・ユー架空研究所株式会社', of('ＮＫＵ架空研究所株式会社')],
    ['a long name without its form', '架空市夢想福祉協議会', of('社会福祉法人架空市夢想福祉協議会')],
    [
      'a long reading',
      '株式会社カクウビジネスコンサルティング',
      of('株式会社Ｋ　Ｃｏｎｓｕｌｔｉｎｇ', name('kana', 'カクウビジネスコンサルティング')),
    ],
  ])('settles: %s', (_, written, company) => {
    expect(settles(written, hit(company, 'loose'))?.[1]).toMatch(/^(?:other_spelling|name_without_form)$/);
  });

  it.each<[string, string, Fictional]>([
    ['variant kanji of a short name', '山﨑商会株式会社', of('山崎商会株式会社')],
    ['a dot in a short name', '株式会社カクウ・ジャパン', of('株式会社カクウジャパン')],
    ['two spelled letters', 'エス・ケイ架空研究所株式会社', of('ＳＫ架空研究所株式会社')],
    ['the form of a short name at the other end', '架空商事株式会社', of('株式会社架空商事')],
    ['another form', '有限会社架空夢想技術研究所', of('株式会社架空夢想技術研究所')],
    ['an unknown sign', '株式会社架空夢想?技術研究所', of('株式会社架空夢想技術研究所')],
    ['a short reading', '株式会社カクウテック', of('株式会社Ｋｔｅｃｈ', name('kana', 'カクウテック'))],
    [
      'a former name',
      '株式会社カクウ・クリエイテイヴワークスジャパン',
      of('株式会社夢', name('former', '株式会社カクウクリエイティヴワークスジャパン')),
    ],
    [
      'a closed company',
      '株式会社カクウ・クリエイテイヴワークスジャパン',
      { ...of('株式会社カクウクリエイティヴワークスジャパン'), status: 'closed' },
    ],
  ])('leaves to a person: %s', (_, written, company) => {
    expect(settles(written, hit(company, 'loose'))).toBeNull();
  });

  it('leaves two companies of further spellings to a person', () => {
    const [one, other] = ['株式会社Ｋｓｅｔ', '株式会社Ｋ・ｓｅｔ'].map((legal) =>
      hit({ ...of(legal), id: legal }, 'loose'),
    );
    if (!one || !other) throw new Error('two companies');
    expect(settles('株式会社Kーset', one, other)).toBeNull();
    expect(settles('株式会社Kーset', one, other, hit(of('株式会社Ｋ‐ｓｅｔ'), 'loose'))?.[0]).toBe('other');
  });
});

describe('the order of companies of a name', () => {
  const many = Array.from({ length: 11 }, (_, at) => hit({ ...listed, id: `called-${at}` }, 'called'));
  const idsOf = (hits: readonly MatchedCompany[]) => hits.map(({ card }) => card.company.company_id);

  it('begins with the companies that have exactly the name, then those called so', () => {
    const body = hit({ id: 'body', names: [name('legal', '架空')] }, 'legal_exact');
    const hits = insertCalled([body, hit(small, 'legal_core')], [hit(listed, 'called'), hit(less, 'called')]);
    expect(idsOf(hits)).toEqual(['body', 'listed', 'less', 'small']);
  });

  it('has each company once, with all rules', () => {
    const [first, second] = insertCalled(
      [hit(small, 'legal_core'), hit(listed, 'trade')],
      [hit(listed, 'called')],
    );
    expect(first?.matchedQueries).toEqual(['trade', 'called']);
    expect(second?.card.company.company_id).toBe('small');
  });

  it('leaves out words that many are called by, unless somebody has the name', () => {
    expect(insertCalled([], many)).toEqual([]);
    expect(insertCalled([], many.slice(1))).toHaveLength(10);
    expect(insertCalled([hit(small, 'legal_core')], many)).toHaveLength(11);
  });
});
