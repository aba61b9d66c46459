import { describe, expect, it } from '@jest/globals';
import { KANJI_VARIANTS } from '../../src/text/letters/kanji-variants.ts';
import { foldLoosely } from '../../src/text/letters/loose-fold.ts';
import { isEmptyCell, normalizeText } from '../../src/text/letters/normalize.ts';
import { ENGLISH_FORMS, JAPANESE_FORMS } from '../../src/text/names/legal-forms.ts';
import {
  isBroadName,
  isLegalFormOnly,
  listIndexedPrefixKeys,
  listPrefixKeys,
  toCoreKey,
  toExactKey,
  toLooseKey,
  toNameKeys,
  toPrefixQueryKey,
} from '../../src/text/names/names.ts';

describe('the mark of a voiced letter', () => {
  it.each([
    ['ｶ)ｼ ﾞｰｴｰ', 'カ)ジーエー'],
    ['シ゛ーエー（カ', 'ジーエー(カ'],
    ['ハ゜ーク', 'パーク'],
    ['ジーエー', 'ジーエー'],
  ])('is joined with it: %s', (text, joined) => {
    expect(normalizeText(text)).toBe(joined.normalize('NFC'));
  });
});

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
  it('has characters in place of the radicals that look the same, as PDFs give them', () => {
    expect(toExactKey('⻑⻄⻘⽊⼾⿊株式会社')).toBe('長西青木戸黒株式会社');
  });

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
    expect(toExactKey(name)).toBe('株式会社トヨタ');
  });

  it('keeps the position and the kind of the form', () => {
    expect(toExactKey('㈱ABC')).toBe('株式会社abc');
    expect(toExactKey('ABC㈱')).toBe('abc株式会社');
    expect(toExactKey('ABC㈲')).toBe('abc有限会社');
    expect(toNameKeys('ABC㈱').legalForm).toEqual({ kind: 'kabushiki', position: 'back' });
    expect(toNameKeys('㈲ABC').legalForm).toEqual({ kind: 'yugen', position: 'front' });
    expect(toNameKeys('ABC').legalForm).toBeNull();
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
    ['カブ)アオゾラ', '株式会社アオゾラ'],
    ['ｼﾔ)ｱｵｿﾞﾗ', '社団法人アオゾラ'],
    ['アオゾラ(ソ', 'アオゾラ相互会社'],
    ['チドク)アオゾラ', '地方独立行政法人アオゾラ'],
    ['青空㈿', '青空協同組合'],
    ['青空健保組合', '青空健康保険組合'],
    ['青空（健保）', '青空健康保険組合'],
    ['青空(国保組合)', '青空国民健康保険組合'],
    ['青空(協組)', '青空協同組合'],
    ['ｱｵｿﾞﾗ(ｾﾞｲ)', 'アオゾラ税理士法人'],
    ['カネコシュビョウカブシキガイシヤ', 'カネコシュビョウ株式会社'],
    ['あおぞらゆうげんがいしゃ', 'あおぞら有限会社'],
  ])('%s is %s', (name, exact) => {
    expect(toExactKey(name)).toBe(exact);
  });

  it.each([
    'KANEKO SEEDS CO., LTD.',
    'Kaneko Seeds Co.,Ltd',
    'kaneko seeds co ltd',
    'KANEKO SEEDS COMPANY, LIMITED',
  ])('folds case, dots, commas and spaces of %s', (name) => {
    expect(toExactKey(name)).toBe('kanekoseedscoltd');
  });

  it('treats glyphs that character sets exchange as the same', () => {
    expect(toExactKey('Ｊ‐ＰＯＷＥＲ')).toBe(toExactKey('J-POWER'));
    expect(toExactKey('Ｐｏｃｏ’ｓ')).toBe(toExactKey("poco's"));
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
    expect(toCoreKey(name)).toBe(core);
  });

  it('keeps a form that is in the middle or not at its usual end', () => {
    expect(toCoreKey('東京株式会社サービス')).toBe('東京株式会社サービス');
    expect(toCoreKey('日本協同組合')).toBe('日本協同組合');
    expect(toCoreKey('協同組合日専連')).toBe('日専連');
  });

  it('removes only one form: the rest is the registered name', () => {
    expect(toCoreKey('株式会社ABC Corporation')).toBe('abccorporation');
    expect(toCoreKey('一般社団法人税理士法人協会')).toBe('税理士法人協会');
  });

  it('does not take the end of a word for an English form', () => {
    expect(toCoreKey('ZINC')).toBe('zinc');
    expect(toCoreKey('Neco')).toBe('neco');
    expect(toCoreKey('サンKK')).toBe('サンkk');
    expect(toCoreKey('e-corp')).toBe('e-corp');
  });

  it('keeps a name that is only a legal form', () => {
    expect(toCoreKey('㈱')).toBe('株式会社');
    expect(toCoreKey('Co., Ltd.')).toBe('coltd');
    expect(toNameKeys('株式会社').legalForm).toBeNull();
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
    ['梼原', '檮原'],
    ['穐山', '秋山'],
    ['塩釜港運', '塩竈港運'],
    ['塩竈神社', '塩竃神社'],
    ['沖繩電機', '沖縄電機'],
    ['山隂建設', '山陰建設'],
    ['惣合', '総合'],
    ['讀売', '読売'],
    ['帝國纎維', '帝国繊維'],
    ['冨士', '富士'],
    ['冲電気', '沖電気'],
  ])('%s is found by %s', (name, typed) => {
    expect(toLooseKey(name)).toBe(toLooseKey(typed));
  });

  it('do not change the kanji one, or ガ that is not between kanji', () => {
    expect(toLooseKey('一ノ蔵')).toBe('一ノ蔵');
    expect(toLooseKey('東京ガス')).toBe('東京ガス');
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
    expect(toLooseKey(one)).not.toBe(toLooseKey(other));
  });

  it('of marks alone are not empty', () => {
    expect(toLooseKey('・・')).toBe('・・');
  });

  it('keep the legal form if they are the exact variant', () => {
    expect(toNameKeys('キヤノン㈱').looseExact).toBe('キヤノン株式会社');
    expect(toNameKeys('㈱キャノン').looseExact).toBe('株式会社キヤノン');
  });
});

