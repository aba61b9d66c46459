import { describe, expect, it } from '@jest/globals';
import { noteChangeOfHands } from '../../src/features/row-matching/lookup/names-in-time.ts';
import { Namesakes } from '../../src/features/row-matching/lookup/namesakes.ts';
import { findWrittenNames } from '../../src/features/row-matching/lookup/written-names-lookup.ts';
import { ParsedName } from '../../src/features/row-matching/parsed-name.ts';
import { settleByName } from '../../src/features/row-matching/settling/settle-name.ts';
import { isWithoutName } from '../../src/text/cells/no-name.ts';
import type { NameKeys } from '../../src/text/names/names.ts';
import { cardOf } from '../support/company-cards.ts';

const legalNames = [
  '株式会社架空',
  '株式会社架空デザイン',
  '株式会社KAKU',
  '株式会社KAKU DESIGN',
  'マリン株式会社',
  '空想・マリン＆夢想株式会社',
  '有限会社空想組',
  '夢幻建設株式会社',
  '株式会社夢幻',
  '株式会社空夢工業',
  '株式会社彼方',
  '株式会社KAKU Kyoto',
  '株式会社KAKU 東京',
  'PLANT KAKU株式会社',
  'KAKU株式会社',
  '空想市夢想協同組合',
  '夢想協同組合',
  '株式会社夢さま',
  '株式会社夢村',
  '夢村合同会社',
  '株式会社宝生',
  '株式会社宝生商事',
  '株式会社大阪',
  '株式会社エルティディ',
  '合同会社ＬＬＣ',
  '株式会社ＫＫ',
  '大阪府',
  '株式会社１',
  '一般社団法人夢想協会',
];
const named = (kind: string, name: string) => ({ kind, name, valid_from: null, valid_to: null });
const cards = [
  ...legalNames.map((name, at) =>
    cardOf(at + 1, name, name === '株式会社宝生' ? { securities_codes: ['9301'] } : {}),
  ),
  cardOf(90, '彼方種苗株式会社', {
    names: [named('legal', '彼方種苗株式会社'), named('english', 'KANATA SEEDS CO., LTD.')],
  }),
  cardOf(91, '株式会社遠方商事', {
    names: [named('legal', '株式会社遠方商事'), named('kana', 'エンポウショウジカブシキガイシャ')],
  }),
];

const lookups = {
  findByNames: (names: ReadonlyMap<string, NameKeys>) => {
    const namesakes = new Namesakes(names);
    for (const card of cards) namesakes.add(card);
    return Promise.resolve(namesakes.listHits());
  },
  findNearNames: () => Promise.resolve(new Map()),
};

async function found(cell: string) {
  const written = (await findWrittenNames(lookups, [new ParsedName(cell)])).get(cell);
  if (!written) throw new Error('every cell has a result');
  const result = noteChangeOfHands(written, '2026-11-23');
  return {
    settled: settleByName(result)?.card.company.legal_name ?? null,
    companies: result.hits.map(({ card }) => card.company.legal_name),
    namedAs: result.hits.map(({ asName }) => asName?.text ?? null),
    aside: result.setAside.map(({ kind, text }) => `${kind}=${text}`),
    otherNumber: result.otherNumber ?? null,
    setAside: result.setAside.map(({ kind }) => kind),
    wordCut: result.wordCut ?? false,
    twiceNamed: result.twiceNamed ?? false,
  };
}

