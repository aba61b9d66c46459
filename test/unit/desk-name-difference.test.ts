import { describe, expect, it } from '@jest/globals';
import { compareWithCompany } from '../../desk/pages/review/candidates/compare-company.ts';
import { compareNames, type Piece } from '../../desk/pages/review/candidates/name-difference.ts';

/** [different] and {equal:rule}. */
function shown(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, kind, rule }) =>
      kind === 'same' ? text : kind === 'different' ? `[${text}]` : `{${text}:${rule}}`,
    )
    .join('');
}

const compared = (written: string, name: string) => {
  const result = compareNames(written, name);
  return [shown(result.written), shown(result.name)];
};

describe('differing letters of two names', () => {
  it.each([
    ['架空商事株式会社', '架空商事株式会社', '架空商事株式会社', '架空商事株式会社'],
    ['㈱架空商事', '株式会社架空商事', '{㈱:form_spelling}架空商事', '{株式会社:form_spelling}架空商事'],
    ['架空商事', '株式会社架空商事', '架空商事', '{株式会社:form_left_out}架空商事'],
    ['架空商事株式会社', '株式会社架空商事', '架空商事[株式会社]', '[株式会社]架空商事'],
    ['有限会社架空商事', '株式会社架空商事', '[有限会社]架空商事', '[株式会社]架空商事'],
    ['ﾄﾖﾀ商事', 'トヨタ商事', '{ﾄﾖﾀ:width}商事', '{トヨタ:width}商事'],
    ['ａｂｃ商事', 'ABC商事', '{ａｂｃ:case}商事', '{ABC:case}商事'],
    ['髙島屋', '高島屋', '{髙:kanji_form}島屋', '{高:kanji_form}島屋'],
    ['𠮷野家', '吉野家', '{𠮷:kanji_form}野家', '{吉:kanji_form}野家'],
    ['佐佐木工業', '佐々木工業', '佐{佐:kanji_form}木工業', '佐{々:kanji_form}木工業'],
    ['関が原製作所', '関ヶ原製作所', '関{が:kana}原製作所', '関{ヶ:kana}原製作所'],
    ['ｷﾔﾉﾝ', 'キャノン', '{ｷ:width}{ﾔ:kana}{ﾉﾝ:width}', '{キ:width}{ャ:kana}{ノン:width}'],
    ['コンピュータ研究所', 'コンピューター研究所', 'コンピュータ研究所', 'コンピュータ{ー:marks}研究所'],
    ['架空　太郎 商店', '架空太郎商店', '架空{　:spaces}太郎{ :spaces}商店', '架空太郎商店'],
    ['架空商事', '架空商会', '架空商[事]', '架空商[会]'],
    ['架空東商事', '架空商事', '架空[東]商事', '架空商事'],
    [
      'Kakuu Trading Co., Ltd.',
      'Kakuu Trading Inc.',
      'Kakuu Trading {Co., Ltd.:form_spelling}',
      'Kakuu Trading {Inc.:form_spelling}',
    ],
    ['', '架空商事', '', '[架空商事]'],
    ['株式会社', '株式会社', '株式会社', '株式会社'],
  ])('%s and %s', (written, name, left, right) => {
    expect(compared(written, name)).toEqual([left, right]);
  });

  it('marks the same letters in both directions', () => {
    const names = ['㈱髙島屋', '高嶋屋株式会社', 'ﾀｶｼﾏﾔ', 'たかしまや 本店', 'タカシマヤ(株)', '𠮷田㌔商会'];
    for (const one of names)
      for (const other of names) {
        const forth = compareNames(one, other);
        const back = compareNames(other, one);
        expect(forth.differences).toBe(back.differences);
        for (const [pieces, name] of [
          [forth.written, one],
          [forth.name, other],
        ] as const)
          expect(pieces.map(({ text }) => text).join('')).toBe(name);
      }
  });

  it('compares very long names at their ends only, in little time', () => {
    const begin = performance.now();
    const result = compareNames(`架空${'あ'.repeat(5000)}商事`, `架空${'い'.repeat(5000)}商事`);
    expect(performance.now() - begin).toBeLessThan(1000);
    expect(result.differences).toBe(10_000);
    expect(result.written.map(({ kind }) => kind)).toEqual(['same', 'different', 'same']);
  });
});

describe('the name of a company that is nearest', () => {
  it('is the legal name if no other is nearer', () => {
    const { legal, other } = compareWithCompany('㈱架空商事', '株式会社架空商事', [
      { field: 'trade_name', name: '架空商事' },
    ]);
    expect([shown(legal), other]).toEqual(['{株式会社:form_spelling}架空商事', null]);
  });

  it('is another one, and the legal form is still compared', () => {
    const { legal, other, written } = compareWithCompany('㈱マルエツ', '丸越合同会社', [
      { field: 'kana_name', name: 'マルエツ' },
    ]);
    expect(shown(legal)).toBe('丸越[合同会社]');
    expect([other?.field, shown(other?.pieces ?? [])]).toEqual(['kana_name', 'マルエツ']);
    expect(shown(written)).toBe('[㈱]マルエツ');
  });
});
