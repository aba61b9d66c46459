import { describe, expect, it } from '@jest/globals';
import { readDelimited } from '../../src/features/sources/parsing/delimited-text.ts';
import { normalizeText } from '../../src/text/letters/normalize.ts';
import { toNameKeys } from '../../src/text/names/names.ts';

describe('character references in written text', () => {
  it.each([
    ['合同会社オフィスＫ&amp;Ｋ', '合同会社オフィスK&K'],
    ['架空&#38;空想', '架空&空想'],
    ['Ｍ&#039;ｓ', "M's"],
    ['&#39640;橋', '高橋'],
    ['&#x9ad8;橋', '高橋'],
    ['ＳＳ&nbsp;ＥＮＴＥＲ', 'SS ENTER'],
    ['&#12849;ＳＯＮＩＡ', '(株)SONIA'],
    ['Ｎ&amp;amp;Ｗ', 'N&W'],
    ['Ｓ＆amp;Ｓ', 'S&S'],
    ['Ｓ＆ａｍｐ；Ｓ', 'S&S'],
    ['&nbsp;', ''],
  ])('are read in %s', (written, read) => {
    expect(normalizeText(written)).toBe(read);
    expect(normalizeText(read)).toBe(read);
  });

  it.each(['A&B;C', 'P&G;', 'A&copy B', '&nosuch;', 'A & B; C', 'AT&T'])('are not seen in %s', (written) => {
    expect(normalizeText(written)).toBe(written);
  });

  it('take linear time, however deep they are nested', () => {
    const nested = (length: number) => `&${'amp;'.repeat(length)}lt;`;
    expect(normalizeText(nested(2000))).toBe('<');
    expect(normalizeText(`&${'#38;'.repeat(2000)}lt;`)).toBe('<');
  });

  it('make the keys of the name in the register', () => {
    expect(toNameKeys('有限会社Ｊｏｂ&middot;Ａｒｔｉｓｔ').exact).toBe(
      toNameKeys('有限会社Ｊｏｂ・Ａｒｔｉｓｔ').exact,
    );
  });

  it('divide neither a list in one column nor a cell of a table', () => {
    const list = '会社名\n合同会社オフィスＫ&amp;Ｋ\nＳ&#38;Ｓ株式会社\n';
    expect(readDelimited(list, 100)).toMatchObject({
      separator: 'comma',
      lines: [
        { cells: ['会社名'] },
        { cells: ['合同会社オフィスＫ&amp;Ｋ'] },
        { cells: ['Ｓ&#38;Ｓ株式会社'] },
      ],
    });
    const table = '会社名;備考\nＫ&amp;Ｋ合同会社;a\nみどり;&nbsp;\n';
    expect(readDelimited(table, 100)).toMatchObject({
      separator: 'semicolon',
      lines: [{}, { cells: ['Ｋ&amp;Ｋ合同会社', 'a'] }, { cells: ['みどり', '&nbsp;'] }],
    });
  });
});
