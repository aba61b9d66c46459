import { Client } from '@elastic/elasticsearch';
import { describe, expect, it } from '@jest/globals';
import { CompanyIndex } from '../../src/features/company-search/requests/company-index-service.ts';
import { parseSearch } from '../../src/features/company-search/requests/company-search.ts';
import { computeTotals, type PageFacts } from '../../src/features/company-search/requests/total-kind.ts';
import { openLog } from '../../src/http/request-log.ts';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';

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

const lowerBound = {
  total_kind: 'lower_bound',
  matched_companies: 21,
  total_count_source: 'lower_bound_fallback',
  has_more: true,
};
const exact = {
  total_kind: 'exact',
  matched_companies: 45,
  total_count_source: 'exact_count',
  has_more: true,
};
const withText = { hasText: true, count: { kind: 'out_of_scope' } } as const;

describe('total_kind', () => {
  it.each<[string, Partial<PageFacts>, object]>([
    ['exact if the count succeeded', {}, exact],
    ['exact for company_ids without free text', { hasCompanyIds: true }, exact],
    ['a lower bound if the count timed out', { count: { kind: 'timed_out' } }, lowerBound],
    [
      'a lower bound of the rows that remain if a row was dropped',
      { returned: 19, dropped: 1 },
      { ...lowerBound, matched_companies: 20 },
    ],
    ['a lower bound for free text, which is not counted', withText, lowerBound],
    [
      'an estimate for company_ids with free text',
      { ...withText, hasCompanyIds: true },
      { total_kind: 'estimate', total_count_source: null },
    ],
    [
      'unknown on a cursor page, with no number',
      { isCursorPage: true },
      { total_kind: 'unknown', matched_companies: null, total_count_source: null, has_more: true },
    ],
  ])('is %s', (_, facts, expected) => {
    expect(computeTotals({ ...browse, ...facts })).toMatchObject(expected);
  });

  it('has no more if offset and returned reach the exact total', () => {
    const last = computeTotals({ ...browse, offset: 40, returned: 5, moreFetched: false });
    expect(last).toMatchObject({ has_more: false });
  });
});

describe('a count without an engine', () => {
  /** What a customer sent. */
  const canary = 'Kanariya-7f3a';
  const filters = { city: [canary] };
  const search = parseSearch({ filters }, '2026-11-21');

  function countingWithoutEngine() {
    const lines: string[] = [];
    const log = openLog('debug', { write: (line) => lines.push(line) });
    const client = new Client({ node: 'http://127.0.0.1:1', maxRetries: 0 });
    const index = new CompanyIndex({
      gateway: new SearchGateway(new Engine(client)),
      alias: 'companies',
      onCountFailure: (error) => log.warn({ err: error }, 'matches could not be counted'),
    });
    return { index, lines, close: () => client.close() };
  }

  it('logs a failed count without the query, and answers as after a timeout', async () => {
    const { index, lines, close } = countingWithoutEngine();
    expect(await index.countMatches(search, undefined)).toEqual({ kind: 'timed_out' });
    await close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('matches could not be counted');
    expect(lines[0]).toContain('ECONNREFUSED');
    expect(lines[0]).not.toContain(canary);
  });

  it('logs nothing when the caller has gone', async () => {
    const { index, lines, close } = countingWithoutEngine();
    expect(await index.countMatches(search, AbortSignal.abort())).toEqual({ kind: 'timed_out' });
    await close();
    expect(lines).toEqual([]);
  });
});
