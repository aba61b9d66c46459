import { Client } from '@elastic/elasticsearch';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { FactBatch, NameRow } from '../../indexers/facts/index.ts';
import type { Resolution } from '../../src/contract/company-resolve/company-resolve.ts';
import { CompaniesService } from '../../src/features/companies/companies-service.ts';
import { CompaniesStore } from '../../src/features/companies/companies-store.ts';
import { CompanyResolveService } from '../../src/features/company-resolve/company-resolve-service.ts';
import { InvoiceRegisterService } from '../../src/features/invoice-register/invoice-register-service.ts';
import { InvoiceRegisterStore } from '../../src/features/invoice-register/invoice-register-store.ts';
import { IdentifierHoldersStore } from '../../src/features/row-matching/identifier-holders-store.ts';
import { CompanyLookup } from '../../src/features/row-matching/lookup/company-lookup.ts';
import { RowMatching } from '../../src/features/row-matching/row-matching-service.ts';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import { companyFacts, corporateNumber, identifierOf, idOf, successorOf } from '../support/companies.ts';
import { dayFromToday } from '../support/days.ts';
import { testStack } from '../support/environment.ts';
import { serviceSuite } from '../support/service.ts';

function named(
  number: number,
  kind: NameRow['kind'],
  name: string,
  validity: Partial<NameRow> = {},
): NameRow {
  const period = { valid_from: null, valid_to: null };
  return { company_id: idOf(number), kind, name, source: 'edinet', ...period, ...validity };
}

/** More companies of one name than a resolution lists. */
const crowd = Array.from({ length: 51 }, (_, at) => companyFacts({ number: 100 + at, name: '株式会社多数' }));

const world: FactBatch[] = [
  companyFacts({
    number: 1,
    name: '架空自動車株式会社',
    kana: 'カクウジドウシャ',
    code: '9203',
    website: 'https://www.kakuu-jidosha.co.jp/',
  }),
  companyFacts({ number: 2, name: '架空自動車販売株式会社', kana: 'カクウジドウシャハンバイ' }),
  companyFacts({ number: 3, name: '株式会社架空自動車' }),
  companyFacts({ number: 4, name: '日本アシスト架空株式会社' }),
  companyFacts({ number: 5, name: 'キヤノ架空株式会社' }),
  companyFacts({ number: 6, name: '株式会社髙架屋' }),
  companyFacts({ number: 7, name: '株式会社同名商事' }),
  companyFacts({ number: 8, name: '株式会社同名商事' }),
  companyFacts({ number: 9, name: '仟架ｓｅｎ株式会社' }),
  companyFacts({
    number: 10,
    name: '株式会社閉店堂',
    row: { status: 'merged', closed_on: '2024-04-01', close_cause: 'merger' },
  }),
  companyFacts({ number: 11, name: '株式会社新架空電機', code: '130A' }),
  companyFacts({ number: 12, name: '大江東京物産株式会社' }),
  ...crowd,
  {
    company_names: [
      named(1, 'trade', '架空モータース'),
      named(5, 'trade', 'キヤノ光学'),
      named(5, 'trade', '架空写真光学'),
      named(1, 'english', 'KAKUU MOTOR CORPORATION'),
      named(6, 'former', '架空届出株式会社', {
        ...{ source: 'edinet', valid_from: null, valid_to: '2024-10-02' },
        ...{ filed_from: '2022-12-05', filed_to: '2024-06-28' },
      }),
      named(9, 'former', '株式会社現代架空品', { valid_from: '2015-10-05', valid_to: '2026-08-01' }),
    ],
    company_identifiers: [
      identifierOf(1, 'edinet_code', 'E99999', { source: 'edinet' }),
      identifierOf(1, 'domain', 'kakuu-jidosha.co.jp'),
    ],
    company_aliases: [{ alias_id: 'tse_9203', company_id: idOf(1), reason: 'listing' }],
    company_successors: [successorOf(10, 7, '2024-04-01')],
  },
];

const { database, service, end } = await serviceSuite(world);
afterAll(end);
await service.reindexCompanies();
const account = await service.createAccount({ plan: 'unlimited' });

interface Found {
  readonly company: { readonly company_id: string };
  readonly query_match: {
    readonly identifier_matched: boolean;
    readonly relevance: number;
    readonly rule: string | null;
    readonly matched_by: readonly {
      readonly stage: string;
      readonly field: string;
      readonly value: string;
    }[];
  };
}

