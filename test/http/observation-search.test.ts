import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { ObservationRow } from '../../indexers/facts/index.ts';
import type { ObservationSearchResult, SourceSearch } from '../../src/contract/observations/observations.ts';
import { companyFacts, formerName, idOf, insertFacts } from '../support/companies.ts';
import { startElasticsearchProxy } from '../support/elasticsearch-proxy.ts';
import { observationOf } from '../support/observations.ts';
import { serviceSuite } from '../support/service.ts';

const path = '/api/service/observations/search';

interface Answer {
  readonly results: readonly ObservationSearchResult[];
  readonly warnings: readonly { readonly code: string; readonly field?: string; readonly value?: unknown }[];
  readonly meta: {
    readonly returned_companies: number;
    readonly matched_companies: number;
    readonly matched_observations: number;
    readonly scan_limit: number;
    readonly scan_limit_requested: number | null;
    readonly technology_aliases: {
      readonly applied: boolean;
      readonly aliased: readonly { readonly input: string }[];
      readonly effective_query: string;
      readonly passthrough: readonly string[];
    };
    readonly source_search: readonly SourceSearch[];
    readonly coverage_warnings: readonly { readonly code: string; readonly message: string }[];
  };
}

const observations: readonly ObservationRow[] = [
  // 1: listed, known for a theme by its reports.
  observationOf(1, 'report-ai', {
    source: 'edinet',
    subtype: 'annual_report',
    summary: '対処すべき課題について記載しています。',
    evidence: { section: '経営方針', text: '生成ＡＩを活用した受発注の自動化を進めております。' },
    confidence: 0.9,
  }),
  observationOf(1, 'report-plain', {
    source: 'edinet',
    subtype: 'annual_report',
    summary: '既存事業の収益力を高めてまいります。',
    evidence: { text: '品質と安全を第一としております。' },
  }),
  observationOf(1, 'bridge-award', {
    type: 'commendation',
    summary: '橋梁の点検技術で表彰されました。',
    observed_at: '2024-05-01T00:00:00Z',
  }),
  // 2: several of one kind, to choose from.
  ...[0.5, 0.9, 0.9].map((confidence, at) =>
    observationOf(2, `bridge-${at}`, {
      type: 'procurement',
      subtype: 'order',
      summary: `橋梁の塗装工事${at}を受注しました。`,
      evidence: { organisation: '架空県', price: 1234567, parties: [{ role: '元請' }] },
      confidence,
      observed_at: `202${at}-01-01T00:00:00Z`,
    }),
  ),
  observationOf(2, 'bridge-in-evidence', {
    type: 'procurement',
    subtype: 'order',
    summary: '補修工事を受注しました。',
    evidence: { title: '橋梁補修' },
  }),
  observationOf(5, 'compound', {
    summary: 'トヨタ自動車株式会社と提携しました。',
    evidence: { text: '主要取引先はみずほ銀行です。' },
  }),
  // 3: not listed, with a website and a technology that names a theme.
  observationOf(3, 'site-chat', {
    source: 'company_website',
    subtype: 'website',
    summary: 'チャットボットで問い合わせに対応しています。',
    confidence: 0.8,
  }),
  observationOf(4, 'hidden-bridge', { summary: '橋梁の設計' }),
  ...['agent-a', 'agent-b'].map((name) =>
    observationOf(5, name, { source: 'edinet', summary: 'AIエージェントの開発' }),
  ),
];

