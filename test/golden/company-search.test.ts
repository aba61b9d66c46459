import { describe, expect, it } from '@jest/globals';
import type { CompanyFilters, CompanyOrder } from '../../src/features/company-search/company-filters.ts';
import { readFilters } from '../../src/features/company-search/read-filters.ts';
import {
  buildCountRequest,
  buildFacetRequest,
  buildPageRequest,
  type CompanyQuery,
} from '../../src/features/company-search/search-requests.ts';
import { readQuery } from '../../src/features/matching/query-reading.ts';
import { expectGolden } from '../support/golden.ts';

const today = '2026-08-21';

function query(text: string | null, filters: CompanyFilters = {}, words = true): CompanyQuery {
  return { reading: text === null ? null : readQuery(text), filters, today, stages: { words } };
}

function page(of: CompanyQuery, order: CompanyOrder) {
  return buildPageRequest(of, { order, from: 0, size: 21 });
}

const everyFilter = readFilters({
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
});

describe('the query of a company search', () => {
  it.each([
    ['name-with-legal-form', '株式会社アシスト'],
    ['name-without-legal-form', 'トヨタ自動車'],
    ['corporate-number', '1180301018771'],
    ['invoice-number', 'T1180301018771'],
    ['securities-code-new-format', '１３０ａ'],
    ['company-id', 'tse_7203'],
    ['domain', 'https://www.takashimaya.co.jp/x'],
  ])('asks for %s by the stages', (name, text) => {
    expectGolden(`company-search-${name}`, page(query(text), 'relevance'));
  });

  it('has no stage for words of names on the compatibility path', () => {
    const request = page(query('アシスト', {}, false), 'relevance');
    expectGolden('company-search-without-words', request);
    expect(JSON.stringify(request)).not.toContain('name_words');
  });

  it('applies every filter, and nothing that the query says', () => {
    expect(everyFilter.warnings).toEqual([]);
    expectGolden('company-search-every-filter', page(query(null, everyFilter.filters), 'name'));
  });

  it.each(['name', 'jobs', 'ai', 'construction', 'employees'] as const)(
    'orders by %s, ending on the id',
    (order) => {
      const { sort } = page(query(null), order);
      expectGolden(`company-order-${order}`, sort);
      expect(sort.at(-1)).toEqual({ company_id: 'asc' });
    },
  );

  it('goes on behind the last row', () => {
    const next = buildPageRequest(query(null), {
      order: 'name',
      from: 0,
      size: 21,
      after: ['アシスト', 'cn_1'],
    });
    expectGolden('company-search-next-page', next);
    expect(next).not.toHaveProperty('from');
  });

  it('counts exactly and within its time', () => {
    expectGolden('company-count', buildCountRequest(query(null, { hasJobs: true }), 1000));
  });

  it('leaves a facet’s own filter out of its counts', () => {
    const filters: CompanyFilters = { prefectureCodes: ['13'], listingStatus: ['listed'], hasWebsite: true };
    expectGolden(
      'company-facets',
      buildFacetRequest(query('アシスト', filters), ['prefecture', 'listing_status', 'size']),
    );
  });

  it('never holds what the engine would have to expand, however hostile the text', () => {
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
      const request = readQuery(text) ? page(query(text), 'relevance') : page(query(null), 'name');
      expect(JSON.stringify(request)).not.toMatch(expensive);
    }
  });
});