describe('what a written name finds', () => {
  it.each(['「株式会社架空」', '株式会社架空※', '株式会社架空。', '"株式会社架空"', '株式会社架空 *1'])(
    'settles %s without its marks',
    async (cell) => {
      expect((await found(cell)).settled).toBe('株式会社架空');
    },
  );

  it('lets a person decide if a name goes on behind the space', async () => {
    const longer = await found('株式会社KAKU DESIGN大阪支店');
    expect([longer.settled, longer.companies]).toStrictEqual([
      '株式会社KAKU DESIGN',
      ['株式会社KAKU DESIGN'],
    ]);
    const unknown = await found('株式会社KAKU MUSIC大阪支店');
    expect([unknown.settled, unknown.companies]).toStrictEqual([null, ['株式会社KAKU']]);
  });

  it.each([
    '御中',
    '営業部',
    '大阪支店',
    '代表取締役 空想太郎',
    '営業部 空想太郎 様',
    '大阪支店長 空想太郎',
    '(東京都)',
    '03-1234-5678',
  ])('means the longest text that is a name, before %s', async (behind) => {
    for (const name of ['株式会社KAKU Kyoto', '株式会社KAKU 東京', 'PLANT KAKU株式会社', 'PLANT KAKU(株)']) {
      const { settled, companies } = await found(`${name} ${behind}`);
      expect([settled, ...companies]).toStrictEqual(Array(2).fill(name.replace('(株)', '株式会社')));
    }
    expect((await found(`空想市 夢想協同組合 ${behind}`)).settled).toBe('空想市夢想協同組合');
  });

  it('cuts a word off only if nobody has the whole, and says that it may belong to the name', async () => {
    expect((await found('株式会社夢さま 御中')).settled).toBe('株式会社夢さま');
    for (const cell of ['株式会社KAKU Nara 御中', '株式会社KAKU 奈良 大阪支店', '株式会社KAKU 塗装 御中'])
      expect(await found(cell)).toMatchObject({ settled: '株式会社KAKU', wordCut: true });
    for (const cell of [
      '株式会社KAKU 奈良県',
      '株式会社KAKU 大阪支店',
      '株式会社KAKU 佐藤太郎 様',
      'PLANT KAKU株式会社 工場',
    ])
      expect(await found(cell)).toMatchObject({ wordCut: false });
  });

  it('says so of a word that nothing divides from the name', async () => {
    for (const part of ['印刷所', '自動車整備工場', '石材店', '總本店', '営業グループ', '印刷所大阪支店'])
      expect(await found(`株式会社夢村${part}`)).toMatchObject({ settled: '株式会社夢村', wordCut: true });
    for (const part of ['組大阪支店', '所大阪支店', '屋本社', '会計支店'])
      expect(await found(`株式会社夢村${part}`)).toMatchObject({ settled: '株式会社夢村', wordCut: true });
    for (const part of ['新宿本社', 'らぼ大阪支店', '天神橋 Osaka Branch'])
      expect(await found(`一般社団法人夢想協会${part}`)).toMatchObject({ wordCut: part !== '新宿本社' });
    for (const part of ['大阪支店', '営業部', '第一営業部', '渋谷営業所', '大阪工場', '東京本社'])
      expect(await found(`株式会社夢村${part}`)).toMatchObject({ settled: '株式会社夢村', wordCut: false });
  });

  it('says so of a word that a space or mark divides from it and names end in', async () => {
    for (const part of [
      '石材店',
      '整備工場',
      'オフィス',
      '倶楽部',
      '設計室',
      '北海道',
      '会計事務所',
      'プラス営業部',
    ])
      for (const cell of [`株式会社夢村 ${part} 御中`, `株式会社夢村／${part}`]) {
        const { settled, wordCut } = await found(cell);
        expect([cell, settled === null || wordCut]).toStrictEqual([cell, true]);
      }
    for (const part of [
      '首都圏営業所',
      '大阪工場',
      '大阪店',
      '川崎工場',
      '渋谷店',
      '横浜オフィス',
      '経理部経理課',
      '営業本部',
      '本社',
      '作業所',
    ])
      expect(await found(`株式会社夢村 ${part}`)).toMatchObject({ settled: '株式会社夢村', wordCut: false });
    expect(await found('株式会社夢村 営業本部 システム開発部')).toMatchObject({ wordCut: false });
    expect(await found('株式会社夢村社長')).toMatchObject({ settled: '株式会社夢村', wordCut: true });
    for (const part of ['Tokyo本社', '三重大阪支店', '農場大阪支店'])
      expect(await found(`株式会社夢村 ${part}`)).toMatchObject({ wordCut: true });
    for (const behind of [
      'Boost Osaka Office',
      '税理士協会御中',
      'リーダージャパン',
      '片山 気付',
      '中野 各位',
    ]) {
      const { settled, wordCut } = await found(`株式会社夢村 ${behind}`);
      expect([behind, settled === null || wordCut]).toStrictEqual([behind, true]);
    }
    for (const person of [
      '森上会計',
      '坂本の皆',
      '電器店',
      '鉄工所',
      '商事',
      'もち屋',
      '設備',
      '動物病院',
      '札幌',
      'みのり',
      '田所',
    ])
      expect(await found(`株式会社夢村 ${person} 様`)).toMatchObject({ wordCut: true });
    for (const person of ['田中', '佐藤花子', '馬場 太郎'])
      expect(await found(`株式会社夢村 ${person} 様`)).toMatchObject({
        settled: '株式会社夢村',
        wordCut: false,
      });
  });

  it('leaves a form behind a space to the name that follows, unless that is only a branch', async () => {
    for (const cell of [
      'KAKU (株)阿部東京支店',
      'KAKU (株) 阿部・大阪支店',
      'KAKU (株) 阿部営業部',
      'KAKU (株)阿部 営業部',
    ])
      expect([cell, (await found(cell)).settled]).toStrictEqual([cell, null]);
    for (const cell of [
      'KAKU (株)東京支店営業部',
      'KAKU (株)仙台支店長',
      'KAKU (株)東京支店',
      'KAKU (株) 営業部',
      'KAKU(株) 阿部営業部',
    ])
      expect([cell, (await found(cell)).settled]).toStrictEqual([cell, 'KAKU株式会社']);
  });

  it('says so of four digits, unless they are its code', async () => {
    expect(await found('株式会社夢村 2001')).toMatchObject({ settled: '株式会社夢村', wordCut: true });
    expect(await found('株式会社宝生 9301')).toMatchObject({ settled: '株式会社宝生', wordCut: false });
    expect(await found('夢村合同会社 2001')).toMatchObject({ settled: '夢村合同会社', wordCut: false });
  });

  it('says so of a word before it that names begin in', async () => {
    for (const word of ['オフィス', '石材店', '東北', '北海道', '福岡'])
      expect(await found(`${word} 夢村合同会社`)).toMatchObject({ settled: '夢村合同会社', wordCut: true });
    for (const word of ['大阪支店', '営業部', '福岡県', '札幌市'])
      expect(await found(`${word} 夢村合同会社`)).toMatchObject({ settled: '夢村合同会社', wordCut: false });
    for (const word of ['鉄鋼研究所', 'デザインオフィス', '石材店', '倶楽部'])
      expect(await found(`${word} ㈱宝生`)).toMatchObject({ settled: '株式会社宝生', wordCut: true });
    for (const word of ['大阪支店', '福岡', '札幌市'])
      for (const name of ['夢村', '宝生'])
        expect(await found(`${word} ㈱${name}`)).toMatchObject({
          settled: `株式会社${name}`,
          wordCut: false,
        });
    expect((await found('都市 夢村合同会社')).settled).toBeNull();
  });

  it('does not take a form for that of the word before, if a space divides them and a name follows', async () => {
    expect((await found('KAKU ㈱阿部')).settled).toBeNull();
    expect((await found('KAKU ㈱大阪支店')).settled).toBe('KAKU株式会社');
    expect((await found('KAKU㈱ 阿部 様')).settled).toBe('KAKU株式会社');
  });

  it('says so of 殿 behind a word that can be of a hall', async () => {
    expect(await found('株式会社宝生殿')).toMatchObject({ settled: '株式会社宝生', wordCut: true });
    for (const cell of ['株式会社宝生 殿', '株式会社宝生商事殿', '夢村合同会社殿', '株式会社宝生大阪支店殿'])
      expect(await found(cell)).toMatchObject({ wordCut: false });
  });

  it('does not settle a group of companies on one of them', async () => {
    for (const cell of ['株式会社夢村グループ', '夢村合同会社グループ', '夢村合同会社（グループ）'])
      expect((await found(cell)).settled).toBeNull();
  });

  it('takes one Latin word before a name for a part of it', async () => {
    expect((await found('STORE KAKU(株)')).settled).toBeNull();
  });

  it('settles a name with a branch and a person behind it, and keeps them', async () => {
    expect(
      await found('(代)株式会社架空　大阪支店 営業第二課 課長 空想太郎 様 TEL06-1234-5678'),
    ).toMatchObject({
      settled: '株式会社架空',
      companies: ['株式会社架空'],
      setAside: ['role', 'branch', 'department', 'person', 'honorific', 'telephone'],
    });
  });

  it('means the longest name of a joint venture that marks divide', async () => {
    const { settled, companies } = await found('空想・マリン＆夢想株式会社・有限会社空想組共同企業体');
    expect(settled).toBeNull();
    expect(companies).toStrictEqual(['有限会社空想組', '空想・マリン＆夢想株式会社']);
  });

  it('finds each of several with a branch', async () => {
    const { companies } = await found('株式会社架空デザイン東京支店／有限会社空想組大阪支店');
    expect(companies).toStrictEqual(['株式会社架空デザイン', '有限会社空想組']);
  });

  it('never settles a name with others behind it', async () => {
    expect(await found('1.株式会社架空(東京都港区) 他3社')).toMatchObject({
      settled: null,
      companies: ['株式会社架空'],
      setAside: ['note', 'place', 'and_others'],
    });
  });
});

