import { describe, expect, it } from '@jest/globals';
import { companyFilterNames } from '../../src/contract/company-search/requests.ts';
import { buildFacetRequest } from '../../src/features/company-search/facets.ts';
import type { CompanyFilters } from '../../src/features/company-search/filters/company-filters.ts';
import { parseFilters } from '../../src/features/company-search/filters/read-filters.ts';
import {
  type CompanySearch,
  parseSearch,
} from '../../src/features/company-search/requests/company-search.ts';
import {
  buildPageRequest,
  buildTotalRequest,
} from '../../src/features/company-search/requests/search-requests.ts';
import { expectGolden } from '../support/golden.ts';

const today = '2026-08-21';

type Order = Parameters<typeof parseSearch>[0]['order'];

function search(
  query: string | null,
  filters: CompanyFilters = {},
  { words = true, order = null }: { words?: boolean; order?: Order } = {},
): CompanySearch {
  return { ...parseSearch({ query, filters: {}, order, words, facets: [] }, today), filters };
}

function page(of: CompanySearch) {
  return buildPageRequest(of, { from: 0, size: 21 });
}

type FilterInput = Parameters<typeof parseFilters>[0];

const valueOfEachFilter = {
  listing_status: ['listed'],
  market_segment: ['プライム'],
  prefecture: ['東京都', 'osaka'],
  city: ['港区'],
  industry_33_code: ['50', '3700'],
  kind: ['kabushiki'],
  status: ['active', 'closed'],
  company_ids: ['cn_1180301018771', 'tse_7203'],
  has_website: true,
  website_domains: ['https://www.takashimaya.co.jp/x'],
  technologies: ['Kubernetes'],
  has_jobs: true,
  ai_jobs: false,
  construction: true,
  construction_license_types: ['electrical', 'building'],
  min_employees: 10,
  max_employees: 300,
  min_insured_persons: 5,
  max_insured_persons: 50,
  min_capital_yen: 10_000_000,
  max_capital_yen: 300_000_000,
} satisfies FilterInput;
const everyFilter = parseFilters(valueOfEachFilter);

describe('the request of a company search', () => {
  it.each([
    ['name-with-legal-form', '株式会社アシスト'],
    ['name-without-legal-form', 'トヨタ自動車'],
    ['corporate-number', '1180301018771'],
    ['invoice-number', 'T1180301018771'],
    ['securities-code-new-format', '１３０ａ'],
    ['company-id', 'tse_7203'],
    ['domain', 'https://www.takashimaya.co.jp/x'],
  ])('searches for %s by the stages', (name, text) => {
    expectGolden(`company-search-${name}`, page(search(text)));
  });

  it('has no stage for name words on the compatibility path', () => {
    const request = page(search('アシスト', {}, { words: false }));
    expectGolden('company-search-without-words', request);
    expect(JSON.stringify(request)).not.toContain('name_words');
  });

  it('applies every filter, but no condition from the query', () => {
    expect(everyFilter.warnings).toEqual([]);
    expectGolden('company-search-every-filter', page(search(null, everyFilter.filters)));
  });

  it.each(Object.values(companyFilterNames).flat())('has a condition for the filter %s', (name) => {
    const { [name]: value, ...others }: Record<string, unknown> = valueOfEachFilter;
    expect(value).toBeDefined();
    expect(page(search(null, parseFilters(others as FilterInput).filters))).not.toEqual(
      page(search(null, everyFilter.filters)),
    );
  });

  it.each(['name', 'jobs', 'ai', 'construction', 'employees'] as const)(
    'orders by %s, ending on the id',
    (order) => {
      const { sort } = page(search(null, {}, { order }));
      expectGolden(`company-order-${order}`, sort);
      expect(sort.at(-1)).toEqual({ company_id: 'asc' });
    },
  );

  it('continues after the last row', () => {
    const next = buildPageRequest(search(null), {
      from: 0,
      size: 21,
      after: ['アシスト', 'cn_1'],
    });
    expectGolden('company-search-next-page', next);
    expect(next).not.toHaveProperty('from');
  });

  it('counts exactly and with its time limit', () => {
    expectGolden('company-count', buildTotalRequest(search(null, { has_jobs: true }), true));
  });

  it('leaves a facet’s own filter out of its counts', () => {
    const filters: CompanyFilters = { prefecture: ['13'], listing_status: ['listed'], has_website: true };
    expectGolden(
      'company-facets',
      buildFacetRequest(search('アシスト', filters), ['prefecture', 'listing_status', 'size']),
    );
  });

  it('never contains what the engine would have to expand, however hostile the text', () => {
    const hostile = [
      '*',
      '?',
      'a*b',
      '/.*/',
      'name:* OR 1',
      '{"script":1}',
      '~',
      '((((',
      '\\',
      '"',
      '\u0000x',
      '名*',
    ];
    const expensive = /"(wildcard|regexp|fuzzy|fuzziness|query_string|simple_query_string|script|prefix)":/;
    for (const text of hostile) {
      expect(JSON.stringify(page(search(text)))).not.toMatch(expensive);
    }
  });
});
