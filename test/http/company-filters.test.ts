import { afterAll, describe, expect, it } from '@jest/globals';
import type { FactBatch } from '../../indexers/facts/index.ts';
import { readFacets } from '../../src/features/company-search/facets.ts';
import { companyFacts, idOf, jobOf, permitOf } from '../support/companies.ts';
import { dayFromToday } from '../support/days.ts';
import { serviceSuite, startTestService } from '../support/service.ts';

/**
 * For each filter, one company just inside and one just outside. The number of a company identifies it.
 */

const tokyo = { code: '13', name: '東京都', city: '千代田区' };
const osaka = { code: '27', name: '大阪府', city: '大阪市北区' };

function job(number: number, opened: number, closed: number | null, ai_related = false) {
  return jobOf(number, `job-${number}-${opened}`, {
    ai_related,
    // The place of the work, not of the company.
    location: '大阪府',
    opened_at: dayFromToday(opened),
    closed_at: closed === null ? null : dayFromToday(closed),
  });
}

function permit(number: number, from: number, until: number, type: string) {
  return permitOf(number, `permit-${number}-${from}`, { types: [type], from, until });
}

const world: FactBatch[] = [
  companyFacts({ number: 1, name: '株式会社一番', prefecture: tokyo, employees: 100, code: '1301' }),
  companyFacts({ number: 2, name: '株式会社二番', prefecture: osaka, employees: 101 }),
  companyFacts({ number: 3, name: '株式会社三番', prefecture: tokyo, employees: 99 }),
  companyFacts({ number: 4, name: '株式会社四番', website: 'https://www.yonban.co.jp/' }),
  companyFacts({ number: 5, name: '有限会社五番', row: { kind: 'yugen' } }),
  companyFacts({
    number: 6,
    name: '株式会社六番',
    row: { status: 'closed', closed_on: '2024-03-31', close_cause: 'liquidated' },
  }),
  companyFacts({ number: 7, name: '株式会社七番', row: { hidden: true } }),
  {
    job_postings: [job(1, 0, null), job(2, -10, 1, true), job(3, -10, 0), job(4, 1, null, true)],
    construction_permits: [
      permit(1, -100, 0, 'electrical'),
      permit(2, 0, 100, 'building'),
      permit(3, -100, -1, 'electrical'),
      permit(4, 1, 100, 'electrical'),
    ],
    profile_values: [
      { company_id: idOf(1), field: 'insured_persons', value: 50, source: 'gbizinfo', observed_at: null },
      { company_id: idOf(2), field: 'insured_persons', value: 0, source: 'gbizinfo', observed_at: null },
      { company_id: idOf(1), field: 'capital_yen', value: 10_000_000, source: 'edinet', observed_at: null },
      { company_id: idOf(3), field: 'capital_yen', value: 5_000_000, source: 'edinet', observed_at: null },
    ],
    company_technologies: [
      { company_id: idOf(5), technology: 'kubernetes', source: 'company_website', observed_at: null },
    ],
  },
];

const { database, service, end } = await serviceSuite(world);
afterAll(end);
await database.knex('listings').update({ industry_33_code: '0050' });
await service.reindexCompanies();
const account = await service.createAccount();

async function posted(filters: object): Promise<string[]> {
  const { body } = await service.as(account).post('/api/service/search').send({ filters }).expect(200);
  expect(body.meta).toMatchObject({ total_kind: 'exact', matched_companies: body.companies.length });
  return body.companies.map((entry: { company: { company_id: string } }) => entry.company.company_id).sort();
}

async function got(query: string): Promise<string[]> {
  const { body } = await service.as(account).get(`/api/service/companies?${query}`).expect(200);
  return body.companies.map((entry: { company: { company_id: string } }) => entry.company.company_id).sort();
}

function queryOf(filters: Readonly<Record<string, unknown>>): string {
  return Object.entries(filters)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as const),
    )
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

const active = [1, 2, 3, 4, 5];