describe('a legal form with nothing that can be a name beside it', () => {
  it.each([
    '株式会社 Ltd.',
    '株式会社（大阪府）',
    '株式会社 (本社：大阪市)',
    '株式会社大阪支店',
    '㈱　大阪支店　御中',
    '大阪支店株式会社',
    'カブシキガイシャ 大阪支店',
    '株式会社 大阪府',
    '㈱営業部',
    '株式会社 大阪市北区架空1-2 様',
    '株式会社①',
    '⑴ ㈱',
    '(1)㈱',
    '1. 株式会社',
    'No.3 有限会社',
    '有限会社 1',
    '(株式会社) 御中',
    '医療法人グループ',
  ])('%s finds nobody', async (cell) => {
    expect((await found(cell)).companies).toStrictEqual([]);
  });

  it.each([
    '富士見町架空協同組合 御中',
    '富士見町架空漁業協同組合（長野県）',
    '株式会社富士見町架空 御中',
    '富士見町2合同会社 御中',
  ])('is not %s, which could be a town', (cell) => {
    expect(isWithoutName(cell)).toBe(false);
  });

  it('finds the company that has the whole text as its name', async () => {
    expect((await found('合同会社 LLC')).settled).toBe('合同会社ＬＬＣ');
    expect((await found('株式会社K.K.')).companies).toStrictEqual(['株式会社ＫＫ']);
    expect((await found('株式会社 大阪')).settled).toBe('株式会社大阪');
    expect((await found('㈱ 1')).settled).toBe('株式会社１');
    expect((await found('株式会社夢村（大阪府）')).settled).toBe('株式会社夢村');
    expect((await found('大阪府 営業部')).companies).toStrictEqual(['大阪府']);
  });
});