async function search(query: string, rest: object = {}) {
  const { body } = await service
    .as(account)
    .post('/api/service/search')
    .send({ query, ...rest })
    .expect(200);
  return body as {
    companies: Found[];
    warnings: { code: string; suggestions?: unknown[] }[];
    meta: Record<string, unknown>;
  };
}

async function resolve(identifier_type: string, identifier: string, as_of?: string) {
  const request = { identifier_type, identifier, ...(as_of && { as_of }) };
  const { body } = await service.as(account).post('/api/service/resolve').send(request).expect(200);
  return body;
}

const ids = (body: { companies: Found[] }) => body.companies.map(({ company }) => company.company_id);

describe('an identifier in the query', () => {
  it.each([
    ['securities code', '9203', 'securities_code'],
    ['its five-character form', '92030', 'securities_code'],
    ['a new-format code in small full-width letters', '１３０ａ', 'securities_code'],
    ['corporate number', corporateNumber(1), 'corporate_number'],
    ['invoice number', `T${corporateNumber(1)}`, 'invoice_number'],
    ['EDINET code', 'e99999', 'edinet_code'],
    ['domain', 'KAKUU-JIDOSHA.co.jp', 'domain'],
    ['URL', 'https://www.kakuu-jidosha.co.jp/a?b=c', 'domain'],
    ['canonical id', idOf(1), 'company_id'],
    ['alias id', 'tse_9203', 'company_id'],
  ])('finds its company first and is reported as matched: %s', async (_, query, field) => {
    const { companies } = await search(query);
    const [first] = companies;
    expect(first?.company.company_id).toBe(query === '１３０ａ' ? idOf(11) : idOf(1));
    expect(first?.query_match).toMatchObject({ identifier_matched: true });
    expect(first?.query_match.matched_by[0]).toMatchObject({ field });
  });

  it('finds its company even if the company is not active', async () => {
    const { companies } = await search(corporateNumber(10));
    expect(companies[0]).toMatchObject({
      company: { company_id: idOf(10), status: 'merged', superseded_by: idOf(7) },
    });
  });
});

describe('a name in the query', () => {
  it('finds companies with the same legal form and position first', async () => {
    expect(ids(await search('架空自動車株式会社'))[0]).toBe(idOf(1));
    expect(ids(await search('(株)架空自動車'))[0]).toBe(idOf(3));
    expect(ids(await search('架空自動車㈱'))[0]).toBe(idOf(1));
  });

  it('finds the listed company first if it has no legal form', async () => {
    expect(ids(await search('架空自動車'))).toEqual([idOf(1), idOf(3), idOf(2)]);
  });

  it.each([
    ['half-width kana and small kana', 'キャノ架空', 5],
    ['a kanji variant', '高架屋', 6],
    ['trade name', '架空モータース', 1],
    ['English name', 'Kakuu Motor Corp.', 1],
    ['English name without its form', 'kakuu motor', 1],
    ['reading', 'カクウジドウシャ', 1],
    ['reading in hiragana', 'かくうじどうしゃ', 1],
    ['beginning of a name', '日本アシ', 4],
  ])('finds its company: %s', async (_, query, number) => {
    const found = await search(query);
    expect(ids(found)[0]).toBe(idOf(number));
    expect(found.companies[0]?.query_match.identifier_matched).toBe(false);
  });

  it('finds words inside names only on POST', async () => {
    expect(ids(await search('アシスト架空'))).toEqual([idOf(4)]);
    const { body } = await service
      .as(account)
      .get(`/api/service/companies?q=${encodeURIComponent('アシスト架空')}`)
      .expect(200);
    expect(body.companies).toEqual([]);
  });

  it('shows which of several names has its words', async () => {
    const { companies } = await search('光学 写真');
    expect(ids({ companies })).toEqual([idOf(5)]);
    expect(companies[0]?.query_match.matched_by).toMatchObject([
      { stage: 'name_words', field: 'trade_name', value: '架空写真光学' },
    ]);
  });

  it('is reported as a former name, with its period', async () => {
    const found = await search('株式会社現代架空品');
    expect(found.companies[0]?.company.company_id).toBe(idOf(9));
    expect(found.companies[0]?.query_match.matched_by[0]).toMatchObject({
      field: 'former_name',
      value: '株式会社現代架空品',
      valid_from: '2015-10-05',
      valid_to: '2026-08-01',
    });
    expect(found.warnings.map(({ code }) => code)).toContain('matched_former_name');
  });

  it('is never matched fuzzily: a typing error only gets a hint', async () => {
    const found = await search('架空自勤車株式会社');
    expect(found.companies).toEqual([]);
    const hint = found.warnings.find(({ code }) => code === 'did_you_mean');
    expect(JSON.stringify(hint?.suggestions)).toContain('架空自動車');
  });

  it('gets no hint if it exists, even if its companies are filtered out', async () => {
    const apart = await search('大江東京物算');
    expect(apart.warnings.map(({ code }) => code)).toContain('did_you_mean');
    const filtered = await search('大江東京物算', { filters: { listing_status: ['listed'] } });
    expect(filtered.warnings.map(({ code }) => code)).toContain('did_you_mean');
    await database.knex('company_names').insert(named(11, 'trade', '大江東京物算'));
    await service.reindexCompanies();
    const exact = await search('大江東京物算', { filters: { listing_status: ['delisted'] } });
    expect(exact.companies).toEqual([]);
    expect(exact.warnings.map(({ code }) => code)).toEqual(['zero_results', 'filters_exclude_matches']);
    await database.knex('company_names').where({ name: '大江東京物算' }).del();
    await service.reindexCompanies();
  });

  it('has a relevance that depends only on the rule', async () => {
    const relevance = async (query: string) => (await search(query)).companies[0]?.query_match.relevance;
    expect(await relevance('架空自動車株式会社')).toBe(await relevance('株式会社髙架屋'));
    expect(await relevance('9203')).toBe(1);
  });
});