const withTechnology = (number: number, technology: string) => ({
  company_id: idOf(number),
  technology,
  source: 'company_website' as const,
  observed_at: null,
});
const listed = companyFacts({
  number: 1,
  name: '架空重工業株式会社',
  code: '7203',
  kana: 'カクウジュウコウギョウ',
});
const proxy = await startElasticsearchProxy();
const { database, service, end } = await serviceSuite(
  [
    {
      ...listed,
      listings: listed.listings.map((row) => ({ ...row, industry_33_code: '3700', short_name: '架空重工' })),
      company_technologies: [withTechnology(1, 'kubernetes')],
      company_names: [...listed.company_names, formerName(1, '昭和架空造船株式会社', '1990-01-01')],
      company_aliases: [{ alias_id: 'tse_7203', company_id: idOf(1), reason: 'listing' }],
    },
    {
      ...companyFacts({ number: 2, name: '有限会社塗装の架空' }),
      profile_values: [
        { company_id: idOf(2), field: 'industry', value: '建設業', source: 'edinet', observed_at: null },
      ],
    },
    {
      ...companyFacts({
        number: 3,
        name: '株式会社窓口',
        website: 'https://www.kakuu-madoguchi.co.jp/about',
      }),
      company_technologies: [withTechnology(3, 'llm')],
    },
    companyFacts({ number: 4, name: '株式会社非表示', row: { hidden: true } }),
    companyFacts({ number: 5, name: '株式会社五番' }),
    { observations: [...observations] },
  ],
  { ELASTICSEARCH_URL: proxy.url },
);
afterAll(async () => {
  await end();
  await proxy.stop();
});
await service.reindexObservations();
const account = await service.createAccount({ plan: 'unlimited' });
afterEach(() => {
  proxy.fails = () => false;
  proxy.isAway = false;
});

async function search(body: object): Promise<Answer> {
  const answer = await service.as(account).post(path).send(body);
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body;
}

/** Ids of the observations that are shown, in their order. */
async function found(query: string, filters: object = {}, more: object = {}): Promise<string[]> {
  const { results } = await search({ query, filters, observations_per_company: 20, ...more });
  return results.flatMap((result) => result.matched_observations.map(({ observation_id }) => observation_id));
}

const sourceOf = ({ meta }: Answer, name: string) => meta.source_search.find(({ source }) => source === name);

describe('a word of an observation search', () => {
  it.each([
    ['the summary', 'チャットボット', ['site-chat']],
    ['the type', 'procurement', ['bridge-in-evidence', 'bridge-2', 'bridge-1', 'bridge-0']],
    ['what people call the type', '表彰', ['bridge-award']],
    ['the subtype', 'annual_report', ['report-plain', 'report-ai']],
    ['the source', 'company_website', ['site-chat']],
    ['a text of the evidence', '元請', ['bridge-2', 'bridge-1', 'bridge-0']],
    ['a number of the evidence', '1234567', ['bridge-2', 'bridge-1', 'bridge-0']],
    ['the company’s name', '重工業', ['report-plain', 'bridge-award', 'report-ai']],
    ['the company’s short name', '架空重工', ['report-plain', 'bridge-award', 'report-ai']],
    ['a former name of the company', '造船', ['report-plain', 'bridge-award', 'report-ai']],
    ['the industry of a listed company', '輸送用機器', ['report-plain', 'bridge-award', 'report-ai']],
    [
      'the industry that a filer states',
      '建設業',
      ['bridge-in-evidence', 'bridge-2', 'bridge-1', 'bridge-0'],
    ],
    ['the market segment', 'プライム', ['report-plain', 'bridge-award', 'report-ai']],
    ['the website', 'kakuu-madoguchi.co.jp', ['site-chat']],
  ])('is searched for in %s', async (_, word, expected) => {
    expect(await found(word)).toEqual(expected);
  });

  it('must match in some field, and so must every other word', async () => {
    expect(await found('橋梁　架空県')).toEqual(['bridge-2', 'bridge-1', 'bridge-0']);
    expect(await found('橋梁 チャットボット')).toEqual([]);
    expect(await found('重工業 橋梁 commendation')).toEqual(['bridge-award']);
  });

  it('that the analysis splits must be adjacent', async () => {
    expect(await found('塗装工事')).toEqual(['bridge-2', 'bridge-1', 'bridge-0']);
    expect(await found('工事塗装')).toEqual([]);
  });

  it('is found in any width and case', async () => {
    expect(await found('ＰＲＯＣＵＲＥＭＥＮＴ 橋梁補修')).toEqual(['bridge-in-evidence']);
    expect(await found('生成ai')).toEqual(['report-ai']);
  });
});