describe('several companies in a cell', () => {
  it.each([
    '空夢工業／夢幻建設',
    '空夢工業、夢幻建設',
    '空夢工業・夢幻建設',
    '空夢工業と夢幻建設',
    '空夢工業および夢幻建設',
  ])('are found without legal forms, if both are names: %s', async (cell) => {
    expect(await found(cell)).toMatchObject({
      settled: null,
      companies: ['株式会社空夢工業', '夢幻建設株式会社'],
      namedAs: ['空夢工業', '夢幻建設'],
      aside: ['other_company=夢幻建設'],
    });
  });

  it('are not seen in a name of which only one half is a company', async () => {
    expect((await found('彼方と此方')).companies).toStrictEqual([]);
    expect((await found('ミドリ・アンド・カナタ')).companies).toStrictEqual([]);
  });

  it('are divided by their numbers', async () => {
    expect((await found('①株式会社架空②夢幻建設株式会社')).companies).toStrictEqual([
      '株式会社架空',
      '夢幻建設株式会社',
    ]);
  });

  it('end where the longest name of the last one ends, and the words for the group begin there', async () => {
    expect(await found('空夢工業・夢幻建設共同企業体')).toMatchObject({
      companies: ['株式会社空夢工業', '夢幻建設株式会社'],
      aside: ['other_company=夢幻建設', 'note=共同企業体'],
    });
  });

  it('are shown as what they are, not as departments', async () => {
    expect((await found('空夢工業・屋部共同企業体')).aside).toStrictEqual([
      'other_company=屋部',
      'note=共同企業体',
    ]);
  });

  it('keep the brackets of their legal forms, and lose those of their roles', async () => {
    expect((await found('(株)架空 & (株)彼方')).aside).toStrictEqual(['other_company=(株)彼方']);
    expect(await found('株式会社架空(代表者)、夢幻建設株式会社')).toMatchObject({
      companies: ['株式会社架空', '夢幻建設株式会社'],
      aside: ['role=代表者', 'other_company=夢幻建設株式会社'],
    });
  });
});

