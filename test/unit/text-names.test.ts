import { describe, expect, it } from '@jest/globals';
import { KANJI_VARIANTS } from '../../src/text/letters/kanji-variants.ts';
import { looseFold } from '../../src/text/letters/loose-fold.ts';
import { isEmptyCell, normalizeText } from '../../src/text/letters/normalize.ts';
import { ENGLISH_FORMS, JAPANESE_FORMS } from '../../src/text/names/legal-forms.ts';
import {
  coreKey,
  exactKey,
  indexedPrefixKeys,
  isBroadName,
  isLegalFormOnly,
  looseKey,
  nameKeys,
  prefixKeys,
  prefixQueryKey,
} from '../../src/text/names/names.ts';

describe('normalised text', () => {
  it('is NFKC, trimmed, with one space for any white space', () => {
    expect(normalizeText('　ﾄﾖﾀ\u00a0 自動車\r\n')).toBe('トヨタ 自動車');
  });

  it('has no characters that a reader cannot see: zero-width characters, controls, variation selectors', () => {
    expect(normalizeText('\ufeffト\u200bヨ\u0007タ\u{e0100}')).toBe('トヨタ');
  });

  it.each([
    '-',
    '－',
    'なし',
    '無し',
    '不明',
    'N/A',
    'n/a',
    'Ｎ／Ａ',
    'null',
    'NULL',
    '',
    ' ',
    '　',
    '\u200b',
    null,
    undefined,
  ])('counts the cell %j as empty', (cell) => {
    expect(isEmptyCell(cell)).toBe(true);
  });

  it.each(['0', 'なしの木', 'A', '7203'])('counts the cell %j as filled', (cell) => {
    expect(isEmptyCell(cell)).toBe(false);
  });
});

describe('an exact key', () => {
  it.each([
    '(株)トヨタ',
    '（株）トヨタ',
    '㈱トヨタ',
    '㍿トヨタ',
    '【株】トヨタ',
    '〈株〉トヨタ',
    '［株］トヨタ',
    '株式会社　トヨタ',
    '株式會社トヨタ',
    'カブシキガイシャ トヨタ',
    'ｶ)ﾄﾖﾀ',
    'K.K. トヨタ',
  ])('spells the form of %s as 株式会社トヨタ', (name) => {
    expect(exactKey(name)).toBe('株式会社トヨタ');
  });

  it('keeps the position and the kind of the form', () => {
    expect(exactKey('㈱ABC')).toBe('株式会社abc');
    expect(exactKey('ABC㈱')).toBe('abc株式会社');
    expect(exactKey('ABC㈲')).toBe('abc有限会社');
    expect(nameKeys('ABC㈱').legalForm).toEqual({ kind: 'kabushiki', position: 'back' });
    expect(nameKeys('㈲ABC').legalForm).toEqual({ kind: 'yugen', position: 'front' });
    expect(nameKeys('ABC').legalForm).toBeNull();
  });

  it.each([
    ['(同)青空', '合同会社青空'],
    ['（合）青空', '合同会社青空'],
    ['青空(資)', '青空合資会社'],
    ['(名)青空', '合名会社青空'],
    ['(一社)青空', '一般社団法人青空'],
    ['(医)青空会', '医療法人青空会'],
    ['ＮＰＯ法人青空', '特定非営利活動法人青空'],
    ['トヨタ(カ', 'トヨタ株式会社'],
    ['カネコシュビョウカブシキガイシヤ', 'カネコシュビョウ株式会社'],
    ['あおぞらゆうげんがいしゃ', 'あおぞら有限会社'],
  ])('%s is %s', (name, exact) => {
    expect(exactKey(name)).toBe(exact);
  });

  it.each([
    'KANEKO SEEDS CO., LTD.',
    'Kaneko Seeds Co.,Ltd',
    'kaneko seeds co ltd',
    'KANEKO SEEDS COMPANY, LIMITED',
  ])('folds case, dots, commas and spaces of %s', (name) => {
    expect(exactKey(name)).toBe('kanekoseedscoltd');
  });

  it('treats glyphs that character sets exchange as the same', () => {
    expect(exactKey('Ｊ‐ＰＯＷＥＲ')).toBe(exactKey('J-POWER'));
    expect(exactKey('Ｐｏｃｏ’ｓ')).toBe(exactKey("poco's"));
  });
});