describe('the answer', () => {
  it('groups by company and shows the best by relevance, confidence, then time', async () => {
    const { results, meta } = await search({ query: '橋梁', observations_per_company: 2 });
    expect(results.map(({ company }) => company.company_id)).toEqual([idOf(2), idOf(1)]);
    const [first] = results;
    expect(first?.company).toMatchObject({ display_name: '有限会社塗装の架空', market_segment: null });
    expect(first?.matched_observations.map(({ observation_id }) => observation_id)).toEqual([
      'bridge-2',
      'bridge-1',
    ]);
    expect(first?.score).toEqual({ matched_observation_count: 4, max_confidence: 1, max_relevance: 1 });
    expect(results[1]?.company).toMatchObject({ display_name: '架空重工', market_segment: 'prime' });
    expect(meta).toMatchObject({ returned_companies: 2, matched_companies: 2, matched_observations: 5 });
  });

  it('shows an observation with every key of the specification', async () => {
    const { results } = await search({ query: '橋梁補修' });
    expect(results[0]?.matched_observations).toEqual([
      {
        observation_id: 'bridge-in-evidence',
        type: 'procurement',
        subtype: 'order',
        source: 'gbizinfo',
        summary: '補修工事を受注しました。',
        evidence: { title: '橋梁補修' },
        match_relevance: 0.8,
        confidence: 1,
        observed_at: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });

  it('shares the relevance equally between the words', async () => {
    const { results } = await search({ query: '橋梁 塗装の架空' });
    expect(results[0]?.score.max_relevance).toBe(0.75);
  });

  it('has as many companies, and as many observations of each, as requested', async () => {
    const answer = await search({ query: '橋梁', limit: 1, observations_per_company: 1 });
    expect(answer.results.map((result) => result.matched_observations.length)).toEqual([1]);
    expect(answer.meta).toMatchObject({ returned_companies: 1, matched_companies: 2 });
    const usual = await search({ query: '橋梁' });
    expect(usual.results[0]?.matched_observations).toHaveLength(3);
  });

  it('never shows a company hidden from searches, or what was deleted after the index was built', async () => {
    expect(await found('橋梁の設計')).toEqual([]);
    await database.knex('observations').where({ observation_id: 'bridge-award' }).delete();
    expect(await found('橋梁', { company_ids: [idOf(1)] })).toEqual([]);
    const [row] = observations.filter(({ observation_id }) => observation_id === 'bridge-award');
    await insertFacts(database.knex, { observations: row ? [row] : [] });
  });

  it('reports what was read from each source, and that nothing else matches', async () => {
    const answer = await search({ query: '橋梁' });
    expect(answer.meta.source_search.map(({ source }) => source)).toEqual([
      'corporate_registry',
      'edinet',
      'gbizinfo',
      'company_website',
      'job_posting',
      'construction_permit',
      'exchange',
    ]);
    expect(sourceOf(answer, 'gbizinfo')).toEqual({
      source: 'gbizinfo',
      searched: true,
      scanned: 5,
      matched: 5,
      matched_kind: 'exact',
      truncated: false,
    });
    expect(sourceOf(answer, 'edinet')).toMatchObject({ searched: true, scanned: 0, truncated: false });
    expect(answer.warnings).toEqual([]);
  });

  it('without results says which words no observation has, and which sources are empty', async () => {
    const answer = await search({ query: '橋梁 ない言葉ばかり' });
    expect(answer.results).toEqual([]);
    expect(answer.warnings).toMatchObject([
      { code: 'zero_results' },
      { code: 'words_not_found', field: 'query', value: ['ない言葉ばかり'] },
    ]);
    expect(answer.meta.coverage_warnings).toMatchObject([
      { code: 'observations_no_data', signal: 'observations', state: 'no_data' },
    ]);
    expect(answer.meta.coverage_warnings[0]?.message).toContain('construction_permit');
    expect(answer.meta.coverage_warnings[0]?.message).not.toContain('edinet');
  });

  it('without results names the filters that keep observations out', async () => {
    const { warnings, meta } = await search({
      query: '橋梁',
      filters: { observation_types: ['commendation'], has_website: true, sources: ['gbizinfo'] },
    });
    expect(warnings).toMatchObject([
      { code: 'zero_results' },
      { code: 'filters_exclude_matches', suggestions: [{ without: 'filters.has_website' }] },
    ]);
    expect(meta.coverage_warnings).toMatchObject([{ signal: 'web', state: 'no_data' }]);
  });

  it('without results names values that no observation has', async () => {
    const { warnings } = await search({
      query: '橋梁',
      filters: { observation_subtypes: ['order', 'ordre'], company_ids: ['cn_9999999999999'] },
    });
    const unknown = warnings.filter(({ code }) => code === 'filter_value_unknown');
    expect(unknown).toMatchObject([
      { field: 'filters.company_ids' },
      { field: 'filters.observation_subtypes', value: 'ordre' },
    ]);
  });

  it('without results warns that conditions in the words were not applied', async () => {
    const { warnings, meta } = await search({ query: '従業員100人以上の会社' });
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'unsupported_conditions', field: 'query', value: ['従業員100人'] }),
    );
    expect(meta.coverage_warnings).toContainEqual(
      expect.objectContaining({ signal: 'unsupported_conditions', state: 'unsupported' }),
    );
  });

  it('finds words inside compounds that the dictionary has as one word', async () => {
    expect(await found('自動車')).toEqual(['compound']);
    expect(await found('銀行')).toEqual(['compound']);
    expect(await found('トヨタ自動車')).toEqual(['compound']);
  });
});

