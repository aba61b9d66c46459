import { describe, expect, it } from '@jest/globals';
import { parseDayInCell, parseWrittenDay } from '../../src/text/days/written-days.ts';

describe('a day in a cell', () => {
  it.each([
    '2024-04-01',
    '2024/4/1',
    '2024.4.1',
    '２０２４／４／１',
    '2024年4月1日',
    '2024 年 4 月 1 日',
    '2024年4月1日(月)',
    '2024年4月1日月曜日',
    '2024/4/1 0:00',
    '2024-04-01T00:00:00+09:00',
    '20240401',
    '令和6年4月1日',
    '令和６年４月１日',
    '㋿6年4月1日',
    '令6.4.1',
    'R6.4.1',
    'R06/04/01',
    'r6-4-1',
    'R.6.4.1',
    'Ｒ６．４．１',
    '平成36年4月1日',
    '45383',
    '45383.5',
  ])('is read from %s', (cell) => {
    expect(parseDayInCell(cell)).toBe('2024-04-01');
  });

  it.each([
    ['令和元年5月1日', '2019-05-01'],
    ['R元.5.1', '2019-05-01'],
    ['H31.4.30', '2019-04-30'],
    ['昭和64年1月7日', '1989-01-07'],
    ['S2.1.1', '1927-01-01'],
    ['大正15年12月25日', '1926-12-25'],
    ['M45/7/30', '1912-07-30'],
  ])('is read from %s as %s', (cell, day) => {
    expect(parseDayInCell(cell)).toBe(day);
  });

  it.each([
    '',
    '2024',
    '2024年4月',
    '2024-02-30',
    '2023-02-29',
    '24/4/1',
    '4/1/2024',
    '令和6年',
    '令和6年度',
    'R6',
    '20241301',
    '0000-01-01',
    '未定',
    '-45383',
    '453830',
    `2024-04-01${' '.repeat(1000)}`,
    `${'9'.repeat(10_000)}`,
  ])('is not read from %j', (cell) => {
    expect(parseDayInCell(cell)).toBeNull();
  });

  it('is no number where spreadsheets are not meant', () => {
    expect(parseWrittenDay('45383')).toBeNull();
    expect(parseWrittenDay('R6.4.1')).toBeNull();
  });
});
