import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { FactBatch } from '../../indexers/facts/index.ts';
import { companyFacts, idOf, jobOf, noteChange, untilFresh } from '../support/companies.ts';
import { dayFromToday } from '../support/days.ts';
import { startElasticsearchProxy } from '../support/elasticsearch-proxy.ts';
import { serviceSuite, type TestAccount } from '../support/service.ts';

const companies = 140;
const allIds = Array.from({ length: companies }, (_, at) => idOf(at + 1)).sort();

/** Names come in groups of seven, so that every order has ties; employees, jobs and permits vary. */
function world(): FactBatch[] {
  return Array.from({ length: companies }, (_, at) => at + 1).map((number) => ({
    ...companyFacts({
      number,
      name: `架空工業${number % 20}株式会社`,
      ...(number % 3 === 0 && { employees: number % 10 }),
      ...(number % 5 === 0 && { code: `9${String(number).padStart(3, '0')}` }),
      ...(number % 4 === 0 && { website: `https://www.kakuu-${number}.co.jp/` }),
    }),
    job_postings: Array.from({ length: number % 3 }, (__, job) =>
      jobOf(number, `${number}-${job}`, { ai_related: job === 0, opened_at: dayFromToday(-job) }),
    ),
  }));
}

const proxy = await startElasticsearchProxy();
const { database, service, end } = await serviceSuite(world(), { ELASTICSEARCH_URL: proxy.url });
afterAll(async () => {
  await end();
  await proxy.stop();
});
await service.reindexCompanies();
const account = await service.createAccount({ plan: 'unlimited' });
const other = await service.createAccount({ plan: 'unlimited' });
afterEach(() => {
  proxy.delayMs = () => 0;
});

interface Page {
  readonly companies: readonly { readonly company: { readonly company_id: string } }[];
  readonly warnings: readonly object[];
  readonly meta: {
    readonly next_cursor: string | null;
    readonly has_more: boolean;
    readonly more_results_exist: boolean;
    readonly results_truncated: boolean;
    readonly total_kind: string;
    readonly matched_companies: number | null;
    readonly total_count_source: string | null;
  };
}

const idsOf = (page: Page) => page.companies.map(({ company }) => company.company_id);

async function post(request: object, as: TestAccount = account): Promise<Page> {
  const { body } = await service.as(as).post('/api/service/search').send(request).expect(200);
  return body;
}

/** Every id of all pages by cursor, in order; `meanwhile` runs between the pages. */
async function walk(request: object, meanwhile: (page: number) => Promise<void> = async () => undefined) {
  const ids: string[] = [];
  let page = await post(request);
  for (let turn = 1; ; turn += 1) {
    ids.push(...idsOf(page));
    if (page.meta.next_cursor === null) return { ids, pages: turn };
    await meanwhile(turn);
    page = await post({ ...request, cursor: page.meta.next_cursor });
  }
}

describe('paging by cursor', () => {
  it.each([
    ['a browse by name', {}],
    ['by jobs', { order: 'jobs' }],
    ['by AI jobs', { order: 'ai' }],
    ['by permits', { order: 'construction' }],
    ['by employees, those without a value last', { order: 'employees' }],
    ['a query by relevance', { query: '架空工業' }],
    ['a query by name', { query: '架空工業', order: 'name' }],
  ])('%s gives every company exactly once', async (_, request) => {
    const { ids, pages } = await walk({ ...request, limit: 9 });
    expect(ids).toHaveLength(companies);
    expect([...ids].sort()).toEqual(allIds);
    expect(pages).toBe(Math.ceil(companies / 9));
  });

  it('gives the same rows as offsets do', async () => {
    const { ids } = await walk({ limit: 30 });
    const pages = await Promise.all([0, 30, 60, 90, 120].map((offset) => post({ limit: 30, offset })));
    expect(pages.flatMap(idsOf)).toEqual(ids);
  });

  it('continues over a reindex that swaps in between', async () => {
    const { ids } = await walk({ limit: 20 }, async (page) => {
      if (page % 2 === 0) await service.reindexCompanies();
    });
    expect([...ids].sort()).toEqual(allIds);
  });

  it('may change its page size', async () => {
    const first = await post({ limit: 5 });
    const second = await post({ limit: 50, cursor: first.meta.next_cursor });
    expect(idsOf(await post({ limit: 55 }))).toEqual([...idsOf(first), ...idsOf(second)]);
  });

  it('ends with no cursor and nothing more', async () => {
    const page = await post({ limit: 100, offset: 100 });
    expect(page.meta).toMatchObject({ next_cursor: null, has_more: false, more_results_exist: false });
  });
});