describe('text before a name', () => {
  it.each([
    '架空橋補修工事夢幻建設株式会社',
    '架空橋補修工事 夢幻建設株式会社',
    '庁舎清掃業務夢幻建設株式会社',
  ])('is what was ordered: %s', async (cell) => {
    expect(await found(cell)).toMatchObject({ settled: null, companies: ['夢幻建設株式会社'] });
  });
});

describe('a branch behind a space in which a name can go on', () => {
  it.each(['株式会社彼方 DESIGN大阪支店', '株式会社彼方 商事大阪支店', '株式会社彼方 商事横浜支店'])(
    'does not settle, also if no longer name is loaded: %s',
    async (cell) => {
      expect(await found(cell)).toMatchObject({ settled: null, companies: ['株式会社彼方'] });
    },
  );

  it.each([
    '株式会社彼方 大阪支店',
    '株式会社彼方 北大阪営業所',
    '株式会社彼方 大手町支店',
    '株式会社彼方 東京中央支店',
    '株式会社彼方 Osaka Branch',
  ])('settles if it is only a place: %s', async (cell) => {
    expect((await found(cell)).settled).toBe('株式会社彼方');
  });
});

describe('a name in Latin letters beside one in Japanese', () => {
  it.each([
    '彼方種苗株式会社 KANATA SEEDS CO., LTD.',
    '彼方種苗株式会社（Kanata Seeds Co., Ltd.）',
    'KANATA SEEDS CO.,LTD.（彼方種苗株式会社）',
    '彼方種苗株式会社／KANATA SEEDS',
    '彼方種苗(株) (英文名：Kanata Seeds Inc.)',
    '彼方種苗 KANATA SEEDS CO., LTD.',
    '彼方種苗株式会社：KANATA SEEDS CO., LTD.',
    '彼方種苗株式会社KANATA SEEDS CO., LTD.',
    '彼方種苗株式会社; KANATA SEEDS',
  ])('settles if the company has both: %s', async (cell) => {
    expect(await found(cell)).toMatchObject({ settled: '彼方種苗株式会社', twiceNamed: true });
  });

  it('settles if the company is read so, also in part if nobody else has the name', async () => {
    for (const cell of ['株式会社遠方商事 Enpo Shoji K.K.', '株式会社遠方商事（EMPO Trading & Co.）'])
      expect((await found(cell)).settled).toBe('株式会社遠方商事');
    expect((await found('株式会社KAKU KAKU Corporation')).settled).toBe('株式会社KAKU');
  });

  it('leaves another name to a person, with the companies of both', async () => {
    const both = await found('株式会社架空（KANATA SEEDS CO., LTD.）');
    expect(both.settled).toBeNull();
    expect(both.companies).toStrictEqual(['株式会社架空', '彼方種苗株式会社']);
    expect((await found('株式会社架空 Sunrise Partners Inc.')).settled).toBeNull();
  });

  it('is not the end of a name of which the form is in front', async () => {
    const { companies } = await found('株式会社架空、株式会社KAKU外1社');
    expect(companies.slice(0, 2)).toStrictEqual(['株式会社架空', '株式会社KAKU']);
  });

  it('is another name with the form of another kind', async () => {
    for (const cell of ['彼方種苗株式会社（KANATA SEEDS G.K.）', '株式会社遠方商事（Enpo Shoji LLC）'])
      expect([cell, (await found(cell)).settled]).toStrictEqual([cell, null]);
  });
});