describe('the scan limit', () => {
  it('is 5,000 by default, and at most that for an API key', async () => {
    expect((await search({ query: '橋梁' })).meta).toMatchObject({
      scan_limit: 5000,
      scan_limit_requested: null,
    });
    expect((await search({ query: '橋梁', scan_limit: 5000 })).meta.scan_limit_requested).toBe(5000);
    expect((await search({ query: '橋梁', scan_limit: 10_000 })).meta).toMatchObject({
      scan_limit: 5000,
      scan_limit_requested: 10_000,
    });
    expect((await search({ query: '橋梁', scan_limit: 7 })).meta.scan_limit).toBe(7);
  });

  it('reads the best, and the answer says exactly what was not read', async () => {
    const answer = await search({ query: '橋梁', scan_limit: 2 });
    expect(answer.meta.matched_observations).toBe(2);
    expect(
      answer.results.flatMap((result) => result.matched_observations).map((each) => each.match_relevance),
    ).toEqual([1, 1]);
    expect(sourceOf(answer, 'gbizinfo')).toMatchObject({ scanned: 2, matched: 5, truncated: true });
    expect(sourceOf(answer, 'edinet')).toMatchObject({ scanned: 0, matched: 0, truncated: false });
    expect(answer.warnings).toEqual([
      expect.objectContaining({ code: 'scan_truncated', value: ['gbizinfo'] }),
    ]);
  });
});

describe('the scan limit of a theme', () => {
  it('is reported just as exactly', async () => {
    const filters = { technologies: ['ai_agent'] };
    const cut = await search({ filters, scan_limit: 1 });
    expect(sourceOf(cut, 'edinet')).toEqual({
      source: 'edinet',
      searched: true,
      scanned: 1,
      matched: 2,
      matched_kind: 'exact',
      truncated: true,
    });
    expect(cut.warnings).toMatchObject([{ code: 'scan_truncated', value: ['edinet'] }]);
    const whole = await search({ filters, scan_limit: 2 });
    expect(sourceOf(whole, 'edinet')).toMatchObject({ scanned: 2, matched: 2, truncated: false });
  });
});

