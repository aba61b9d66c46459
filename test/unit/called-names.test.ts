import { describe, expect, it } from '@jest/globals';
import {
  type KnownName,
  listCalledKeys,
  listCallings,
  listFullNameKeys,
  listLookupKeys,
} from '../../src/text/names/called-names.ts';
import { toNameKeys } from '../../src/text/names/names.ts';

const legal = (name: string): KnownName => ({ kind: 'legal', name });
const english = (name: string): KnownName => ({ kind: 'english', name });

function isCalled(written: string, names: readonly KnownName[]): boolean {
  const keys = listCalledKeys(names);
  return listLookupKeys(toNameKeys(written)).some((key) => keys.includes(key));
}

describe('what people call a company', () => {
  it('is also the beginning of its reading, of at least three sounds', () => {
    const names = [legal('架空製作所株式会社'), { kind: 'kana', name: 'カブシキガイシャカクウセイサクショ' }];
    expect(isCalled('カクウ', names)).toBe(true);
    expect(isCalled('かくう', names)).toBe(true);
    expect(isCalled('カク', names)).toBe(false);
  });

  it('is also the first label of its site, without what it says about the group', () => {
    const site = (name: string) => [{ kind: 'domain', name }];
    expect(isCalled('ＫＡＫＵＣＯ', site('kakuco.co.jp'))).toBe(true);
    expect(isCalled('かくりこ', site('kakuriko.example'))).toBe(true);
    expect(isCalled('KAKU', site('kaku-hd.co.jp'))).toBe(true);
    expect(isCalled('KKU', site('kku-sora.co.jp'))).toBe(true);
    expect(isCalled('JP', site('jp.example'))).toBe(false);
  });

  it('is less likely a name that is cut off than a word', () => {
    const { words } = listCallings(legal('架空マテリアル株式会社'));
    expect(words).toContain('架空');
    expect(words).not.toContain('架空マテ');
  });

  it('is less likely initials or parts of words than a word', () => {
    const names = [legal('架空テレビホールディングス株式会社'), english('Sora Bank, Ltd.')].map(listCallings);
    expect(names.flatMap(({ words }) => words)).not.toContain('sb');
    expect(names.flatMap(({ words }) => words)).not.toContain('架テレ');
    expect(names.flatMap(({ short }) => short)).toEqual(expect.arrayContaining(['sb', '架テレ']));
  });

  it.each([
    ['架空', '架空自動車株式会社'],
    ['架空自動車', '架空自動車株式会社'],
    ['架空重工', '架空重工業株式会社'],
    ['東架', '東京架空株式会社'],
    ['架電', '架空電力株式会社'],
    ['架空電工', '架空電気工業株式会社'],
    ['カクウ', '株式会社カクウ自動車'],
    ['カクウ', '株式会社カクウホールディングス'],
    ['カクウ', '株式会社カクウ・クラウドグループ'],
    ['ＫＫＵ', 'ＫＫＵインターネットグループ株式会社'],
    ['kku', 'ＫＫＵインターネットグループ株式会社'],
    ['カクリコ', '架崎カクリコ株式会社'],
    ['かくりこ', '架崎カクリコ株式会社'],
    ['Kakuriko', '架崎カクリコ株式会社'],
    ['カクリコ', 'ＲＩＮＥカクリコ株式会社'],
    ['キャノン架空', 'キヤノン架空株式会社'],
    ['架空マテ', '架空マテリアル株式会社'],
    ['カクウ自', '株式会社カクウ自動車'],
    ['大ガス', '大架瓦斯株式会社'],
    ['架テレ', '架空テレビホールディングス株式会社'],
    ['カク架', '株式会社カクウ架空ホールディングス'],
    ['カクエニ', '株式会社カクエア・エニシア・ホールディングス'],
    ['架エレク', '架空エレクトロン株式会社'],
    ['板架空', '日本板架空株式会社'],
    ['架空総研', '株式会社架空総合研究所'],
    ['架空鉱山', '架空金属鉱山株式会社'],
    ['JR架空', '架空旅客鉄道株式会社'],
    ['ジェイアール架空', '架空旅客鉄道株式会社'],
    ['ＪＲ架', '架空旅客鉄道株式会社'],
    ['架空FG', '株式会社架空フィナンシャルグループ'],
    ['エヌ・ケー・ユー', 'ＮＫＵ自動車株式会社'],
    ['カクリ', '日本カクリコホールディングス株式会社'],
    ['カーク', '株式会社カークテクモホールディングス'],
    ['架鋼', '架空製鋼株式会社'],
    ['架空織機', '株式会社架空自動織機'],
    ['架森機', 'ＫＭＧ架森機株式会社'],
    ['架空鋼', '架空製鋼株式会社'],
    ['架電工', '架空電工株式会社'],
  ])('%s is %s', (written, name) => {
    expect(isCalled(written, [legal(name)])).toBe(true);
  });

  it.each([
    ['ホンカ', 'HONKA FICTION CO.,LTD.'],
    ['Honka', 'HONKA FICTION CO.,LTD.'],
    ['honka fiction', 'HONKA FICTION CO.,LTD.'],
    ['FIJ', 'Fictional Initiative Japan Inc.'],
    ['ＦＩＪ', 'Fictional Initiative of Japan, Inc.'],
    ['FT', 'FICTION TOBACCO INC.'],
    ['FLC', 'Fiction Land Co., Ltd.'],
    ['FP', 'Fiction Post Holdings Co., Ltd.'],
    ['FBG', 'FictionBank Group Corp.'],
    ['FEL', 'Fiction Electronics Ltd.'],
    ['FGI', 'Fiction Global Incorporated'],
    ['FICO', 'Fiction Industries Corporation'],
  ])('%s is %s', (written, name) => {
    expect(isCalled(written, [legal('架空技研工業株式会社'), english(name)])).toBe(true);
  });

  it.each([
    ['架', '架空自動車株式会社'],
    ['自動車', '架空自動車株式会社'],
    ['カミ', '株式会社カミナ自動車'],
    ['架空自動車部品', '架空自動車株式会社'],
    ['架空株式会社', '架空自動車株式会社'],
    ['株式会社架空', '架空自動車株式会社'],
    ['㈲架空', '架空自動車株式会社'],
    ['株式会社', '架空自動車株式会社'],
    ['Limited', '架空ホールディングス・リミテッド（Kakuu Holdings Limited）'],
    ['有限公司', '架空（KAKUU 控股有限公司）'],
    ['', '架空自動車株式会社'],
  ])('%s is not %s', (written, name) => {
    expect(isCalled(written, [legal(name)])).toBe(false);
  });

  it.each([
    ['KTB', '架空信託銀行株式会社', 'カクウシンタクギンコウ'],
    ['SKK', '空山工業株式会社', 'ソラヤマコウギョウ'],
    ['KKKK', '架空化学工業株式会社', 'カクウカガクコウギョウ'],
    ['ソラPG', '株式会社ソラパワーグリッド', ''],
    ['空山証', '空山証券株式会社', 'ソラヤマショウケン'],
    ['そら証', 'そら証券株式会社', 'ソラショウケン'],
    ['ソラSC', 'ソラ証券株式会社', 'ソラショウケン'],
    ['政架銀', '日本政策架空銀行株式会社', ''],
    ['架機', '株式会社空山架空機械', ''],
    ['架罐', '架空製罐株式会社', ''],
    ['空丸魚', '架空丸魚株式会社', ''],
    ['テレ架HD', 'テレビ架空ホールディングス株式会社', ''],
    ['架空FG', '株式会社架空商会フィナンシャルグループ', ''],
    ['かくぎん', '株式会社架空銀行', 'カクウギンコウ'],
    ['そらふ', '空山不動産株式会社', 'ソラヤマフドウサン'],
    ['ソラセイ', '空山生命保険相互会社', 'ソラヤマセイメイホケン'],
    ['SORAYAMA', '空山舎株式会社', 'ソラヤマシャ'],
    ['SMBK', '空山銀行株式会社', 'ソラヤマギンコウ'],
    ['SRFG', '株式会社空山フィナンシャルグループ', 'ソラヤマフィナンシャルグループ'],
    ['KKR', 'カクリ産業株式会社', 'カクリサンギョウ'],
    ['KTV', '架空テレビ放送株式会社', 'カクウテレビホウソウ'],
    ['ソラヤマ製薬', '空山製薬株式会社', 'ソラヤマセイヤク'],
    ['ソラヤマ食品', '空山食品工業株式会社', 'ソラヤマショクヒンコウギョウ'],
    ['そらやま興銀', '空山興業銀行株式会社', 'ソラヤマコウギョウギンコウ'],
    ['キョーカイ製薬', '鏡海製薬株式会社', 'キョウカイセイヤク'],
    ['やまぎん', '空山銀行株式会社', 'ソラヤマギンコウ'],
    ['かくちゅう', '架空中央銀行株式会社', 'カクウチュウオウギンコウ'],
    ['架電PG', '架空電力パワーグリッド株式会社', ''],
    ['そらてつ', '空山製鐵鉄道株式会社', 'ソラヤマセイテツテツドウ'],
  ])('%s is %s, by its words and its reading', (written, name, reading) => {
    expect(isCalled(written, [legal(name), { kind: 'kana', name: reading }])).toBe(true);
  });

  it.each([
    ['信託銀行', '架空信託銀行株式会社', 'カクウシンタクギンコウ'],
    ['KG', '架空銀行株式会社', 'カクウギンコウ'],
    ['銀', '架空銀行株式会社', 'カクウギンコウ'],
    ['カクウ信', '架空銀行株式会社', 'カクウギンコウ'],
    ['HD', '架空ホールディングス株式会社', 'カクウホールディングス'],
  ])('%s is not %s, by its words and its reading', (written, name, reading) => {
    expect(isCalled(written, [legal(name), { kind: 'kana', name: reading }])).toBe(false);
  });

  it('includes whole trade names, aliases and former names, but not parts of former names or of readings', () => {
    const names = [
      legal('株式会社架空小売'),
      { kind: 'trade', name: 'カクウマート' },
      { kind: 'alias', name: 'かくまる' },
      { kind: 'former', name: '旧名物産株式会社' },
      { kind: 'kana', name: 'カクウコウリ' },
    ];
    for (const written of ['カクウマート', 'カクマル', '旧名物産'])
      expect(isCalled(written, names)).toBe(true);
    for (const written of ['旧名', 'カクウコウリ']) expect(isCalled(written, names)).toBe(false);
  });

  it('is bounded for the longest name', () => {
    expect(listCalledKeys([legal('あア亜a '.repeat(200)), english('ab '.repeat(333))]).length).toBeLessThan(
      100,
    );
    expect(listCalledKeys([legal('架'.repeat(1000))]).length).toBeLessThan(30);
  });

  it('in full is the whole name, or what is before ホールディングス and グループ', () => {
    expect(listFullNameKeys([legal('カクウグループ株式会社')])).toContain(toNameKeys('カクウ').loose);
    expect(listFullNameKeys([legal('カクウフィナンシャル・グループ株式会社')])).toContain(
      toNameKeys('カクウ').loose,
    );
    expect(listFullNameKeys([legal('カクウグループホールディングス株式会社')])).toContain(
      toNameKeys('カクウ').loose,
    );
    expect(listFullNameKeys([legal('カクウ総研株式会社')])).not.toContain(toNameKeys('カクウ').loose);
  });
});