describe('the tables', () => {
  it('fold every variant to a form that is not itself a variant', () => {
    for (const [variant, standard] of KANJI_VARIANTS) {
      expect([...variant]).toHaveLength(1);
      expect([...standard]).toHaveLength(1);
      expect(KANJI_VARIANTS.has(standard)).toBe(false);
      expect(foldLoosely(variant)).toBe(standard);
    }
  });

  it('have no variant that NFKC already unifies', () => {
    for (const variant of KANJI_VARIANTS.keys()) expect(variant.normalize('NFKC')).toBe(variant);
  });

  it('spell the forms in keys so that the loose fold does not change them', () => {
    for (const [, canonical] of [...JAPANESE_FORMS, ...ENGLISH_FORMS])
      expect(foldLoosely(canonical)).toBe(canonical);
  });

  it('recognize every spelling of a Japanese form at the ends where it may be', () => {
    for (const [kind, canonical, ends, others] of JAPANESE_FORMS) {
      for (const spelling of [canonical, ...others].filter((each) => /^[^()]+$|^\(.+\)$/.test(each))) {
        const expected = { kind, position: ends === 'back' ? 'back' : 'front' };
        const name = ends === 'back' ? `青空${spelling}` : `${spelling}青空`;
        expect([name, toNameKeys(name).legalForm, toCoreKey(name)]).toEqual([name, expected, '青空']);
      }
    }
  });
});

describe('prefix keys', () => {
  it('are the loose name without and with its form', () => {
    expect(listPrefixKeys('株式会社髙島屋')).toEqual(['高島屋', '株式会社高島屋']);
    expect(listPrefixKeys('ABC')).toEqual(['abc']);
    expect(listPrefixKeys('')).toEqual([]);
  });

  it.each(['株式会社髙島', '㈱高島', '高島', '株式会社', '株式'])(
    '%s is the start of 株式会社髙島屋',
    (typed) => {
      expect(listPrefixKeys('株式会社髙島屋').some((key) => key.startsWith(toPrefixQueryKey(typed)))).toBe(
        true,
      );
    },
  );

  it.each(['Toyota Mo', 'Toyota Motor Co', 'Toyota Motor Corp.', 'TOYOTA MOTOR CORPORATION'])(
    '%s is the start of Toyota Motor Corporation',
    (typed) => {
      expect(
        listPrefixKeys('Toyota Motor Corporation').some((key) => key.startsWith(toPrefixQueryKey(typed))),
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
    expect(listIndexedPrefixKeys(toNameKeys(name))).toEqual(indexed);
  });

  it('spell out a Japanese form at the end', () => {
    expect(toPrefixQueryKey('青空(同)')).toBe('青空合同会社');
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