describe('a filter', () => {
  it.each([
    ['company_ids', '橋梁', { company_ids: [idOf(1)] }, ['bridge-award']],
    ['company_ids with an alias', '橋梁', { company_ids: ['tse_7203'] }, ['bridge-award']],
    ['observation_types', '橋梁', { observation_types: ['commendation'] }, ['bridge-award']],
    [
      'observation_subtypes',
      '橋梁',
      { observation_subtypes: ['order'] },
      ['bridge-2', 'bridge-1', 'bridge-0', 'bridge-in-evidence'],
    ],
    ['sources', '架空', { sources: ['edinet'] }, ['report-plain', 'report-ai']],
    ['has_website', 'ます', { has_website: true }, ['site-chat']],
    ['has_website false', 'チャットボット', { has_website: false }, []],
    ['has_website false', '橋梁補修', { has_website: false }, ['bridge-in-evidence']],
    ['has_website null', 'チャットボット', { has_website: null }, ['site-chat']],
    ['industries', '橋梁', { industries: ['輸送用機器'] }, ['bridge-award']],
    ['market_segments', '橋梁', { market_segments: ['prime'] }, ['bridge-award']],
    ['website_domains', '窓口', { website_domains: ['https://kakuu-madoguchi.co.jp/'] }, ['site-chat']],
    ['technologies', '橋梁', { technologies: ['Kubernetes'] }, ['bridge-award']],
    [
      'empty lists',
      '橋梁補修',
      {
        industries: [],
        market_segments: [],
        observation_subtypes: [],
        observation_types: [],
        sources: [],
        technologies: [],
        website_domains: [],
      },
      ['bridge-in-evidence'],
    ],
    ['empty company_ids', '橋梁補修', { company_ids: [] }, []],
    ['empty company_ids, with a theme', '', { company_ids: [], technologies: ['genai'] }, []],
  ])('by %s keeps what matches', async (_, query, filters, expected) => {
    expect(await found(query, filters)).toEqual(expected);
  });

  it('keeps a source from being searched', async () => {
    const answer = await search({ query: '橋梁', filters: { sources: ['edinet'] } });
    expect(sourceOf(answer, 'gbizinfo')).toMatchObject({ searched: false, scanned: 0, truncated: false });
  });

  it('with a value that does not exist warns', async () => {
    const { results, warnings } = await search({ query: '橋梁', filters: { market_segments: ['primee'] } });
    expect(results).toEqual([]);
    expect(warnings).toMatchObject([
      { code: 'filter_value_unknown', field: 'filters.market_segments', value: 'primee' },
      { code: 'zero_results' },
      { code: 'filters_exclude_matches', suggestions: [{ without: 'filters.market_segments' }] },
    ]);
  });
});

describe('a theme among the technologies', () => {
  it.each(['generative_ai', 'genai'])('%s finds evidence of EDINET without a query', async (alias) => {
    const answer = await search({ filters: { technologies: [alias] } });
    expect(answer.results.map(({ matched_observations: [best] }) => best?.observation_id)).toEqual([
      'report-ai',
    ]);
    expect(answer.meta.technology_aliases).toMatchObject({ applied: true, aliased: [{ input: alias }] });
    expect(sourceOf(answer, 'edinet')).toMatchObject({ searched: true, scanned: 1 });
    expect(sourceOf(answer, 'gbizinfo')).toMatchObject({ searched: false });
  });

  it('can be combined with words and with a technology of the company', async () => {
    expect(await found('受発注', { technologies: ['genai'] })).toEqual(['report-ai']);
    expect(await found('採用', { technologies: ['genai'] })).toEqual([]);
    expect(await found('受発注', { technologies: ['genai', 'kubernetes'] })).toEqual(['report-ai']);
    expect(await found('受発注', { technologies: ['genai', 'terraform'] })).toEqual([]);
  });

  it('finds words outside EDINET if the company is known for the theme', async () => {
    expect(await found('チャットボット', { technologies: ['llm'] })).toEqual(['site-chat']);
    expect(await found('チャットボット', { technologies: ['ai_agent'] })).toEqual([]);
  });

  it('makes no full-text search when the sources leave EDINET out', async () => {
    proxy.bodies.length = 0;
    const answer = await search({ filters: { technologies: ['genai'], sources: ['company_website'] } });
    expect(answer).toMatchObject({ results: [], meta: { technology_aliases: { applied: false } } });
    expect(answer.warnings).toMatchObject([
      { code: 'technology_alias_not_applied' },
      { code: 'zero_results' },
    ]);
    expect(answer.meta.source_search.filter(({ searched }) => searched)).toEqual([]);
    expect(proxy.bodies).toEqual([]);
  });
});