describe('an empty result', () => {
  it.each<[string, string, object, string]>([
    [
      'a wrong check digit',
      `${(Number(corporateNumber(1)[0]) % 9) + 1}${corporateNumber(1).slice(1)}`,
      {},
      'identifier_check_digit_invalid',
    ],
    ['a merged company', '株式会社閉店堂', {}, 'ended_companies_match'],
    [
      'filters that exclude every company',
      '架空自動車',
      { filters: { prefecture: ['大阪府'] } },
      'filters_exclude_matches',
    ],
    [
      'a value that exists nowhere',
      '架空自動車',
      { filters: { prefecture: ['大坂府'] } },
      'filter_value_unknown',
    ],
    [
      'an identifier of a company that the status leaves out',
      corporateNumber(10),
      { filters: { status: ['active'] } },
      'filters_exclude_matches',
    ],
    ['a city that no company has', '架空自動車', { filters: { city: ['千代田'] } }, 'filter_value_unknown'],
  ])('says what may explain it: %s', async (_, query, rest, code) => {
    const { companies, warnings } = await search(query, rest);
    expect(companies).toEqual([]);
    expect(warnings.map((warning) => warning.code)).toEqual(expect.arrayContaining(['zero_results', code]));
  });

  it.each<[string, object, object[]]>([
    [
      'conditions that together exclude every company',
      { filters: { listing_status: ['listed'], kind: ['godo'] } },
      [
        {
          code: 'filters_exclude_matches',
          suggestions: [{ without: 'filters.kind', matched_companies: 2 }],
        },
      ],
    ],
    [
      'the status',
      { filters: { company_ids: [idOf(10)], status: ['active'] } },
      [
        {
          code: 'filters_exclude_matches',
          suggestions: [
            { without: 'filters.company_ids', matched_companies: 11 + crowd.length },
            { without: 'filters.status', matched_companies: 1 },
          ],
        },
      ],
    ],
    [
      'ids and domains that no company has',
      { filters: { company_ids: ['tse_9998'], website_domains: ['nobody.co.jp'] } },
      [
        { code: 'filter_value_unknown', field: 'filters.company_ids', value: 'tse_9998' },
        { code: 'filter_value_unknown', field: 'filters.website_domains', value: 'nobody.co.jp' },
      ],
    ],
    [
      'a malformed id, once',
      { filters: { company_ids: ['tse_'] } },
      [{ code: 'filter_value_unknown', field: 'filters.company_ids', value: 'tse_' }],
    ],
  ])('of a search without a query says what may explain it: %s', async (_, request, reasons) => {
    const { body } = await service.as(account).post('/api/service/search').send(request).expect(200);
    expect(body.companies).toEqual([]);
    const [zero, ...others] = body.warnings.toSorted(
      (one: { code: string }, other: { code: string }) =>
        Number(other.code === 'zero_results') - Number(one.code === 'zero_results'),
    );
    expect(zero).toMatchObject({
      code: 'zero_results',
      message: expect.stringContaining('the other warnings'),
    });
    expect(others).toMatchObject(reasons);
  });

  it.each<[string, object, string]>([
    ['no company_ids', { filters: { company_ids: [] } }, 'company_ids is empty'],
    [
      'a condition that no company meets',
      { filters: { listing_status: ['delisted'] } },
      'meets the conditions',
    ],
    ['a signal without data', { filters: { has_jobs: true } }, 'meta.coverage_warnings'],
    ['a wrong check digit', { query: `1${corporateNumber(1).slice(1)}` }, 'the other warnings'],
    ['a name that nothing is similar to', { query: '無名無名' }, 'Nothing similar is loaded'],
  ])('has an explanation that fits the case: %s', async (_, request, words) => {
    const { body } = await service.as(account).post('/api/service/search').send(request).expect(200);
    const zero = body.warnings.find(({ code }: { code: string }) => code === 'zero_results');
    expect(zero.message).toContain(words);
  });

  it('says how few websites are known, when a domain finds no company', async () => {
    const unknown = await search('nobody.co.jp');
    expect(unknown.meta.coverage_warnings).toMatchObject([{ signal: 'web', state: 'weak' }]);
    const known = await search('kakuu-jidosha.co.jp');
    expect(known.meta.coverage_warnings).toEqual([]);
  });

  it('names a signal that has no data', async () => {
    const { meta } = await search('架空自動車', { filters: { has_jobs: true } });
    expect(meta.coverage_warnings).toMatchObject([{ signal: 'jobs', state: 'no_data' }]);
  });

  it.each<[string, object, number]>([
    ['city', { city: Array.from({ length: 900 }, (_, at) => `千代${at}区`) }, 10],
    ['prefecture', { prefecture: Array.from({ length: 900 }, (_, at) => `大坂${at}府`) }, 10],
    ['technologies', { technologies: Array.from({ length: 900 }, (_, at) => `no${at}`) }, 10],
    ['company_ids', { company_ids: Array.from({ length: 9_000 }, (_, at) => `x${at}`) }, 0],
    ['website_domains', { website_domains: Array.from({ length: 900 }, (_, at) => `x${at}`) }, 0],
  ])('names a few of many unknown values, and the number of the rest: %s', async (field, filters, named) => {
    const { body } = await service.as(account).post('/api/service/search').send({ filters }).expect(200);
    const unknown = body.warnings.filter(
      (warning: { field?: string }) => warning.field === `filters.${field}`,
    );
    const rest = Object.values(filters).flat().length - named;
    expect(unknown).toHaveLength(named + 1);
    expect(unknown.at(-1)).toMatchObject({
      code: 'filter_values_unknown',
      message: expect.stringContaining(rest.toLocaleString('en')),
      value: Object.values(filters)
        .flat()
        .slice(named, named + 5),
    });
  });

  it('suggests the nearest value that exists', async () => {
    const { warnings } = await search('架空自動車', { filters: { prefecture: ['大坂府'] } });
    const unknown = warnings.find(({ code }) => code === 'filter_value_unknown');
    expect(unknown).toMatchObject({ field: 'filters.prefecture', value: '大坂府' });
    expect(unknown?.suggestions?.[0]).toBe('大阪府');
  });
});