describe('a cursor', () => {
  const refused = async (request: object, as: TestAccount = account) => {
    const { body } = await service.as(as).post('/api/service/search').send(request).expect(400);
    expect(body).toMatchObject({ ok: false, error: { code: 'invalid_cursor' } });
  };

  it('is valid only for its own account, query, filters and order', async () => {
    const request = { query: '架空工業', filters: { has_jobs: true }, limit: 5 };
    const cursor = (await post(request)).meta.next_cursor;
    await post({ ...request, cursor });
    await refused({ ...request, cursor }, other);
    await refused({ ...request, cursor, query: '架空' });
    await refused({ ...request, cursor, filters: {} });
    await refused({ ...request, cursor, order: 'name' });
  });

  it.each(['x', 'a.b', '{}', 'null', 'AAAA.AAAA', '../../x', '0'.repeat(4000)])(
    'is not made up: %.20s',
    (cursor) => refused({ cursor }),
  );

  it('is not combined with offset', async () => {
    const cursor = (await post({ limit: 5 })).meta.next_cursor;
    const { body } = await service
      .as(account)
      .post('/api/service/search')
      .send({ cursor, offset: 5, limit: 5 })
      .expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_request', details: [{ field: 'offset' }] });
  });
});

describe('totals', () => {
  it('are exact in a browse', async () => {
    const page = await post({ limit: 20 });
    expect(page.meta).toMatchObject({
      total_kind: 'exact',
      matched_companies: companies,
      total_count_source: 'exact_count',
      has_more: true,
      more_results_exist: true,
      results_truncated: false,
    });
  });

  it('are exact for company_ids without a query, and an estimate with one', async () => {
    const filters = { company_ids: allIds.slice(0, 5) };
    expect((await post({ filters })).meta).toMatchObject({ total_kind: 'exact', matched_companies: 5 });
    expect((await post({ filters, query: '架空工業' })).meta).toMatchObject({
      total_kind: 'estimate',
      matched_companies: 5,
    });
  });

  it('are a lower bound for free text', async () => {
    expect((await post({ query: '架空工業', limit: 20 })).meta).toMatchObject({
      total_kind: 'lower_bound',
      total_count_source: 'lower_bound_fallback',
      matched_companies: 21,
      has_more: true,
    });
    expect((await post({ query: '架空工業3株式会社' })).meta).toMatchObject({
      total_kind: 'lower_bound',
      has_more: false,
    });
  });

  it('are unknown on a cursor page', async () => {
    const cursor = (await post({ limit: 5 })).meta.next_cursor;
    expect((await post({ limit: 5, cursor })).meta).toMatchObject({
      total_kind: 'unknown',
      matched_companies: null,
      total_count_source: null,
    });
  });

  it('fall back to a lower bound when the count is slow, and the page does not wait for it', async () => {
    // A count that takes longer than a test may last: a page that waited for it would never arrive.
    proxy.delayMs = (body) => (body.includes('"track_total_hits":true') ? 120_000 : 0);
    const page = await post({ limit: 20 });
    expect(page.companies).toHaveLength(20);
    expect(page.meta).toMatchObject({
      total_kind: 'lower_bound',
      total_count_source: 'lower_bound_fallback',
      matched_companies: 21,
      has_more: true,
    });
  });

  it('fall back when a website was removed since indexing', async () => {
    const before = await post({ filters: { has_website: true }, limit: 10 });
    expect(before.meta).toMatchObject({ total_kind: 'exact', matched_companies: 35 });
    const [gone] = idsOf(before);
    const website = await database
      .knex('profile_values')
      .where({ company_id: gone, field: 'website_url' })
      .del('*');
    await noteChange(database.knex, String(gone));
    await untilFresh();
    const page = await post({ filters: { has_website: true }, limit: 10 });
    expect(idsOf(page)).toEqual(idsOf(before).slice(1));
    expect(page.meta).toMatchObject({
      total_kind: 'lower_bound',
      total_count_source: 'lower_bound_fallback',
      has_more: true,
    });
    await database
      .knex('profile_values')
      .insert(website.map((row) => ({ ...row, value: JSON.stringify(row.value) })));
  });

  it('fall back when a listing ended since indexing', async () => {
    const filters = { listing_status: ['listed'] };
    const before = await post({ filters, limit: 5 });
    const [ended] = idsOf(before);
    const listing = database.knex('listings').where({ company_id: ended });
    await listing.clone().update({ listed_to: dayFromToday(-1) });
    await noteChange(database.knex, String(ended));
    await untilFresh();
    const page = await post({ filters, limit: 5 });
    expect(idsOf(page)).toEqual(idsOf(before).slice(1));
    expect(page.meta).toMatchObject({ total_kind: 'lower_bound' });
    const alone = await post({ filters, limit: 1 });
    expect(alone).toMatchObject({ companies: [], meta: { has_more: true } });
    expect(alone.warnings).toMatchObject([
      { code: 'zero_results', message: expect.stringContaining('no longer match') },
    ]);
    const shown = await post({ filters: { company_ids: [ended] } });
    expect(shown.companies[0]).toMatchObject({
      company: { listing_status: 'delisted', market_segment: null },
    });
    await listing.clone().update({ listed_to: null });
  });

  it('are never more than what exists when the offset is beyond the end', async () => {
    expect((await post({ query: '架空工業', offset: 5000 })).meta).toMatchObject({ has_more: false });
    const far = await post({ query: '架空工業', offset: 5000 });
    expect(far.meta.matched_companies).toBeLessThanOrEqual(companies);
    expect((await post({ offset: 10_000, limit: 100 })).meta).toMatchObject({
      total_kind: 'exact',
      matched_companies: companies,
      has_more: false,
    });
  });
});

