import { describe, expect, it } from '@jest/globals';
import { cutCompounds, cutCompoundsIn, listInnerWords } from '../../src/text/names/compound-words.ts';

describe('a compound', () => {
  it.each([
    ['トヨタ自動車株式会社', 'トヨタ 自動車 株式会社'],
    ['みずほ銀行', 'みずほ 銀行'],
    ['藤プレス工業', '藤 プレス 工業'],
    ['新日本製鐵', '新 日本 製鐵'],
    ['東建設', '東 建設'],
    ['広源商会合同会社', '広源 商会 合同会社'],
    ['協栄不動産', '協栄 不動産'],
    ['太平電業', '太平 電業'],
    ['櫻島埠頭', '櫻島 埠頭'],
    ['ソフトバンク', 'ソフト バンク'],
    ['みずほフィナンシャルグループ', 'みずほ フィナンシャル グループ'],
    ['ビックカメラ', 'ビック カメラ'],
    ['コカ・コーラボトラーズ', 'コカ コーラ ボトラーズ'],
    ['ファーストリテイリング', 'ファースト リテイリング'],
  ])('%s is split into %s', (name, cut) => expect(cutCompounds(name)).toBe(cut));

  it.each([
    ['発電機', '電機'],
    ['文化学園', '化学'],
    ['京都市', '都市'],
    ['日本語', '日本'],
    ['仏教会', '教会'],
    ['プラネット', 'ネット'],
    ['コンクリート', 'リート'],
    ['オンライン', 'ライン'],
    ['関ヶ原町', 'ヶ'],
    ['取り扱い', 'り'],
  ])('%s is not split at %s', (name, word) => {
    expect(cutCompounds(name).split(' ')).not.toContain(word);
  });

  it.each([
    ['三菱重工業', ['三菱 重工業', '重工 工業']],
    ['重工業', ['重工 工業']],
    ['信託銀行', ['信託 銀行']],
    ['発電機', []],
    ['銀行', []],
  ])('%s is indexed with %j', (name, words) => expect(listInnerWords(name)).toEqual(words));

  it('that is one word stays unchanged', () => {
    for (const name of ['アシスト', 'ａｓｓｉｓｔ', '架空', '', '銀行'])
      expect(cutCompounds(name)).toBe(name);
  });

  it('loses no letter', () => {
    const name = '国立研究開発法人国際農林水産業研究センター';
    expect(cutCompounds(name).replaceAll(' ', '')).toBe(name);
  });

  it('of a text is returned once, with words after hiragana', () => {
    expect(cutCompoundsIn('トヨタ自動車はみずほ銀行とトヨタ自動車の取引を')).toEqual([
      'トヨタ 自動車',
      '銀行',
    ]);
  });
});