describe('a query that is too broad', () => {
  it.each(['東京', '東京都', '株式会社', '架', '株式会社架', '(株)ア'])(
    '%s is restricted, with a warning',
    async (query) => {
      const { warnings } = await search(query);
      expect(warnings.map(({ code }) => code)).toContain('broad_query_restricted');
    },
  );

  it('is not restricted with a filter', async () => {
    const { warnings } = await search('架', { filters: { listing_status: ['listed'] } });
    expect(warnings.map(({ code }) => code)).not.toContain('broad_query_restricted');
  });

  it('is still restricted with a semantic tag, which is not applied', async () => {
    const { warnings } = await search('架', { filters: { semantic_tag: 'x' } });
    expect(warnings.map(({ code }) => code)).toContain('broad_query_restricted');
  });

  it('says that results are cut off when some are', async () => {
    const all = await search('架空', { limit: 2 });
    expect(all.meta).toMatchObject({ has_more: true, results_truncated: false });
    const reached = await search('同', { limit: 1 });
    expect(reached.meta).toMatchObject({ has_more: true, results_truncated: false, matched_companies: 2 });
    const kept = await search('東京');
    expect(kept.companies).toEqual([]);
    expect(kept.meta).toMatchObject({ results_truncated: true, more_results_exist: true });
  });
});