describe('a core key', () => {
  it.each([
    ['トヨタ自動車株式会社', 'トヨタ自動車'],
    ['TOYOTA MOTOR CORPORATION', 'toyotamotor'],
    ['Sony K.K.', 'sony'],
    ['Mitsui & Co., Ltd.', 'mitsui'],
    ['S.T. Inc.', 's.t'],
    ['Kakuu Carbide Co., Inc.', 'kakuucarbide'],
    ['Kakuu Company, Incorporated', 'kakuu'],
    ['医療法人社団　健友会', '健友会'],
    ['社会医療法人財団慈泉会', '慈泉会'],
    ['公益財団法人日本スポーツ協会', '日本スポーツ協会'],
    ['日本ビルファンド投資法人', '日本ビルファンド'],
    ['有限責任監査法人トーマツ', 'トーマツ'],
    ['農業生産法人株式会社やま', 'やま'],
    ['農業法人フラッグ合同会社', 'フラッグ'],
  ])('%s has the core %s', (name, core) => {
    expect(coreKey(name)).toBe(core);
  });

  it('keeps a form that is in the middle or not at its usual end', () => {
    expect(coreKey('東京株式会社サービス')).toBe('東京株式会社サービス');
    expect(coreKey('日本協同組合')).toBe('日本協同組合');
    expect(coreKey('協同組合日専連')).toBe('日専連');
  });

  it('removes only one form: the rest is the registered name', () => {
    expect(coreKey('株式会社ABC Corporation')).toBe('abccorporation');
    expect(coreKey('一般社団法人税理士法人協会')).toBe('税理士法人協会');
  });

  it('does not take the end of a word for an English form', () => {
    expect(coreKey('ZINC')).toBe('zinc');
    expect(coreKey('Neco')).toBe('neco');
    expect(coreKey('サンKK')).toBe('サンkk');
    expect(coreKey('e-corp')).toBe('e-corp');
  });

  it('keeps a name that is only a legal form', () => {
    expect(coreKey('㈱')).toBe('株式会社');
    expect(coreKey('Co., Ltd.')).toBe('coltd');
    expect(nameKeys('株式会社').legalForm).toBeNull();
  });
});

describe('loose keys', () => {
  it.each([
    ['キヤノン株式会社', 'キャノン'],
    ['株式会社髙島屋', '高島屋'],
    ['関ケ原石材株式会社', '関ヶ原石材'],
    ['関が原', '関ケ原'],
    ['自由ガ丘', '自由が丘'],
    ['シヤチハタ', 'シャチハタ'],
    ['Ｍ＆Ａセンター', 'MAセンタ'],
    ['日本Ｍ＆Ａセンターホールディングス', '日本M&Aセンタ－ホ―ルディングス'],
    ['ソニー・ミュージック', 'ソニーミュージック'],
    ['コンピューター', 'コンピュータ'],
    ['サ－ビス', 'サービス'],
    ['サ−ビス', 'サ―ビス'],
    ['﨑陽軒', '崎陽軒'],
    ['濵田', '浜田'],
    ['濱田', '浜田'],
    ['齋藤', '斉藤'],
    ['斎藤', '齊藤'],
    ['渡邊', '渡辺'],
    ['渡邉', '渡辺'],
    ['𠮷野家', '吉野家'],
    ['葛\u{e0100}城', '葛城'],
    ['いすゞ自動車', 'いすず自動車'],
    ['佐々木', '佐佐木'],
    ['ブリヂストン', 'ブリジストン'],
    ['ヱスビー食品', 'エスビー食品'],
    ['ＬОＭО', 'LOMO'],
    ['Ｙａｈｏｏ！　ＪＡＰＡＮ', 'yahoo japan'],
    ['カフェ Café', 'カフェ cafe'],
    ['㈱ｶﾞｽﾄ', 'ガスト'],
    ['⻑崎屋', '長崎屋'],
    ['塩竈神社', '塩竃神社'],
    ['沖繩電機', '沖縄電機'],
    ['山隂建設', '山陰建設'],
    ['惣合', '総合'],
    ['讀売', '読売'],
    ['帝國纎維', '帝国繊維'],
    ['冨士', '富士'],
    ['冲電気', '沖電気'],
  ])('%s is found by %s', (name, typed) => {
    expect(looseKey(name)).toBe(looseKey(typed));
  });

  it('do not change the kanji one, or ガ that is not between kanji', () => {
    expect(looseKey('一ノ蔵')).toBe('一ノ蔵');
    expect(looseKey('東京ガス')).toBe('東京ガス');
  });

  it.each([
    ['大坂', '大阪'],
    ['加藤', '加籐'],
    ['板金', '版金'],
    ['果子', '菓子'],
    ['埼玉', '崎玉'],
    ['歴', '暦'],
    ['濱田', '瀕田'],
    ['ハハ', 'ババ'],
    ['三一', '三'],
  ])('keep %s and %s apart', (one, other) => {
    expect(looseKey(one)).not.toBe(looseKey(other));
  });

  it('of marks alone are not empty', () => {
    expect(looseKey('・・')).toBe('・・');
  });

  it('keep the legal form if they are the exact variant', () => {
    expect(nameKeys('キヤノン㈱').looseExact).toBe('キヤノン株式会社');
    expect(nameKeys('㈱キャノン').looseExact).toBe('株式会社キヤノン');
  });
});

