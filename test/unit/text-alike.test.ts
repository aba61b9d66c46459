import { describe, expect, it } from '@jest/globals';
import { toGlyphKey } from '../../src/text/names/glyph-key.ts';
import { listLookupGrams, makeLikenessMeasure } from '../../src/text/names/name-likeness.ts';
import { toLooseKey, toNameKeys, toReadingKey } from '../../src/text/names/names.ts';

const alikeKey = (name: string): string => toNameKeys(name).alike;

describe('alike keys', () => {
  it.each([
    ['株式会社エヌ・ケイ・ワイ・データ', 'NKYデータ'],
    ['エヌケイワイデータ株式会社', 'NKYデータ'],
    ['エヌ・ケイ・ワイデータ', 'NKYデータ'],
    ['ジェイエイチ東日本', 'JH東日本'],
    ['ビー・エム', 'BM'],
    ['ビ－・エム', 'BM'],
    ['アール・アンド・ディー', 'R&D'],
    ['エムケーサービス', 'MKサービス'],
    ['エヌ・テイ・デー', 'ＮＴＤ'],
    ['青空ホールディングス', '青空HD'],
    ['青空ホールディング', '青空 Holdings'],
    ['青空グループ', '青空G'],
    ['青空グループホールディングス', '青空GHD'],
    ['青空ジャパン', '青空JAPAN'],
    ['青空リミテッド', '株式会社青空LIMITED'],
    ['エムアンドケイ', 'M&K'],
    ['エムアンドケイサービス', 'M&Kサービス'],
    ['ティーアンドケー青空', 'T&K青空'],
    ['エイチ・ツー・オー青空', 'H2O青空'],
    ['スリーエム', '3M'],
    ['セブン・アンド・ケイ・ホールディングス', '7&Kホールディングス'],
    ['ケイツーシステム', 'K2システム'],
    ['青空ホールデイングス', '青空HD'],
    ['青空フイナンシヤルグループ', '青空FG'],
    ['青空フィナンシャルホールディングス', '青空FH'],
    ['青空ファイナンシャルホールディングス', '青空FHD'],
    ['青空システムズ', '青空Systems'],
    ['青空ミライフィナンシャルグループ', '青空ミライFG'],
    ['青空パートナーズ', '青空 Partners'],
    ['青空生命保険', '青空生命'],
    ['青空損害保険', '青空損保'],
    ['青空損害保険事務所', '青空損保事務所'],
    ['青空火災海上保険', '青空火災'],
    ['青空海上火災保険', '青空海上'],
    ['青空信託銀行', '青空信託'],
    ['青空興業銀行', '青空興銀'],
    ['青空新聞社', '青空新聞'],
    ['青空生コンクリート', '青空生コン'],
    ['第一青空', '第1青空'],
    ['青空第二工場', '青空第２工場'],
    ['二十一世紀塗装', '21世紀塗装'],
    ['廿一世紀塗装', '21世紀塗装'],
    ['百五十銀行', '150銀行'],
    ['二〇三〇年会', '2030年会'],
    ['青空瓦斯', '青空ガス'],
    ['青空碍子', '青空ガイシ'],
    ['青空硝子', '青空ガラス'],
    ['青空倶楽部', '青空クラブ'],
    ['青空珈琲', '青空コーヒー'],
    ['青空綜合', '青空総合'],
    ['青空プラニング', '青空プランニング'],
    ['青空信用金庫', '青空信金'],
    ['青空農業協同組合', '青空農協'],
    ['架空旅客鉄道', 'JR架空'],
    ['架空旅客鉄道', 'ジェイアール架空'],
    ['中日本高速道路', 'NEXCO中日本'],
    ['架空フィナンシャルグループ', '架空FG'],
    ['青空農業協同組合', 'JA青空'],
    ['青空県農業協同組合中央会', 'JA青空県中央会'],
    ['青空農業協同組合連合会', 'JA青空連合会'],
    ['青空&架空商事', '青空アンド架空商事'],
    ['B&DX', 'BアンドDX'],
    ['デザイン&コンサルティング架空', 'デザイン・アンド・コンサルティング架空'],
    ['青空市社会福祉協議会', '青空市社協'],
    ['アオゾラヴァレー', 'アオゾラバレー'],
    ['プラスティック青空', 'プラスチック青空'],
    ['青空トゥモロー', '青空ツモロー'],
    ['エンジェル青空', 'エンゼル青空'],
    ['青空メイク', '青空メーク'],
    ['青空取り扱い所', '青空取扱所'],
    ['青空引っ越し便', '青空引越便'],
    ['山之上商店', '山ノ上商店'],
    ['Aozora Mfg. Co., Ltd.', 'Aozora Manufacturing Company, Limited'],
    ['The Aozora Bank, Ltd.', 'Aozora Bank'],
    ['Aozora and Sons Inc.', 'Aozora & Sons Corporation'],
  ])('%s and %s are equal', (one, other) => {
    expect(alikeKey(one)).toBe(alikeKey(other));
  });

  it.each([
    ['アイシン', 'Iシン'],
    ['アイ', 'I'],
    ['エステート', 'STート'],
    ['エースト', 'Aスト'],
    ['スリーアンド青空', '3青空'],
    ['ワンツー', '12'],
    ['セブン青空', '7青空'],
    ['第一三架', '第13架'],
    ['第一三架', '第1三架'],
    ['新聞社', '新聞'],
    ['青空生命保険センター', '青空生命センター'],
    ['一番', '1番'],
    ['三一', '31'],
    ['一二三', '123'],
    ['大信金属', '大信用金庫'],
    ['グループホーム青空', 'Gホーム青空'],
    ['JAL', 'L農協'],
    ['青空アンドロイド', '青空ロイド'],
    ['青空インディアンドラム', '青空インディドラム'],
    ['アンド青空', '青空'],
    ['ネクスト', 'NEXT'],
    ['ファイン', 'ハイン'],
    ['フィット', 'ヒット'],
    ['マルシェ', 'まるせ'],
    ['かとう', 'かつ'],
    ['レイン', 'れん'],
    ['青い空', '青空'],
    ['和み', '和'],
    ['大坂', '大阪'],
    ['Brandy', 'Br & y'],
    ['the', 'The Band'],
  ])('%s and %s are not', (one, other) => {
    expect(alikeKey(one)).not.toBe(alikeKey(other));
  });

  it('are the loose key of a name without such words', () => {
    for (const name of ['青空商事', '株式会社髙橋工業', 'Aozora', '・・']) {
      expect(alikeKey(name)).toBe(toLooseKey(name));
    }
  });
});