describe('the envelope', () => {
  it('of POST /search has the planner and page keys', async () => {
    const { body } = await service
      .as(account)
      .post('/api/service/search')
      .send({ planner_mode: 'llm', limit: 100 })
      .expect(200);
    expect(body).toMatchObject({
      ok: true,
      object: 'company_search',
      status: 'ready',
      planner: { mode: 'deterministic' },
      planner_runs: [],
      warnings: [{ code: 'planner_mode_deprecated' }],
      meta: {
        pagination_supported: true,
        has_more: false,
        next_cursor: null,
        more_results_exist: false,
        results_truncated: false,
      },
    });
  });

  it('of GET /companies has none of them, and is marked as deprecated', async () => {
    const { body, headers } = await service.as(account).get('/api/service/companies?limit=100').expect(200);
    expect(headers.deprecation).toBeDefined();
    for (const key of ['planner', 'planner_runs']) expect(body).not.toHaveProperty(key);
    for (const key of ['next_cursor', 'pagination_supported', 'more_results_exist', 'results_truncated']) {
      expect(body.meta).not.toHaveProperty(key);
    }
    expect(body.meta).toHaveProperty('has_more', false);
  });

  it.each(['auto', 'llm', 'deterministic', undefined])(
    'planner_mode %s changes nothing that is found',
    async (planner_mode) => {
      const { companies } = await search('架空自動車', { planner_mode });
      expect(companies).toHaveLength(3);
    },
  );
});

describe('max_employees', () => {
  const blocked = {
    ok: false,
    status: 'blocked',
    error: { code: 'max_employees_unsupported_on_this_path' },
    gaps: [{ code: 'max_employees_unsupported_on_this_path' }],
  };

  it.each([
    ['a query', { query: '架空自動車', filters: { max_employees: 5 } }],
    ['semantic_tag', { filters: { max_employees: 5, semantic_tag: 'x' } }],
  ])('is refused with %s', async (_, request) => {
    const { body } = await service.as(account).post('/api/service/search').send(request).expect(422);
    expect(body).toMatchObject(blocked);
  });

  it('is refused with q on the compatibility path', async () => {
    const { body } = await service.as(account).get('/api/service/companies?q=x&max_employees=5').expect(422);
    expect(body).toMatchObject(blocked);
  });

  it('fails closed while the enrichment view is being rebuilt or is missing', async () => {
    const request = { filters: { max_employees: 5 } };
    const send = (status: number) =>
      service.as(account).post('/api/service/search').send(request).expect(status);
    const state = database.knex('enrichment_view_state');
    await state.clone().update({ status: 'rebuilding' });
    expect((await send(422)).body).toMatchObject(blocked);
    await state.clone().delete();
    expect((await send(422)).body).toMatchObject(blocked);
    await state.clone().insert({ status: 'ready' });
    await send(200);
  });
});