describe('the tables', () => {
  it('fold every variant to a form that is not itself a variant', () => {
    for (const [variant, standard] of KANJI_VARIANTS) {
      expect([...variant]).toHaveLength(1);
      expect([...standard]).toHaveLength(1);
      expect(KANJI_VARIANTS.has(standard)).toBe(false);
      expect(looseFold(variant)).toBe(standard);
    }
  });

  it('have no variant that NFKC already unifies', () => {
    for (const variant of KANJI_VARIANTS.keys()) expect(variant.normalize('NFKC')).toBe(variant);
  });

  it('spell the forms in keys so that the loose fold does not change them', () => {
    for (const [, canonical] of [...JAPANESE_FORMS, ...ENGLISH_FORMS])
      expect(looseFold(canonical)).toBe(canonical);
  });

  it('recognize every spelling of a Japanese form at the ends where it may be', () => {
    for (const [kind, canonical, ends, others] of JAPANESE_FORMS) {
      for (const spelling of [canonical, ...others].filter((each) => /^[^()]+$|^\(.+\)$/.test(each))) {
        const expected = { kind, position: ends === 'back' ? 'back' : 'front' };
        const name = ends === 'back' ? `青空${spelling}` : `${spelling}青空`;
        expect([name, nameKeys(name).legalForm, coreKey(name)]).toEqual([name, expected, '青空']);
      }
    }
  });
});

describe('prefix keys', () => {
  it('are the loose name without and with its form', () => {
    expect(prefixKeys('株式会社髙島屋')).toEqual(['高島屋', '株式会社高島屋']);
    expect(prefixKeys('ABC')).toEqual(['abc']);
    expect(prefixKeys('')).toEqual([]);
  });

  it.each(['株式会社髙島', '㈱高島', '高島', '株式会社', '株式'])(
    '%s is the start of 株式会社髙島屋',
    (typed) => {
      expect(prefixKeys('株式会社髙島屋').some((key) => key.startsWith(prefixQueryKey(typed)))).toBe(true);
    },
  );

  it.each(['Toyota Mo', 'Toyota Motor Co', 'Toyota Motor Corp.', 'TOYOTA MOTOR CORPORATION'])(
    '%s is the start of Toyota Motor Corporation',
    (typed) => {
      expect(
        prefixKeys('Toyota Motor Corporation').some((key) => key.startsWith(prefixQueryKey(typed))),
      ).toBe(true);
    },
  );

  it.each([
    ['株式会社髙島屋', ['高島屋', '株式会社']],
    ['髙島屋(株)', ['高島屋株式会社']],
    ['農業生産法人青空有限会社', ['青空', '農業生産法人青空有限会社']],
    ['ABC', ['abc']],
    ['', []],
  ])('of %s are indexed without repeating a beginning', (name, indexed) => {
    expect(indexedPrefixKeys(nameKeys(name))).toEqual(indexed);
  });

  it('spell out a Japanese form at the end', () => {
    expect(prefixQueryKey('青空(同)')).toBe('青空合同会社');
  });
});

describe('broad names', () => {
  it.each([
    'A',
    '山',
    '・',
    '&A',
    '株式会社',
    '㈱',
    '（有）',
    'Co., Ltd.',
    '東京',
    '東京都',
    '京都府',
    '北海道',
    'とうきょう',
    'Tokyo',
  ])('%s is too broad', (query) => {
    expect(isBroadName(query)).toBe(true);
  });

  it.each(['アシスト', '東京ガス', '7203', '13', 'AB', '株式会社A1'])('%s is not', (query) => {
    expect(isBroadName(query)).toBe(false);
  });

  it('a legal form with a name is not only a form', () => {
    expect(isLegalFormOnly('㈱青空')).toBe(false);
    expect(isLegalFormOnly('一般社団法人')).toBe(true);
  });
});
