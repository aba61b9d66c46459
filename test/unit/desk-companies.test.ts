import { describe, expect, it } from '@jest/globals';
import {
  computeScaleTop,
  getDayBefore,
  listDays,
  pickLabelledDays,
} from '../../desk/pages/account/chart-scale.ts';
import {
  isEmpty,
  parseBand,
  readSearch,
  toFilters,
  toggleValue,
  writeSearch,
} from '../../desk/pages/companies/search-state.ts';
import { describeTotal, texts as searchTexts } from '../../desk/pages/companies/search-texts.ts';

describe('a search in the address', () => {
  it('is read as it was written', () => {
    const written = 'q=トヨタ&order=employees&prefecture=愛知県,東京都&has_website=false&min_employees=10';
    const search = readSearch(new URLSearchParams(written));
    expect(decodeURIComponent(new URLSearchParams(writeSearch(search)).toString())).toBe(written);
    expect(toFilters(search)).toEqual({
      prefecture: ['愛知県', '東京都'],
      has_website: false,
      min_employees: 10,
    });
  });

  it('leaves out what the service would not take', () => {
    const search = readSearch(
      new URLSearchParams('order=best&has_jobs=maybe&min_employees=-1&city= , &limit=9'),
    );
    expect(isEmpty(search)).toBe(true);
    expect(search.order).toBeNull();
  });

  it('adds and takes away values of a filter', () => {
    const search = readSearch(new URLSearchParams('prefecture=愛知県'));
    expect(toggleValue(search, 'prefecture', '東京都').lists).toEqual({ prefecture: ['愛知県', '東京都'] });
    expect(toggleValue(search, 'prefecture', '愛知県').lists).toEqual({});
  });
});

describe('size bands', () => {
  it.each([
    ['10-49', { min: 10, max: 49 }],
    ['1000+', { min: 1000, max: null }],
    ['many', null],
  ])('%s', (band, bounds) => expect(parseBand(band)).toEqual(bounds));
});

describe('a chart', () => {
  it.each([
    [0, 5],
    [5, 5],
    [13, 20],
    [328, 500],
    [1000, 1000],
    [1001, 2000],
  ])('has a scale for %s up to %s', (largest, top) => expect(computeScaleTop(largest)).toBe(top));

  it('has every day of its period, in Tokyo', () => {
    expect(listDays('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    // 16:00 in UTC is the next day in Tokyo.
    expect(getDayBefore(new Date('2026-01-31T16:00:00Z'), 0)).toBe('2026-02-01');
    expect(getDayBefore(new Date('2026-01-31T14:00:00Z'), 30)).toBe('2026-01-01');
    expect(pickLabelledDays(listDays('2026-01-01', '2026-01-31'), 8).size).toBe(8);
  });
});

describe('the total of a search', () => {
  const total = (
    matched: number,
    counted: number | null,
    more: Partial<Parameters<typeof describeTotal>[0]> = {},
  ) =>
    describeTotal(
      { matched_companies: matched, total_kind: 'lower_bound', has_more: true, ...more },
      counted,
      searchTexts.en,
    ).total;

  it('is the number of the counts beside the results, where the results were not all counted', () => {
    expect(total(21, 149)).toContain('149');
    expect(total(21, 149)).not.toContain('least');
    expect(total(21, null)).toContain('least');
    // An index that lags has fewer.
    expect(total(21, 20)).toContain('least');
  });

  it('is exact if all are shown, or the service says so', () => {
    expect(total(5, 5, { has_more: false })).toBe(total(5, 5, { total_kind: 'exact' }));
  });
});