describe('POST /resolve', () => {
  it.each([
    ['company_id', 'TSE_9203'],
    ['securities_code', '92030'],
    ['corporate_number', corporateNumber(1)],
    ['invoice_number', `T${corporateNumber(1)}`],
    ['edinet_code', 'E99999'],
    ['domain', 'www.kakuu-jidosha.co.jp'],
    ['name', '架空自動車株式会社'],
  ])('settles a %s', async (type, value) => {
    const body = await resolve(type, value);
    expect(body).toMatchObject({
      ok: true,
      data: { status: 'resolved', company_id: idOf(1), superseded_by: null },
      gaps: type === 'invoice_number' ? [{ code: 'invoice_registration_unknown' }] : [],
      error: null,
    });
  });

  it('lets a person choose if several active companies have the name', async () => {
    const { data, gaps } = await resolve('name', '株式会社同名商事');
    expect(data).toMatchObject({ status: 'ambiguous', company_id: null });
    expect(data.candidates.map((candidate: { company_id: string }) => candidate.company_id)).toEqual([
      idOf(7),
      idOf(8),
    ]);
    expect(gaps).toMatchObject([{ code: 'another_identifier_needed' }]);
  });

  it('settles on the only company that ever had a name', async () => {
    const { data, gaps } = await resolve('name', '株式会社現代架空品');
    expect(data).toMatchObject({ status: 'resolved', company_id: idOf(9) });
    expect(gaps.map(({ code }: { code: string }) => code)).toContain('name_former');
  });

  it.each([
    ['a trade name', '架空モータース'],
    ['an English name', 'KAKUU MOTOR CORPORATION'],
    ['a reading', 'カクウジドウシャ'],
    ['another kind of legal form', '有限会社同名商事'],
    ['a loose spelling', 'キャノ架空株式会社'],
    ['another writing of its words', 'The Kakuu Motor Co., Ltd.'],
    ['a core that several have', '架空自動車'],
  ])('never settles on a company by %s', async (_, name) => {
    const { data } = await resolve('name', name);
    expect(data).toMatchObject({ status: 'ambiguous', company_id: null });
    expect(data.candidates.length).toBeGreaterThan(0);
  });

  it('says which name has the same words in another writing', async () => {
    const { data } = await resolve('name', 'The Kakuu Motor Co., Ltd.');
    expect(data.candidates).toMatchObject([
      {
        company_id: idOf(1),
        matched_by: [{ stage: 'exact_name', field: 'english_name', rule: 'alike', strength: 'weak' }],
      },
    ]);
  });

  it.each([undefined, '2020-01-01'])(
    'says that not all companies with a common name are listed (%s)',
    async (as_of) => {
      const { data, gaps } = await resolve('name', '株式会社多数', as_of);
      expect(data).toMatchObject({ status: 'ambiguous' });
      expect(data.candidates).toHaveLength(50);
      expect(gaps).toMatchObject([{ code: 'candidates_truncated' }, { code: 'another_identifier_needed' }]);
    },
  );

  it('does not settle with `as_of` when too many current holders may hide others', async () => {
    const since = { valid_from: '2020-01-01' };
    const names = database.knex('company_names').where({ name: '株式会社多数' });
    await names.clone().update(since);
    await names
      .clone()
      .where({ company_id: idOf(100) })
      .update({ valid_from: '2010-01-01' });
    await service.reindexCompanies();
    const { data, gaps } = await resolve('name', '株式会社多数', '2015-01-01');
    expect(data).toMatchObject({ status: 'ambiguous', candidates: [{ company_id: idOf(100) }] });
    expect(gaps).toMatchObject([{ code: 'candidates_truncated' }, { code: 'confirmation_needed' }]);
    await names.clone().update({ valid_from: null });
    await service.reindexCompanies();
  });

  it('settles a core name that only one company has', async () => {
    expect((await resolve('name', '髙架屋')).data).toMatchObject({ status: 'resolved', company_id: idOf(6) });
  });

  it('does not treat the beginning or words of a name as the name', async () => {
    expect((await resolve('name', '日本アシスト')).data).toMatchObject({
      status: 'not_found',
      candidates: [],
    });
  });

  it('resolves a merged company to itself and names its successor', async () => {
    const { data, gaps } = await resolve('corporate_number', corporateNumber(10));
    expect(data).toMatchObject({ status: 'resolved', company_id: idOf(10), superseded_by: idOf(7) });
    expect(gaps).toMatchObject([{ code: 'company_merged' }]);
  });

  it.each([
    ['corporate_number', '1234567890124', 'identifier_check_digit_invalid'],
    ['securities_code', 'ABC', 'identifier_malformed'],
    ['domain', 'gmail.com', 'identifier_not_identifying'],
    ['edinet_code', 'E00000', 'identifier_unknown'],
    ['name', '-', 'identifier_empty'],
  ])('says what is wrong with %s %s', async (type, value, code) => {
    const { data, gaps } = await resolve(type, value);
    expect(data).toMatchObject({ status: 'not_found', company_id: null });
    expect(gaps).toMatchObject([{ code }]);
  });

  it('resolves a name as it was then', async () => {
    const then = await resolve('name', '株式会社現代架空品', '2020-01-01');
    expect(then.data).toMatchObject({ status: 'resolved', company_id: idOf(9) });
    const after = await resolve('name', '株式会社現代架空品', '2026-08-01');
    expect(after.data).toMatchObject({ status: 'not_found' });
  });

  it('says when it is unknown whether the company had it then', async () => {
    const doubts = async (type: string, value: string, day: string) => {
      const { data, gaps } = await resolve(type, value, day);
      expect(data).toMatchObject({ status: 'resolved' });
      return gaps.map(({ code, field }: { code: string; field: string }) => `${field}: ${code}`);
    };
    const unknown = ['as_of: validity_unknown'];
    // The list is of 2026-01-01 and does not say since when a company has been on it.
    expect(await doubts('securities_code', '9203', '2025-12-31')).toEqual(unknown);
    expect(await doubts('securities_code', '9203', '2026-01-01')).toEqual([]);
    expect(await doubts('edinet_code', 'E99999', '2020-01-01')).toEqual(unknown);
    expect(await doubts('edinet_code', 'E99999', dayFromToday(0))).toEqual([]);
    expect(await doubts('name', '架空自動車株式会社', '1950-01-01')).toEqual(unknown);
    expect(await doubts('name', '株式会社現代架空品', '2020-01-01')).toEqual([]);
    expect(await doubts('name', '架空届出株式会社', '2022-12-04')).toEqual(unknown);
    expect(await doubts('name', '架空届出株式会社', '2024-06-28')).toEqual([]);
    expect(await doubts('name', '架空届出株式会社', '2024-10-01')).toEqual(unknown);
    const [gap] = (await resolve('name', '架空届出株式会社', '2024-10-01')).gaps;
    expect(gap.message).toMatch(
      /^EDINET states this name from 2022-12-05 to 2024-06-28; .* on 2024-10-01\.$/,
    );
    expect(await doubts('corporate_number', corporateNumber(1), '2020-01-01')).toEqual([]);
    expect(await doubts('name', '架空自動車株式会社', dayFromToday(2))).toEqual(['as_of: as_of_in_future']);
  });

  it('resolves a code as it was then', async () => {
    await database.knex('listings').insert({
      company_id: idOf(2),
      exchange: 'tse',
      code: '9777',
      security_kind: 'common',
      listed_from: '2001-01-01',
      listed_to: '2010-01-01',
      as_of: '2010-01-01',
    });
    expect((await resolve('securities_code', '9777')).data).toMatchObject({ status: 'not_found' });
    expect((await resolve('securities_code', '9777', '2005-05-05')).data).toMatchObject({
      status: 'resolved',
      company_id: idOf(2),
    });
    expect((await resolve('securities_code', '9777', '2010-01-01')).data).toMatchObject({
      status: 'not_found',
    });
  });

  it.each([
    ['an unknown type', { identifier_type: 'phone', identifier: '1' }, 'identifier_type'],
    ['no identifier', { identifier_type: 'name' }, 'identifier'],
    ['a blank identifier', { identifier_type: 'name', identifier: ' ' }, 'identifier'],
    ['a day that does not exist', { identifier_type: 'name', identifier: 'x', as_of: '2026-02-30' }, 'as_of'],
  ])('refuses %s', async (_, request, field) => {
    const { body } = await service.as(account).post('/api/service/resolve').send(request).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_request', details: [{ field }] });
  });
});