describe('when the engine fails', () => {
  const isEvidence = (body: string) => body.includes('大規模言語モデル');

  it('during the search, the error says so and shows nothing of the engine', async () => {
    proxy.fails = (body) => !isEvidence(body);
    const { body } = await service.as(account).post(path).send({ query: '橋梁' }).expect(500);
    expect(body).toMatchObject({ ok: false, status: 'error', error: { code: 'observation_query_failed' } });
    expect(JSON.stringify(body)).not.toContain('search_phase');
  });

  it('during the search in EDINET evidence, the error says so', async () => {
    proxy.fails = isEvidence;
    for (const query of ['', '受発注']) {
      const { body } = await service
        .as(account)
        .post(path)
        .send({ query, filters: { technologies: ['genai'] } })
        .expect(500);
      expect(body.error.code).toBe('edinet_evidence_query_failed');
    }
  });

  it('while it counts what was not read, the error names the part', async () => {
    proxy.fails = (body) => body.includes('"size":0');
    const codeFor = async (request: object) =>
      (await service.as(account).post(path).send(request).expect(500)).body.error.code;
    expect(await codeFor({ query: '橋梁', scan_limit: 1 })).toBe('observation_query_failed');
    expect(await codeFor({ filters: { technologies: ['ai_agent'] }, scan_limit: 1 })).toBe(
      'edinet_evidence_query_failed',
    );
  });

  it('in both, the error is that of the search of all sources', async () => {
    proxy.fails = () => true;
    const { body } = await service
      .as(account)
      .post(path)
      .send({ query: '受発注', filters: { technologies: ['genai'] } })
      .expect(500);
    expect(body.error.code).toBe('observation_query_failed');
  });

  it('altogether, the advice is to wait, not to leave out the theme', async () => {
    proxy.isAway = true;
    const { body } = await service
      .as(account)
      .post(path)
      .send({ filters: { technologies: ['genai'] } })
      .expect(500);
    expect(body.error).toMatchObject({ code: 'observation_query_failed', recovery: 'Try again later.' });
  });
});

describe('a request', () => {
  it.each([
    [{}, 'query'],
    [{ query: '　' }, 'query'],
    [{ query: 'x', limit: 0 }, 'limit'],
    [{ query: 'x', limit: 101 }, 'limit'],
    [{ query: 'x', observations_per_company: 21 }, 'observations_per_company'],
    [{ query: 'x', scan_limit: 10_001 }, 'scan_limit'],
    [{ query: 'x', filters: { sources: ['rumours'] } }, 'filters.sources[0]'],
    [{ query: 'x', filters: { prefecture: ['13'] } }, 'filters.prefecture'],
    [{ query: 'x', filters: { company_ids: 'tse_7203' } }, 'filters.company_ids'],
    [{ query: 'x', offset: 1 }, 'offset'],
  ])('%j is refused and the field named', async (body, field) => {
    const { body: answer } = await service.as(account).post(path).send(body).expect(400);
    expect(answer.error.code).toBe('invalid_request');
    expect(answer.error.details).toEqual([expect.objectContaining({ field })]);
  });

  it('with a query that is too long is refused', async () => {
    const { body } = await service
      .as(account)
      .post(path)
      .send({ query: 'x'.repeat(1001) })
      .expect(400);
    expect(body.error.details).toEqual([expect.objectContaining({ field: 'query' })]);
  });

  it('counts toward the heavy limit and costs no credit', async () => {
    const limited = await service.createAccount({ overrides: { heavy_per_minute: 2 } });
    const send = () => service.as(limited).post(path).send({ query: '橋梁' });
    await send().expect(200);
    await send().expect(200);
    const { body, headers } = await send().expect(429);
    expect(body.error.code).toBe('rate_limit_exceeded');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await database.knex('credit_ledger').where({ account_id: limited.accountId })).toEqual([]);
  });
});
