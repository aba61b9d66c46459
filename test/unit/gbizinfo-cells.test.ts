import { describe, expect, it } from '@jest/globals';
import { mayBePerson, readDay, readNumber, readYen } from '../../indexers/registers/gbizinfo/cells.ts';
import { parseFiscalPeriod } from '../../indexers/registers/gbizinfo/finance.ts';

describe('a day', () => {
  it.each([
    ['2024-04-01', '2024-04-01'],
    ['2024/4/1', '2024-04-01'],
    ['２０２４．４．１', '2024-04-01'],
    ['20240401', '2024-04-01'],
    ['2024-04-01T00:00:00+09:00', '2024-04-01'],
    ['2024-04-01 12:30:00', '2024-04-01'],
    ['2024年4月1日', '2024-04-01'],
    ['令和6年 4月 1日', '2024-04-01'],
    ['平成31年4月30日', '2019-04-30'],
    ['令和元年5月1日', '2019-05-01'],
    ['2025-02-29', null],
    ['2024年4月', null],
    ['不明', null],
    ['', null],
  ])('written %j is %j', (cell, day) => {
    expect(readDay(cell)).toBe(day);
  });
});

describe('a number', () => {
  it.each([
    ['1,234', 1234],
    ['△1,234', -1234],
    ['▲ 5', -5],
    ['４１．５', 41.5],
    ['-3', -3],
    ['\u22123', -3],
    ['－3', -3],
    ['約5', null],
    ['1e9', null],
    ['99999999999999999999', null],
    ['', null],
  ])('written %j is %j', (cell, number) => {
    expect(readNumber(cell)).toBe(number);
  });

  it.each([
    ['5', '千円', 5000],
    ['5', '百万円', 5_000_000],
    ['5', '米ドル', null],
    ['5', '', null],
  ])('of money, %j %s, is %j yen', (cell, unit, yen) => {
    expect(readYen(cell, unit)).toBe(yen);
  });
});

describe('a text', () => {
  it.each(['山田　太郎', '山田 花子', '佐々木 はなこ', '山田太郎氏', '田中様', '山田さん'])(
    '%s looks like a person',
    (text) => {
      expect(mayBePerson(text)).toBe(true);
    },
  );

  it.each([
    '製造業',
    '新仕様',
    '橋梁補修',
    '中小規模法人部門',
    'たくさん',
    '架空株式会社 様',
    '一般競争 入札方式の工事',
  ])('%s does not', (text) => {
    expect(mayBePerson(text)).toBe(false);
  });
});

describe('the year of figures', () => {
  it.each([
    ['第75期（自　2024年4月1日　至　2025年3月31日）', '0', 2024, '2025-03-31'],
    ['第75期（自　2023年3月1日　至　2024年2月29日）', '1', 2022, '2023-02-28'],
    ['2024年12月期', '', 2024, '2024-12-31'],
    ['2024年度', '3', 2021, null],
  ])('%s, term %j, began in %i', (stated, term, fiscalYear, endedOn) => {
    expect(parseFiscalPeriod(stated, term)).toMatchObject({ fiscalYear, endedOn });
  });

  it.each([
    ['第75期', '0'],
    ['2024年度', '第73期'],
    ['2024年度', '昨年'],
    ['', ''],
  ])('%j, term %j, is not known', (stated, term) => {
    expect(parseFiscalPeriod(stated, term)).toBeNull();
  });
});