describe('a batch with a day in the past', () => {
  it('reads who had the codes in one statement, however many items it has', async () => {
    const { knex } = database;
    const client = new Client({ node: testStack().elasticsearchUrl });
    const companies = new CompaniesService(new CompaniesStore(knex));
    const lookup = new CompanyLookup({
      gateway: new SearchGateway(new Engine(client)),
      alias: `${service.indexPrefix}companies`,
    });
    const resolver = new CompanyResolveService({
      matching: new RowMatching({ lookup, companies, holders: new IdentifierHoldersStore(knex) }),
      companies,
      invoiceRegister: new InvoiceRegisterService(new InvoiceRegisterStore(knex)),
      now: () => new Date(),
    });
    let statements = 0;
    const count = () => {
      statements += 1;
    };
    knex.on('query', count);
    const items = Array.from({ length: 1_000 }, (_, at) => ({
      identifier_type: 'securities_code' as const,
      identifier: String(9_203 - at),
      as_of: at % 2 === 0 ? '2026-01-01' : '2025-12-31',
    }));
    const outcomes = await resolver.resolveMany(items);
    knex.off('query', count);
    await client.close();
    expect(statements).toBe(1);
    expect(outcomes.map(({ data }) => data.status)).toEqual(['resolved', ...Array(999).fill('not_found')]);
  });
});