describe('filters', () => {
  it.each<[string, Readonly<Record<string, unknown>>, readonly number[]]>([
    ['no filter: active companies that may be shown', {}, active],
    ['has_jobs: openings current today', { has_jobs: true }, [1, 2]],
    ['has_jobs false: all others', { has_jobs: false }, [3, 4, 5]],
    ['ai_jobs: current AI openings', { ai_jobs: true }, [2]],
    ['construction: permits valid today, the last day included', { construction: true }, [1, 2]],
    ['construction false', { construction: false }, [3, 4, 5]],
    [
      'construction_license_types: valid ones of that type',
      { construction_license_types: ['electrical'] },
      [1],
    ],
    ['prefecture: of the head office, not of the job', { prefecture: ['大阪府'] }, [2]],
    ['prefecture by short name, romaji and code', { prefecture: ['東京', 'Osaka'] }, [1, 2, 3]],
    ['city', { city: ['千代田区'] }, [1, 3]],
    ['min_employees includes its bound', { min_employees: 100 }, [1, 2]],
    ['max_employees includes its bound, without a value never', { max_employees: 100 }, [1, 3]],
    ['both bounds', { min_employees: 100, max_employees: 100 }, [1]],
    ['min_insured_persons 0 excludes companies without a value', { min_insured_persons: 0 }, [1, 2]],
    ['max_insured_persons excludes companies without a value', { max_insured_persons: 10 }, [2]],
    ['min_capital_yen: what the page of the company shows', { min_capital_yen: 10_000_000 }, [1]],
    ['max_capital_yen', { min_capital_yen: 0, max_capital_yen: 9_999_999 }, [3]],
    ['has_website', { has_website: true }, [4]],
    ['has_website false', { has_website: false }, [1, 2, 3, 5]],
    ['website_domains, as a URL too', { website_domains: ['https://yonban.co.jp/x'] }, [4]],
    ['technologies, in any case', { technologies: ['Kubernetes'] }, [5]],
    ['kind', { kind: ['yugen'] }, [5]],
    ['kind and prefecture', { kind: ['kabushiki', 'yugen'], prefecture: ['東京都', '大阪府'] }, [1, 2, 3]],
    ['kind and prefecture, nobody', { kind: ['yugen'], prefecture: ['東京都'] }, []],
    ['kind, of those that are hidden or closed none', { kind: ['kabushiki'] }, [1, 2, 3, 4]],
    ['kind with a status', { kind: ['kabushiki'], status: ['closed', 'active'] }, [1, 2, 3, 4, 6]],
    [
      'more prefectures and kinds than the index finds at once',
      {
        kind: ['yugen', 'kabushiki', 'godo'],
        prefecture: ['東京都', '北海道', '青森県', '岩手県', '宮城県', '秋田県'],
      },
      [1, 3],
    ],
    ['status', { status: ['closed'] }, [6]],
    ['listing_status', { listing_status: ['listed'] }, [1]],
    ['listing_status unknown', { listing_status: ['unknown'] }, [2, 3, 4, 5]],
    ['market_segment by key or label', { market_segment: ['プライム'] }, [1]],
    ['industry_33_code, also as the exchange prints it', { industry_33_code: ['50'] }, [1]],
    ['company_ids, own ones and aliases', { company_ids: [idOf(2), idOf(3)] }, [2, 3]],
    ['several filters, all of which must match', { prefecture: ['東京都'], has_jobs: true }, [1]],
    ['semantic_tag is accepted and not applied', { semantic_tag: 'x' }, active],
  ])(
    'include what is just inside and exclude what is just outside, on both paths: %s',
    async (_, filters, expected) => {
      const ids = expected.map(idOf).sort();
      expect(await posted(filters)).toEqual(ids);
      expect(await got(queryOf(filters))).toEqual(ids);
    },
  );

  const lists = [
    'listing_status',
    'market_segment',
    'prefecture',
    'city',
    'industry_33_code',
    'kind',
    'status',
    'website_domains',
    'technologies',
    'construction_license_types',
  ];
  it.each(lists)('with an empty %s set no condition', async (name) => {
    const ids = active.map(idOf).sort();
    expect(await posted({ [name]: [] })).toEqual(ids);
    expect(await got(`${name}=`)).toEqual(ids);
    expect(await posted({ has_jobs: true, [name]: [] })).toEqual([1, 2].map(idOf).sort());
  });

  it('with an empty company_ids match nothing', async () => {
    expect(await posted({ company_ids: [] })).toEqual([]);
    expect(await got('company_ids=')).toEqual([]);
  });

  it('may be repeated, comma-separated, or both', async () => {
    const both = [1, 2, 3].map(idOf).sort();
    expect(
      await got('prefecture=%E6%9D%B1%E4%BA%AC%E9%83%BD&prefecture=%E5%A4%A7%E9%98%AA%E5%BA%9C'),
    ).toEqual(both);
    expect(await got('prefecture=%E6%9D%B1%E4%BA%AC%E9%83%BD,%E5%A4%A7%E9%98%AA%E5%BA%9C')).toEqual(both);
  });

  it('are never derived from the query', async () => {
    const { body } = await service
      .as(account)
      .post('/api/service/search')
      .send({ query: '一番 東京都' })
      .expect(200);
    expect(body.companies).toEqual([]);
  });
});

