import { describe, expect, it } from '@jest/globals';
import { type PageFacts, totalsOf } from '../../src/features/company-search/total-kind.ts';

const browse: PageFacts = {
  hasText: false,
  hasCompanyIds: false,
  isCursorPage: false,
  offset: 0,
  returned: 20,
  dropped: 0,
  moreFetched: true,
  seen: 21,
  count: { kind: 'counted', total: 45 },
};

describe('total_kind', () => {
  it('is exact in a browse whose count succeeded', () => {
    expect(totalsOf(browse)).toEqual({
      total_kind: 'exact',
      matched_companies: 45,
      total_count_source: 'exact_count',
      has_more: true,
    });
  });

  it('has no more when offset and returned reach the exact total', () => {
    expect(totalsOf({ ...browse, offset: 40, returned: 5, moreFetched: false })).toMatchObject({
      has_more: false,
    });
  });

  it('is exact for company_ids without free text', () => {
    expect(totalsOf({ ...browse, hasCompanyIds: true })).toMatchObject({ total_kind: 'exact' });
  });

  it('is a lower bound when the count timed out', () => {
    expect(totalsOf({ ...browse, count: { kind: 'timed_out' } })).toEqual({
      total_kind: 'lower_bound',
      matched_companies: 21,
      total_count_source: 'lower_bound_fallback',
      has_more: true,
    });
  });

  it('is a lower bound of the rows that held when a row was dropped', () => {
    expect(totalsOf({ ...browse, returned: 19, dropped: 1 })).toEqual({
      total_kind: 'lower_bound',
      matched_companies: 20,
      total_count_source: 'lower_bound_fallback',
      has_more: true,
    });
  });

  it('is a lower bound for free text, which is out of the count’s scope', () => {
    const text = { ...browse, hasText: true, count: { kind: 'out_of_scope' } } as const;
    expect(totalsOf(text)).toMatchObject({
      total_kind: 'lower_bound',
      total_count_source: 'lower_bound_fallback',
      matched_companies: 21,
    });
  });

  it('is an estimate for company_ids with free text', () => {
    const text = { ...browse, hasText: true, hasCompanyIds: true, count: { kind: 'out_of_scope' } } as const;
    expect(totalsOf(text)).toMatchObject({ total_kind: 'estimate', total_count_source: null });
  });

  it('is unknown on a cursor page, with no number', () => {
    expect(totalsOf({ ...browse, isCursorPage: true })).toEqual({
      total_kind: 'unknown',
      matched_companies: null,
      total_count_source: null,
      has_more: true,
    });
  });
});