describe('POST /resolve/batch', () => {
  const batch = async (count: number, identifier: (at: number) => string) => {
    const items = Array.from({ length: count }, (_, at) => ({
      key: `k${at}`,
      identifier_type: 'name',
      identifier: identifier(at),
    }));
    const { body } = await service.as(account).post('/api/service/resolve/batch').send({ items }).expect(200);
    return body.items as { key: string; data: Resolution; gaps: { code: string }[] }[];
  };

  it('lists all candidates of a few items', async () => {
    const items = await batch(3, () => '株式会社多数');
    for (const { data } of items) expect(data).toMatchObject({ status: 'ambiguous', candidate_count: 51 });
    expect(items.map(({ data }) => data.candidates.length)).toEqual([50, 50, 50]);
  });

  it.each<[string, (at: number) => string]>([
    ['items that are the same', () => '株式会社多数'],
    ['spellings of one name', (at) => `${'・'.repeat(at % 30)}多数${'!'.repeat(at / 30)}`],
  ])('lists as many candidates as an answer can hold, and says how many there are: %s', async (_, name) => {
    const items = await batch(1_000, name);
    expect(items.map(({ key }) => key)).toEqual(items.map((_item, at) => `k${at}`));
    for (const { data, gaps } of items) {
      expect(data).toMatchObject({ status: 'ambiguous', company_id: null, candidate_count: 51 });
      expect(data.candidates).toHaveLength(5);
      expect(gaps[0]?.code).toBe('candidates_truncated');
    }
  });

  it('settles and answers every item, even if others have many candidates', async () => {
    const items = await batch(1_000, (at) => (at % 2 === 0 ? '株式会社多数' : '架空自動車株式会社'));
    expect(items[1]?.data).toMatchObject({ status: 'resolved', company_id: idOf(1), candidate_count: 1 });
    const listed = items.reduce((sum, { data }) => sum + data.candidates.length, 0);
    expect(listed).toBeLessThanOrEqual(5_000);
    expect(items[0]?.data.candidates).toHaveLength(9);
  });

  it('answers each item under its key, including invalid items', async () => {
    const items = [
      { key: 'a', identifier_type: 'securities_code', identifier: '9203' },
      { key: 'b', identifier_type: 'name', identifier: '株式会社同名商事' },
      { key: 'c', identifier_type: 'phone', identifier: '1' },
      { key: 'd', identifier_type: 'corporate_number', identifier: '1234567890124' },
      { key: 'a', identifier_type: 'company_id', identifier: idOf(9) },
      { key: 'e', identifier_type: 'name' },
      { key: 'f', identifier_type: 'name', identifier: 7203, colour: 'red' },
    ];
    const { body } = await service.as(account).post('/api/service/resolve/batch').send({ items }).expect(200);
    expect(body.items).toMatchObject([
      { key: 'a', data: { status: 'resolved', company_id: idOf(1) }, error: null },
      { key: 'b', data: { status: 'ambiguous' }, error: null },
      { key: 'c', data: null, error: { code: 'invalid_request' } },
      {
        key: 'd',
        data: { status: 'not_found' },
        gaps: [{ code: 'identifier_check_digit_invalid' }],
        error: null,
      },
      { key: 'a', data: { status: 'resolved', company_id: idOf(9) }, error: null },
      { key: 'e', data: null, error: { details: [{ field: 'identifier', message: 'is required' }] } },
      { key: 'f', data: null, error: { details: [{ field: 'identifier' }, { field: 'colour' }] } },
    ]);
  });

  it.each([0, 1001])('refuses %d items', async (count) => {
    const items = Array.from({ length: count }, () => ({
      key: 'k',
      identifier_type: 'name',
      identifier: 'x',
    }));
    const { body } = await service.as(account).post('/api/service/resolve/batch').send({ items }).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_request', details: [{ field: 'items' }] });
  });
});
