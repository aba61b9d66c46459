import { describe, expect, it } from '@jest/globals';
import { readDelimited } from '../../src/features/sources/parsing/delimited-text.ts';

const cellsOf = (...lines: string[]) =>
  readDelimited(`${lines.join('\n')}\n`, 1000).lines.map(({ cells }) => cells);

describe('a list in one column', () => {
  it.each([
    [
      'a comma before legal forms',
      ['Company', 'KAKU SEEDS CO., LTD.', 'Yume Motor Corporation', 'Sora, Inc.'],
    ],
    ['no header', ['Kaku Co., Ltd.', 'Yume K.K.', 'Sora, LLC']],
    ['places in some lines', ['会社名', '株式会社架空', '株式会社空想, 東京', '株式会社夢想']],
    ['a semicolon in one line', ['Company Name', 'Kaku Corporation', 'Yume Bank; Tokyo', 'Sora, Ltd.']],
    [
      'commas and semicolons',
      ['会社名', 'Kaku; Yume', 'Kaku, Sora', '株式会社架空', '株式会社空想', '株式会社夢想'],
    ],
  ])('is not cut: %s', (_, lines) => {
    expect(cellsOf(...lines)).toEqual(lines.map((line) => [line]));
  });

  // Signs that separate columns, those that only look like them, and quotation marks inside names.
  it.each(['\t', ';', ',', '|', '，', '；', '｜', '、', '"', ', ', ',;'])(
    'keeps %j in half of its lines',
    (sign) => {
      const names = [
        '株式会社架空',
        '株式会社空想',
        '夢想株式会社',
        '合同会社仮想',
        '有限会社幻想',
        '理想株式会社',
      ];
      for (const header of [['会社名'], ['Company'], []])
        for (const places of [[0], [2], [0, 4], [1, 3, 5]]) {
          const lines = names.map((name, at) =>
            places.includes(at) ? `${name.slice(0, 4)}${sign}${name.slice(4)}` : name,
          );
          const list = [...header, ...lines];
          expect(cellsOf(...list)).toEqual(list.map((line) => [line]));
        }
    },
  );

  it('is told apart from a table', () => {
    expect(cellsOf('取引先', 'お取引のあるもの', '1,株式会社架空', '2,株式会社空想')[2]).toEqual([
      '1',
      '株式会社架空',
    ]);
    expect(cellsOf('株式会社架空', '1,鉛筆', '2,消しゴム')[1]).toEqual(['1', '鉛筆']);
    expect(cellsOf('name,city', 'Kaku, Tokyo', 'Yume, Osaka')[1]).toEqual(['Kaku', ' Tokyo']);
    expect(cellsOf('取引先一覧', '1,株式会社架空', '2,株式会社空想')[1]).toEqual(['1', '株式会社架空']);
    expect(cellsOf('会社名', '番号,会社名', '1,株式会社架空', '2,株式会社空想')[1]).toEqual([
      '番号',
      '会社名',
    ]);
    expect(cellsOf('code;name', '1;Kaku Co., Ltd.', '2;Yume, Inc.')[1]).toEqual(['1', 'Kaku Co., Ltd.']);
  });
});