describe('an invalid condition', () => {
  it.each<[string, object, string]>([
    ['employees below 0', { filters: { min_employees: -1 } }, 'filters.min_employees'],
    ['employees above the bound', { filters: { max_employees: 10_000_001 } }, 'filters.max_employees'],
    ['max below min', { filters: { min_employees: 5, max_employees: 4 } }, 'filters.max_employees'],
    [
      'insured max below min',
      { filters: { min_insured_persons: 5, max_insured_persons: 4 } },
      'filters.max_insured_persons',
    ],
    [
      'capital max below min',
      { filters: { min_capital_yen: 5, max_capital_yen: 4 } },
      'filters.max_capital_yen',
    ],
    ['an unknown listing status', { filters: { listing_status: ['public'] } }, 'filters.listing_status[0]'],
    ['an unknown filter', { filters: { color: 'red' } }, 'filters.color'],
    ['a boolean as text', { filters: { has_jobs: 'yes' } }, 'filters.has_jobs'],
    ['an unknown field', { q: 'x' }, 'q'],
    ['limit 0', { limit: 0 }, 'limit'],
    ['limit 101', { limit: 101 }, 'limit'],
    ['offset 10,001', { offset: 10_001 }, 'offset'],
    ['an unknown order', { order: 'size' }, 'order'],
    ['an unknown planner', { planner_mode: 'magic' }, 'planner_mode'],
    [
      'too many company ids',
      { filters: { company_ids: Array.from({ length: 10_001 }, () => idOf(1)) } },
      'filters.company_ids',
    ],
  ])('is named, in a body: %s', async (_, request, field) => {
    const { body } = await service.as(account).post('/api/service/search').send(request).expect(400);
    expect(body).toMatchObject({ ok: false, status: 'error', error: { code: 'invalid_request' } });
    expect(body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });

  it.each<[string, string, string]>([
    ['limit 0', 'limit=0', 'limit'],
    ['limit not a number', 'limit=ten', 'limit'],
    ['offset beyond', 'offset=10001', 'offset'],
    ['max below min', 'min_employees=5&max_employees=4', 'max_employees'],
    ['a boolean of another word', 'has_website=yes', 'has_website'],
    ['an unknown parameter', 'color=red', 'color'],
    ['a cursor, which only POST /search has', 'cursor=x', 'cursor'],
  ])('is named, in a query: %s', async (_, query, field) => {
    const { body } = await service.as(account).get(`/api/service/companies?${query}`).expect(400);
    expect(body).toMatchObject({ ok: false, status: 'error', error: { code: 'invalid_query' } });
    expect(body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });

  it.each<[string, object, string]>([
    ['a word that is not in the list', { listing_status: 'public' }, 'listed'],
    ['neither a text nor a list', { prefecture: 13 }, 'must be a string or an array of strings'],
    ['null', { city: null }, 'must be a string or an array of strings'],
    [
      'too many values',
      { company_ids: Array.from({ length: 10_001 }, () => idOf(1)) },
      'must have at most 10000 values',
    ],
  ])('on a list gets the accepted forms in its message: %s', async (_, filters, message) => {
    const { body } = await service.as(account).post('/api/service/search').send({ filters }).expect(400);
    expect(body.error.details).toHaveLength(1);
    expect(body.error.details[0].message).toContain(message);
  });

  it('is reported together with all others, and with the known filters', async () => {
    const request = { limit: 0, filters: { color: 'red', min_employees: -1 } };
    const { body } = await service.as(account).post('/api/service/search').send(request).expect(400);
    expect(body.error.details).toHaveLength(3);
    expect(JSON.stringify(body.error.details)).toContain('industry_33_code');
  });
});

describe('coverage warnings', () => {
  const messageFor = async (request: object, signal: string): Promise<string> => {
    const { body } = await service.as(account).post('/api/service/search').send(request).expect(200);
    return body.meta.coverage_warnings.find((warning: { signal: string }) => warning.signal === signal)
      ?.message;
  };

  it.each<[string, object, string, string]>([
    ['a condition needs a value', { filters: { has_website: true } }, 'web', 'cannot match'],
    ['a condition needs no value', { filters: { has_website: false } }, 'web', 'count as having none'],
    ['both', { filters: { has_website: false, website_domains: ['a.jp'] } }, 'web', 'cannot match'],
  ])('say how much data a result is based on: %s', async (_, request, signal, words) => {
    expect(await messageFor(request, signal)).toContain(words);
  });

  it.each<[string, object, string]>([
    ['an order leaves no company out', { order: 'employees' }, 'come last'],
    ['a facet leaves out companies without a value', { facets: ['size'] }, 'counts only these companies'],
  ])('say what missing data means: %s', async (_, request, words) => {
    const coverage = database.knex('signal_coverage').where({ signal: 'employees' });
    const [measured] = await coverage.clone();
    await coverage.clone().update({ companies_with_value: 1, companies_total: 5 });
    // A new service, because a service caches the coverage for a while.
    const other = await startTestService(database, { INDEX_PREFIX: service.indexPrefix });
    const { body } = await other.as(account).post('/api/service/search').send(request).expect(200);
    expect(body.meta.coverage_warnings).toMatchObject([
      { code: 'employees_weak', message: expect.stringContaining(words) },
    ]);
    await other.stop({ keepIndices: true });
    await coverage.clone().update(measured);
  });
});

describe('orders', () => {
  it.each([
    ['jobs', [1, 2]],
    ['ai', [2]],
    ['construction', [1, 2]],
    ['employees', [2, 1, 3]],
  ] as const)('%s: the largest number first, in the same order every time', async (order, first) => {
    const search = () => service.as(account).post('/api/service/search').send({ order }).expect(200);
    const [one, again] = await Promise.all([search(), search()]);
    const ids = one.body.companies.map(
      (entry: { company: { company_id: string } }) => entry.company.company_id,
    );
    expect(ids.slice(0, first.length).sort()).toEqual(first.map(idOf).sort());
    expect(again.body.companies).toEqual(one.body.companies);
  });
});

describe('facets', () => {
  it('count with every filter except their own', async () => {
    const request = { filters: { prefecture: ['東京都'] }, facets: ['prefecture', 'size', 'listing_status'] };
    const { body } = await service.as(account).post('/api/service/search').send(request).expect(200);
    expect(body.facets.prefecture).toEqual([
      { value: '東京都', label: '東京都', count: 2 },
      { value: '大阪府', label: '大阪府', count: 1 },
    ]);
    expect(body.facets.size).toEqual([
      { value: '50-99', label: '50-99人', count: 1 },
      { value: '100-299', label: '100-299人', count: 1 },
    ]);
    expect(body.facets.listing_status).toEqual([
      { value: 'listed', label: '上場', count: 1 },
      { value: 'unknown', label: '不明', count: 1 },
    ]);
  });

  it('label the band without an upper bound in Japanese', () => {
    const values = { buckets: [{ key: '1000+', doc_count: 4 }] };
    expect(readFacets({ size: { values } }, ['size'])).toEqual({
      size: [{ value: '1000+', label: '1000人以上', count: 4 }],
    });
  });
});
