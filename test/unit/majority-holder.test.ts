import { describe, expect, it } from '@jest/globals';
import { findMajorityHolder } from '../../indexers/loading/majority-holder.ts';
import { isNameOfOrganisation } from '../../indexers/loading/organisation-names.ts';

describe('a name among shareholders', () => {
  it.each([
    '架空ホールディングス株式会社',
    '日本架空信託銀行',
    '架空従業員持株会',
    'STATE STREET BANK AND TRUST COMPANY 505001',
    'NORTHERN TRUST CO. (AVFC)',
    '自己株式',
    '東京都',
    '架空県',
    '大阪市',
    '㈱架空',
    '架空㈲',
    '（株）架空',
    '架空(有)',
    '(一社)架空',
    '（公財）架空',
    '架空 (一財)',
    '国立大学法人架空大学',
    '架空商事興産',
    'Kakuu Healthcare AG',
    'KAKUU & CO',
    'KAKUU LP',
  ])('%s is that of an organisation', (name) => {
    expect(isNameOfOrganisation(name)).toBe(true);
  });

  it.each([
    '山田太郎',
    '山田　太郎',
    '木村 一郎',
    '中村',
    '西村 花子',
    '大町 進',
    'JOHN SMITH',
    '山田商店太郎',
    '山田　太郎（常任代理人　株式会社架空銀行（決済部））',
    'JOHN SMITH 常任代理人 架空証券株式会社',
    '山田太郎(注)1　株式会社架空の役員',
    '山田太郎（株式会社架空（東京） 代表取締役）',
    '山田太郎（医）',
    '（株）',
    'KIM SA RANG',
    'LEE AG',
    'Lee AG',
    'DAVID CO',
    'JOSE MARIA DE SA',
    '森企画子',
    '佐藤大学',
    '山田法人',
    'トヨタ自動車',
    'SIEMENS',
  ])('%s may be that of a person', (name) => {
    expect(isNameOfOrganisation(name)).toBe(false);
  });
});

describe('a list of major shareholders', () => {
  const find = (...holders: readonly (readonly [name: string, share: number | null])[]) =>
    findMajorityHolder(holders.map(([name, share]) => ({ name, share })));
  const others = [
    ['架空信託銀行株式会社（信託口）', 0.08],
    ['山田　太郎', 0.02],
  ] as const;

  it('has the company with more than half of the shares, without what the list adds to its name', () => {
    expect(find(['架空ホールディングス株式会社', 0.5001], ...others)).toEqual({
      name: '架空ホールディングス株式会社',
      corporate_number: null,
      share: 0.5001,
    });
    expect(find(...others, ['KAKUU HOLDINGS B.V.（常任代理人　株式会社架空銀行）', 0.62])?.name).toBe(
      'KAKUU HOLDINGS B.V.',
    );
    expect(find(['株式会社架空(注)２', 0.9], ['株式会社別', null])?.name).toBe('株式会社架空');
    expect(find(['㈱架空', 0.55])?.name).toBe('㈱架空');
    expect(find(['株式会社山口', 0.55])?.name).toBe('株式会社山口');
    expect(find(['架空投資事業有限責任組合', 0.55])?.name).toBe('架空投資事業有限責任組合');
  });

  it.each([
    ['株式会社架空', 0.5],
    ['山田太郎', 0.6],
    ['東京都', 0.6],
    ['大阪市', 0.6],
    ['日本マスタートラスト信託銀行株式会社（信託口）', 0.6],
    ['架空信託銀行株式会社（信託口 79208）', 0.6],
    ['架空信託銀行株式会社（投信口）', 0.6],
    ['架空銀行株式会社（年金特金口 ９）', 0.6],
    ['架空信託銀行株式会社 退職給付信託 架空口', 0.6],
    ['株式会社日本カストディ銀行', 0.6],
    ['KAKUU BANK TREATY CLIENTS', 0.6],
    ['KAKUU BANK AND TRUST COMPANY 505223', 0.6],
    ['ＳＴＡＴＥ　ＳＴＲＥＥＴ　ＢＡＮＫ　ＡＮＤ　ＴＲＵＳＴ　ＣＯＭＰＡＮＹ', 0.6],
    ['JP MORGAN CHASE BANK', 0.6],
    ['BBH FOR KAKUU FUND', 0.6],
    ['KAKUU BANK FOR OTHERS', 0.6],
    ['株式会社ステート・ストリート銀行', 0.6],
    ['KAKUU FAMILY TRUST', 0.6],
    ['GOVERNMENT OF KAKUU', 0.6],
    // It can be the company that was the parent, but also a person who took over.
    ['トヨタ自動車', 0.6],
    ['KAKUU', 0.6],
    ['架空従業員持株会', 0.6],
    ['自己株式（株式会社架空）', 0.6],
  ] as const)('has no parent in %s with %d', (name, share) => {
    expect(find([name, share], ...others)).toBeNull();
  });

  it('says nothing without shares, or with shares that cannot be right', () => {
    expect(find()).toBeUndefined();
    expect(find(['株式会社架空', null])).toBeUndefined();
    expect(find(['株式会社架空', 51.2], ['株式会社別', 3.1])).toBeUndefined();
    expect(find(['株式会社架空', 0.6], ['株式会社別', 0.6])).toBeUndefined();
  });
});