describe('reading keys', () => {
  it.each([
    ['カブシキガイシャヤマダセイサクショ', 'Kabushiki Kaisha Yamada Seisakusho'],
    ['やまだ', 'ヤマダ株式会社'],
    ['ヤマダ', 'YAMADA Co., Ltd.'],
    ['キヨウワ', 'キョウワ'],
    ['トウキョウ', 'Tōkyō'],
  ])('%s and %s are equal', (one, other) => {
    expect(toReadingKey(one)).toBe(toReadingKey(other));
  });

  it('no name with kanji has one, nor one without letters', () => {
    for (const name of ['山田', 'ヤマダ製作所', '123', '', '・', 'Ямада'])
      expect(toReadingKey(name)).toBeNull();
  });
});

describe('glyph keys', () => {
  it.each([
    ['口ーヤル', 'ローヤル'],
    ['エ業', '工業'],
    ['力ード', 'カード'],
    ['サ一ビス', 'サービス'],
    ['ＬOＭＯ', 'LОMО'],
    ['AI0', 'AlO'],
    ['夕ナカ', 'タナカ'],
  ])('%s and %s are equal', (one, other) => {
    expect(toGlyphKey(toLooseKey(one))).toBe(toGlyphKey(toLooseKey(other)));
  });

  it('keep the kanji one after kanji', () => {
    expect(toGlyphKey(toLooseKey('第一工業'))).not.toBe(toGlyphKey(toLooseKey('第工業')));
  });
});

describe('likeness', () => {
  it('is 1 for equal keys, 0 for keys that share nothing, and the share of pairs otherwise', () => {
    expect(makeLikenessMeasure('青空商事')('青空商事')).toBe(1);
    expect(makeLikenessMeasure('青空')('夕焼')).toBe(0);
    expect(makeLikenessMeasure('')('')).toBe(0);
    expect(makeLikenessMeasure('青空商事')('青空商会')).toBeCloseTo(2 / 3);
    expect(makeLikenessMeasure('青')('青')).toBe(1);
  });

  it('compares the beginnings of long names, and whole letters outside the base plane', () => {
    expect(
      listLookupGrams(Array.from({ length: 500 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')),
    ).toHaveLength(60);
    expect(listLookupGrams('𠮷野家')).toEqual(['^𠮷野', '𠮷野家', '野家$']);
    expect(listLookupGrams('𠮷')).toEqual(['^𠮷$']);
  });
});
