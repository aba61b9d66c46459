import type { NameRule } from './name-rule.ts';

/**
 * The rules by which a text is a name of a company: one table, from which come the clauses for the index, the comparison with the
 * names of a company, the scores, the words of answers, and docs/rules.md. The strongest first. A company matches a text by the
 * strongest rule that fits; answers list all of them.
 */

export const everyKind = ['legal', 'trade', 'alias', 'former', 'english', 'kana'] as const;
const exactOrCore = { text: ['exact', 'core'], name: ['exact', 'core'] } as const;

export const nameRules = {
  legal_exact: {
    answer: { stage: 'exact_name', field: 'legal_name', rule: 'exact', strength: 'exact' },
    score: 800,
    names: ['legal'],
    comparison: { by: 'keys', keyField: 'legal_exact', text: ['exact'], name: ['exact'] },
    settles: 'name',
    words: 'The text is the legal name of today, with its legal form at the same end.',
    isNot:
      'Another form, or the form at the other end: ㈱ABC is neither ABC㈱ nor ㈲ABC. A space, a width or a case never matters.',
    examples: [
      ['㈱日立製作所', '株式会社日立製作所'],
      ['トヨタ自動車 (株)', 'トヨタ自動車株式会社'],
      ['TOTO株式会社', 'ＴＯＴＯ株式会社'],
      ['ﾔﾏﾊ発動機（株）', 'ヤマハ発動機株式会社'],
    ],
  },
  listed_trade: {
    answer: { stage: 'exact_name', field: 'trade_name', rule: 'exact', strength: 'strong' },
    score: 790,
    onlyIn: 'search',
    names: ['trade'],
    comparison: { by: 'keys', keyField: 'trade', text: ['exact'], name: ['exact', 'core'] },
    onlyIf: 'company_is_listed',
    settles: null,
    words: 'The text is the name under which a company is listed today.',
    isNot:
      'A company that is not listed, or was: then the rule is `trade`. It orders searches and settles nothing.',
    examples: [
      ['SANKYO', 'ＳＡＮＫＹＯ', '株式会社三共'],
      ['日立製作所', '日立製作所', '株式会社日立製作所'],
      ['トヨタ自動車', 'トヨタ自動車', 'トヨタ自動車株式会社'],
    ],
  },
  legal_core: {
    answer: { stage: 'exact_name', field: 'legal_name', rule: 'core', strength: 'strong' },
    score: 780,
    names: ['legal'],
    comparison: { by: 'keys', keyField: 'legal_core', text: ['exact', 'core'], name: ['core'] },
    settles: 'bare_name',
    words:
      'The text is the legal name of today, apart from the legal form: it has none, another one, or one at the other end.',
    isNot:
      'A different letter, or only a part of the name. With a legal form that differs, it never settles.',
    examples: [
      ['日本郵便', '日本郵便株式会社'],
      ['アクセンチュア', 'アクセンチュア株式会社'],
      ['(株)アクセンチュア', 'アクセンチュア株式会社'],
      ['サントリー', 'サントリー株式会社'],
    ],
  },
  english_exact: {
    answer: { stage: 'exact_name', field: 'english_name', rule: 'exact', strength: 'strong' },
    score: 780,
    names: ['english'],
    comparison: { by: 'keys', keyField: 'english', text: ['exact'], name: ['exact', 'core'] },
    onlyIf: 'text_has_form',
    settles: null,
    words: 'The text is the English name, with the same legal form.',
    isNot:
      'Another form: Co., Ltd. and Company, Limited are one form, Corporation and Inc. are others. Then the rule is `english`.',
    examples: [
      ['Seed Co., Ltd.', 'SEED CO.,LTD.', '株式会社シード'],
      ['Toyota Motor Corp.', 'TOYOTA MOTOR CORPORATION', 'トヨタ自動車株式会社'],
      ['HITACHI LTD', 'Hitachi, Ltd.', '株式会社日立製作所'],
    ],
  },
  called: {
    answer: { stage: 'name_prefix', field: 'name', rule: 'called', strength: 'weak' },
    score: 780,
    onlyIn: 'resolve',
    names: [...everyKind, 'domain'],
    comparison: { by: 'called' },
    onlyIf: 'company_is_well_known',
    settles: null,
    words:
      'The text has no legal form, and people call a company so that is well known or files with EDINET: by the beginning, a word, a short form or the initials of a name.',
    isNot:
      'A text with a legal form, or a company that is little known (fewer than 4 points of prominence, and no EDINET code). It is only a candidate.',
    examples: [
      ['日産', '日産自動車株式会社'],
      ['グリコ', '江崎グリコ株式会社'],
      ['三菱マテ', '三菱マテリアル株式会社'],
      ['東電', '東京電力ホールディングス株式会社'],
    ],
  },
  trade: {
    answer: { stage: 'exact_name', field: 'trade_name', rule: 'exact_or_core', strength: 'strong' },
    score: 765,
    names: ['trade'],
    comparison: { by: 'keys', keyField: 'trade', ...exactOrCore },
    settles: null,
    words: 'The text is a trade name, for example that of the stock exchange, with or without a legal form.',
    isNot: 'A legal name: people often write the trade name of a company that has another legal name.',
    examples: [
      ['SANKYO', 'ＳＡＮＫＹＯ', '株式会社三共'],
      ['㈱南海電気鉄道', '南海電気鉄道', '株式会社ＮＡＮＫＡＩ'],
      [
        'サントリー食品インターナショナル株式会社',
        'サントリー食品インターナショナル',
        'サントリービバレッジ＆フード株式会社',
      ],
    ],
  },
  alias: {
    answer: { stage: 'exact_name', field: 'alias', rule: 'exact_or_core', strength: 'strong' },
    score: 750,
    names: ['alias'],
    comparison: { by: 'keys', keyField: 'alias', ...exactOrCore },
    settles: 'exclusive',
    words: 'The text is an alias that a source gives, with or without a legal form.',
    isNot: 'An alias that other companies may have settles nothing.',
    examples: [
      ['ＪＡＬ', 'JAL', '日本航空株式会社'],
      ['ANA', 'ANA', '全日本空輸株式会社'],
      ['ﾄﾞｺﾓ', 'ドコモ', '株式会社ＮＴＴドコモ'],
    ],
  },
  former: {
    answer: { stage: 'exact_name', field: 'former_name', rule: 'exact_or_core', strength: 'strong' },
    score: 735,
    names: ['former'],
    comparison: { by: 'keys', keyField: 'former', ...exactOrCore },
    settles: 'name',
    words: 'The text is an earlier legal name, with or without its legal form.',
    isNot: 'A name that the company has today.',
    examples: [
      ['パナソニック(株)', 'パナソニック株式会社', 'パナソニックホールディングス株式会社'],
      ['西日本電信電話株式会社', '西日本電信電話株式会社', 'ＮＴＴ西日本株式会社'],
      ['LINE 株式会社', 'ＬＩＮＥ株式会社', 'Ｚ中間グローバル株式会社'],
    ],
  },
  english: {
    answer: { stage: 'exact_name', field: 'english_name', rule: 'exact_or_core', strength: 'strong' },
    score: 720,
    names: ['english'],
    comparison: { by: 'keys', keyField: 'english', ...exactOrCore },
    settles: null,
    words: 'The text is the English name, with another legal form or with none.',
    isNot: 'A translation: the words must be those of the registered English name.',
    examples: [
      ['Seed', 'SEED CO.,LTD.', '株式会社シード'],
      ['Fast Retailing', 'FAST RETAILING CO., LTD.', '株式会社ファーストリテイリング'],
      ['Kewpie Inc.', 'Kewpie Corporation', 'キユーピー株式会社'],
    ],
  },
  kana: {
    answer: { stage: 'exact_name', field: 'kana_name', rule: 'exact_or_core', strength: 'strong' },
    score: 700,
    names: ['kana'],
    comparison: { by: 'keys', keyField: 'kana', ...exactOrCore },
    settles: null,
    words: 'The text is the reading of a name in katakana, with or without its legal form.',
    isNot:
      'A reading in hiragana, which is `loose`, or a legal name in katakana, which is a legal name. Many companies sound the same, so it settles nothing.',
    examples: [
      ['ニッサンジドウシャ', 'ニッサンジドウシャカブシキガイシャ', '日産自動車株式会社'],
      ['ﾋﾀﾁｾｲｻｸｼｮ', 'カブシキカイシャヒタチセイサクショ', '株式会社日立製作所'],
      ['トウキョガス(カ', 'トウキョガスカブシキガイシャ', '東京瓦斯株式会社'],
    ],
  },
  loose: {
    answer: { stage: 'exact_name', field: 'name', rule: 'loose', strength: 'weak' },
    score: 680,
    names: everyKind,
    comparison: {
      by: 'keys',
      keyField: 'loose',
      text: ['loose', 'looseExact'],
      name: ['loose', 'looseExact'],
    },
    settles: null,
    words:
      'The text is a name in another spelling: small or large kana, hiragana, old kanji, long vowels, hyphens and dots.',
    isNot:
      'A missing or another letter, another word, or a sound written in another way (バ for ヴァ). It settles nothing.',
    examples: [
      ['キューピー株式会社', 'キユーピー株式会社'],
      ['キャノン(株)', 'キヤノン株式会社'],
      ['ディーエヌエー', '株式会社ディー・エヌ・エー'],
      ['高島屋', '株式会社髙島屋'],
    ],
  },
  alike: {
    answer: { stage: 'exact_name', field: 'name', rule: 'alike', strength: 'weak' },
    score: 660,
    names: everyKind,
    comparison: { by: 'keys', keyField: 'alike', text: ['alike'], name: ['alike'] },
    settles: null,
    words:
      'The text is a name with a word written in another way: letters spelled out, usual short forms, kanji for kana.',
    isNot: 'A translation, an abbreviation that only one company uses, or a slip. It settles nothing.',
    examples: [
      ['東京ガス(株)', '東京瓦斯株式会社'],
      ['JR東海', '東海旅客鉄道株式会社'],
      ['エヌ・ティ・ティ・データ先端技術', '株式会社ＮＴＴデータ先端技術'],
      ['三菱UFJFG', '株式会社三菱ＵＦＪフィナンシャル・グループ'],
    ],
  },
  prefix: {
    answer: { stage: 'name_prefix', field: 'name', rule: 'prefix', strength: 'weak' },
    score: 400,
    onlyIn: 'search',
    names: ['legal', 'trade', 'alias', 'english', 'kana'],
    comparison: { by: 'beginning' },
    settles: null,
    words: 'A name of today begins with the text, in any spelling.',
    isNot: 'A former name, or the middle of a name.',
    examples: [
      ['東京海上ホール', '東京海上ホールディングス株式会社'],
      ['アクセン', 'アクセンチュア株式会社'],
      ['日本製', '日本製鉄株式会社'],
    ],
  },
  words_legal: {
    answer: { stage: 'name_words', field: 'legal_name', rule: 'all_words', strength: 'weak' },
    score: 200,
    onlyIn: 'search',
    names: ['legal'],
    comparison: { by: 'words', kind: 'legal' },
    settles: null,
    words: 'The legal name has all words of the text, in any order.',
    isNot: 'Words of two names together. A part of a word is no word.',
    examples: [
      ['マクドナルド', '日本マクドナルド株式会社'],
      ['ホールディングス 東京海上', '東京海上ホールディングス株式会社'],
      ['自動車 トヨタ', 'トヨタ自動車株式会社'],
    ],
  },
  words_trade: {
    answer: { stage: 'name_words', field: 'trade_name', rule: 'all_words', strength: 'weak' },
    score: 190,
    onlyIn: 'search',
    names: ['trade'],
    comparison: { by: 'words', kind: 'trade' },
    settles: null,
    words: 'A trade name has all words of the text, in any order.',
    isNot: 'Words of a trade name and of another name together.',
    examples: [
      ['鉄道 南海', '南海電気鉄道', '株式会社ＮＡＮＫＡＩ'],
      ['食品 サントリー', 'サントリー食品インターナショナル', 'サントリービバレッジ＆フード株式会社'],
      ['ホールディングス MUTOH', 'ＭＵＴＯＨホールディングス', 'ＭＵＴＯＨ株式会社'],
    ],
  },
  words_english: {
    answer: { stage: 'name_words', field: 'english_name', rule: 'all_words', strength: 'weak' },
    score: 180,
    onlyIn: 'search',
    names: ['english'],
    comparison: { by: 'words', kind: 'english' },
    settles: null,
    words: 'The English name has all words of the text, in any order.',
    isNot: 'Words of an English name and of another name together.',
    examples: [
      ['Retailing', 'FAST RETAILING CO., LTD.', '株式会社ファーストリテイリング'],
      ['Motor Toyota', 'TOYOTA MOTOR CORPORATION', 'トヨタ自動車株式会社'],
      ['Seeds', 'KANEKO SEEDS CO., LTD.', 'カネコ種苗株式会社'],
    ],
  },
  words_former: {
    answer: { stage: 'name_words', field: 'former_name', rule: 'all_words', strength: 'weak' },
    score: 170,
    onlyIn: 'search',
    names: ['former'],
    comparison: { by: 'words', kind: 'former' },
    settles: null,
    words: 'An earlier legal name has all words of the text, in any order.',
    isNot: 'Words of an earlier name and of one of today together.',
    examples: [
      ['電信電話 西日本', '西日本電信電話株式会社', 'ＮＴＴ西日本株式会社'],
      ['電話 電信', '西日本電信電話株式会社', 'ＮＴＴ西日本株式会社'],
      [
        'コミュニケーションズ',
        'エヌ・ティ・ティ・コミュニケーションズ株式会社',
        'ＮＴＴドコモビジネス株式会社',
      ],
    ],
  },
} as const satisfies Record<string, NameRule>;

export type NameRuleCode = keyof typeof nameRules;

/** Every rule with its code, the strongest first. */
export const listedNameRules = Object.entries(nameRules) as readonly (readonly [NameRuleCode, NameRule])[];

export function findNameRule(code: string): NameRule | undefined {
  if (Object.hasOwn(nameRules, code)) return nameRules[code as NameRuleCode];
  return undefined;
}
