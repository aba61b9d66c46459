import { describe, expect, it } from '@jest/globals';
import { formatProfileValue } from '../../cli/output/company-view.ts';
import { renderFields, renderTable } from '../../cli/output/table.ts';
import { measureWidth, toPrintable, truncateText } from '../../cli/output/text.ts';

const companies = [
  { id: 'cn_1', name: 'トヨタ自動車', count: 70_056 },
  { id: 'cn_22', name: 'ABC', count: 3 },
];
const columns = { company_id: 'id', 会社名: 'name', count: 'count' } as const;

describe('a table', () => {
  it('is aligned for characters that are two columns wide', () => {
    expect(renderTable(companies, columns, null)).toBe(
      [
        'company_id  会社名         count',
        'cn_1        トヨタ自動車  70,056',
        'cn_22       ABC                3',
      ].join('\n'),
    );
  });

  it('is cut to the width of the terminal, and keeps ids complete', () => {
    const lines = renderTable(companies, columns, 30).split('\n');
    expect(lines[1]).toBe('cn_1        トヨタ自…  70,056');
    expect(Math.max(...lines.map(measureWidth))).toBeLessThanOrEqual(30);
  });

  it('shows control characters as blanks', () => {
    expect(toPrintable('A\u001b[2JB\u202eC\nD')).toBe('A [2JB C D');
  });
});

describe('cutting a text', () => {
  it.each([
    ['トヨタ自動車', 12, 'トヨタ自動車'],
    ['トヨタ自動車', 11, 'トヨタ自動…'],
    ['トヨタ自動車', 10, 'トヨタ自…'],
    ['ABCトヨタ', 6, 'ABCト…'],
    ['ABCトヨタ', 5, 'ABC…'],
    ['が'.normalize('NFD').repeat(3), 5, `${'が'.normalize('NFD').repeat(2)}…`],
    ['👨‍👩‍👧家族', 4, '👨‍👩‍👧…'],
  ])('%s to %i columns', (text, width, cut) => {
    expect(truncateText(text, width)).toBe(cut);
    expect(measureWidth(cut)).toBeLessThanOrEqual(width);
  });
});

describe('fields', () => {
  it('are shown below each other, without those that have no value', () => {
    const fields = [
      ['会社名', '極洋'],
      ['id', 1],
      ['none', null],
    ] as const;
    expect(renderFields(fields, null)).toBe('会社名  極洋\nid      1');
  });
});

describe('a value of a profile', () => {
  it.each([
    ['https://kakuu.co.jp/', 'https://kakuu.co.jp/'],
    [1959, '1959'],
    [true, 'true'],
    [['印刷', '出版'], '印刷, 出版'],
    [[{ key: 'bim', source: 'company_website', observed_at: '2026-10-20T03:00:00.000Z' }], 'bim'],
    [{ value: 1_607_000_000, fiscal_year: 2025 }, '1,607,000,000 (2025)'],
    [{ value: 0.7641, fiscal_year: 2025 }, '0.7641 (2025)'],
    [
      { postal_code: '7300091', prefecture: '広島県', city: '大竹市', street: '架空町４丁目' },
      '〒7300091 広島県 大竹市 架空町４丁目',
    ],
    [{ postal_code: null, prefecture: null, city: null, street: 'London' }, 'London'],
  ] as const)('reads as a person writes it: %j', (value, shown) => {
    expect(formatProfileValue(value as Parameters<typeof formatProfileValue>[0])).toBe(shown);
  });
});