describe('too broad a query', () => {
  it('reaches 100 rows and says that there are more', async () => {
    const first = await post({ query: '架', limit: 60 });
    expect(first.meta).toMatchObject({ results_truncated: true, has_more: true, next_cursor: null });
    const second = await post({ query: '架', limit: 60, offset: 60 });
    expect(second.companies).toHaveLength(40);
    expect(second.meta).toMatchObject({ results_truncated: true, has_more: false, more_results_exist: true });
    const third = await post({ query: '架', limit: 60, offset: 100 });
    expect(third.companies).toEqual([]);
    expect(third.meta).toMatchObject({ results_truncated: true, more_results_exist: true, has_more: false });
  });
});

describe('completion', () => {
  it.each([
    ['架空工業1', 'legal_name'],
    ['かくう', null],
  ])('of %s', async (q, kind) => {
    const { body } = await service
      .as(account)
      .get(`/api/service/companies/suggest?q=${encodeURIComponent(q)}&limit=5`)
      .expect(200);
    if (kind === null) expect(body).toMatchObject({ ok: true, suggestions: [] });
    else {
      expect(body.suggestions).toHaveLength(5);
      expect(body.suggestions[0]).toMatchObject({ match_kind: kind });
    }
  });

  it.each([
    ['limit=21&q=x', 'limit'],
    ['limit=5', 'q'],
  ])('refuses %s', async (query, field) => {
    const { body } = await service.as(account).get(`/api/service/companies/suggest?${query}`).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_query', details: [{ field }] });
  });
});