describe('a person behind a name', () => {
  it.each([
    '株式会社架空 代表取締役 林 一郎',
    '株式会社架空 営業部長 東 一郎',
    '株式会社架空 専務 東 一郎',
    '株式会社架空 清算人 林 一郎',
    '株式会社架空／林 一郎',
    '株式会社架空 / 代表取締役 谷 花子',
    '架空(株) 大阪支店長 林 一郎',
  ])('is no part of it, with a surname of one letter too: %s', async (cell) => {
    expect((await found(cell.replace('架空(株)', '株式会社架空'))).settled).toBe('株式会社架空');
  });

  it.each(['株式会社架空／石田文具', '株式会社架空／林 工業', '株式会社架空／林 商会'])(
    'is not surely one: %s',
    async (cell) => {
      expect((await found(cell)).settled).toBeNull();
    },
  );
});

describe('a mark of a list', () => {
  it.each(['■株式会社架空', '● 株式会社架空', '※株式会社架空', '・株式会社架空'])(
    'before a legal form does not keep the name from settling: %s',
    async (cell) => {
      expect((await found(cell)).settled).toBe('株式会社架空');
    },
  );
});

describe('a sign beside a name of one letter', () => {
  it('can be its second letter', async () => {
    expect(await found('株式会社１●')).toMatchObject({ settled: null, companies: ['株式会社１'] });
  });
});

describe('the unit of a legal person', () => {
  it('settles on the one that has the name in full', async () => {
    expect((await found('大阪府警察本部会計課')).settled).toBe('大阪府');
    expect((await found('夢村役場')).companies).toStrictEqual([]);
  });
});

describe('a corporate number beside a name', () => {
  const own = String(cards[0]?.company.corporate_number);
  const others = String(cards[1]?.company.corporate_number);

  it.each([`株式会社架空 T${own}`, `${own} 株式会社架空`, `株式会社架空 法人番号:${own}`])(
    'confirms it: %s',
    async (cell) => {
      expect((await found(cell)).settled).toBe('株式会社架空');
    },
  );

  it.each([`株式会社架空 T${others}`, `${others} 株式会社架空`, `株式会社架空(法人番号:${others})`])(
    'keeps it from settling on a company with another number: %s',
    async (cell) => {
      expect(await found(cell)).toMatchObject({
        settled: null,
        companies: ['株式会社架空'],
        otherNumber: others,
      });
    },
  );
});

describe('a name in Latin letters that a company has', () => {
  it.each([
    ['KAKU K.K.', true],
    ['KAKU', true],
    ['株式会社KAKU', false],
  ])('looks for companies that are read so: %s, %s', async (text, isAsked) => {
    const reader = cardOf(92, '株式会社各', {
      names: [named('legal', '株式会社各'), named('kana', 'カク')],
    });
    const suggestion = { card: reader, name: 'カク', reason: 'same_reading' as const };
    const findNearNames = (names: readonly string[]) =>
      Promise.resolve(new Map(names.map((name) => [name, [suggestion]])));
    const all = await findWrittenNames({ ...lookups, findNearNames }, [new ParsedName(text)]);
    const { hits = [], suggestions = [] } = all.get(text) ?? {};
    expect(hits.map(({ card }) => card.company.legal_name)).toContain('KAKU株式会社');
    expect(suggestions).toEqual(isAsked ? [suggestion] : []);
  });
});
