import { afterAll, describe, expect, it } from '@jest/globals';
import type { FactBatch } from '../../indexers/facts/index.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { allPages } from '../support/paging.ts';
import { serviceSuite } from '../support/service.ts';

/** What a text means that is not a name, and that search, estimates and Lists agree on it. */

const closed = { status: 'closed', closed_on: '2024-04-01', close_cause: 'liquidated' } as const;

/** Known only from an exchange's list. */
const listedOnly = (code: string, name: string): FactBatch => {
  const { companies, listings } = companyFacts({ number: 1, name, code });
  const company_id = `tse_${code}`;
  return {
    companies: companies.map((row) => ({ ...row, company_id, corporate_number: null, kind: null })),
    company_names: [
      { company_id, kind: 'trade', name, valid_from: null, valid_to: null, source: 'exchange' },
    ],
    listings: listings.map((row) => ({ ...row, company_id, short_name: name })),
  };
};

const world: FactBatch[] = [
  companyFacts({ number: 1, name: '東トヨタ自動車株式会社' }),
  companyFacts({ number: 2, name: 'みずほ銀行架空株式会社' }),
  companyFacts({ number: 3, name: '広源商会合同会社' }),
  companyFacts({ number: 4, name: '京都市場株式会社' }),
  companyFacts({ number: 5, name: '株式会社東京の会社' }),
  companyFacts({ number: 6, name: '株式会社閉店堂', row: closed }),
  companyFacts({ number: 7, name: '株式会社あおい', kana: 'アオイ' }),
  companyFacts({ number: 8, name: 'Zeta Works株式会社' }),
  listedOnly('130A', '架空通運'),
  listedOnly('9999', 'Alpha架空'),
  companyFacts({ number: 9, name: '株式会社うえの' }),
  listedOnly('1111', 'イロハ'),
  companyFacts({ number: 10, name: '三菱架空重工業株式会社' }),
  companyFacts({ number: 11, name: 'ソフトバンク架空株式会社' }),
  companyFacts({ number: 12, name: 'Twin株式会社' }),
  companyFacts({ number: 13, name: 'Twin合同会社' }),
];

const { service, end } = await serviceSuite(world);
afterAll(end);
await service.reindexCompanies();
const account = await service.createAccount({ plan: 'demo', credits: { basic: 100 } });

const post = (path: string, body: object) => service.as(account).post(`/api/service${path}`).send(body);
const search = async (body: object) => (await post('/search', body).expect(200)).body;
const estimate = async (definition: object) =>
  (await post('/lists/estimate', { definition }).expect(200)).body;
const materialize = (estimate_id: string, key: string) =>
  post('/lists/materialize', { estimate_id, name: 'x', execute: true, maxCredits: 50 }).set(
    'Idempotency-Key',
    key,
  );
const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code);
const ids = (body: { companies: { company: { company_id: string } }[] }) =>
  body.companies.map(({ company }) => company.company_id);

describe('words inside compounds', () => {
  it.each([
    ['自動車', [1]],
    ['トヨタ自動車', [1]],
    ['銀行', [2]],
    ['商会', [3]],
    ['都市', []],
    ['重工', [10]],
    ['工業', [10]],
    ['重工業', [10]],
    ['バンク', [11]],
    ['ソフトバンク', [11]],
  ])('%s finds %j', async (query, expected) => {
    expect(ids(await search({ query }))).toEqual(expected.map(idOf));
  });
});

describe('the order name', () => {
  it.each(['/search', '/companies'])(
    'of %s is by reading; companies without one follow by their name, with or without a number',
    async (path) => {
      const { body } =
        path === '/search'
          ? await post(path, { order: 'name' }).expect(200)
          : await service.as(account).get(`/api/service${path}?order=name`).expect(200);
      expect(ids(body)).toEqual([
        // Readings, those names among them that are written in kana.
        ...[idOf(7), 'tse_1111', idOf(9)],
        // Latin, hiragana, katakana, kanji; companies of one name by company_id.
        ...['tse_9999', ...[idOf(12), idOf(13)].sort(), idOf(8)],
        ...[idOf(2), idOf(11), idOf(10), idOf(4), idOf(3), idOf(1), idOf(5), 'tse_130A'],
      ]);
    },
  );

  it('can be paged by cursor without a gap', async () => {
    const pages = await allPages((cursor) => search({ order: 'name', limit: 2, cursor }));
    expect(pages.flatMap(ids)).toEqual(ids(await search({ order: 'name' })));
  });
});

describe('a text that asks for conditions', () => {
  const text = '売上100億円以上の東京の会社';

  it('is searched for as a name, and the answer says so', async () => {
    const { companies, warnings, meta } = await search({ query: text });
    expect(companies).toEqual([]);
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: 'unsupported_conditions',
        signal: 'unsupported_conditions',
        field: 'query',
        suggestions: ['filters.min_capital_yen', 'filters.max_capital_yen', 'POST /companies/query'],
      }),
    );
    expect(meta.coverage_warnings).toMatchObject([
      { code: 'unsupported_conditions', signal: 'unsupported_conditions', state: 'unsupported' },
    ]);
  });

  it('gets a warning on the compatibility path and in a discovery', async () => {
    const { body } = await service
      .as(account)
      .get(`/api/service/companies?q=${encodeURIComponent(text)}`)
      .expect(200);
    expect(codes(body.warnings)).toContain('unsupported_conditions');
    const discovery = await post('/discovery', { name: 'x', query: text }).expect(200);
    expect(codes(discovery.body.warnings)).toContain('unsupported_conditions');
    const refused = await post(`/discovery/${discovery.body.discovery.discovery_id}/materialize`, {
      execute: true,
      maxCredits: 10,
    })
      .set('Idempotency-Key', 'discovery')
      .expect(422);
    expect(refused.body.error.code).toBe('list_conditions_not_materializable');
  });

  it('is an unsupported condition of an estimate, which is not saved', async () => {
    const { estimate: frozen, unsupported_conditions } = await estimate({ query: text });
    expect(unsupported_conditions).toMatchObject([
      { code: 'unsupported_conditions', state: 'unsupported', field: 'query' },
    ]);
    const { body } = await materialize(frozen.estimate_id, 'asked').expect(422);
    expect(body.error).toMatchObject({
      code: 'list_conditions_not_materializable',
      details: { unsupported_conditions: [{ code: 'unsupported_conditions' }] },
    });
  });

  it('is a name when a company has it', async () => {
    for (const query of ['東京の会社', '株式会社東京の会社']) {
      const { companies, warnings, meta } = await search({ query });
      expect(ids({ companies })).toEqual([idOf(5)]);
      expect([warnings, meta.coverage_warnings]).toEqual([[], []]);
    }
    const answer = await estimate({ query: '東京の会社' });
    expect(answer).toMatchObject({ estimate: { row_count: 1 }, unsupported_conditions: [] });
  });

  it('gets a warning in a search of titles when no title has it', async () => {
    const { body } = await post('/jobs/search', { query: '東京都にある企業' }).expect(200);
    expect(codes(body.warnings)).toContain('unsupported_conditions');
  });
});

describe('a text that is only compared with names', () => {
  const compared = { code: 'text_compared_with_names', field: 'query' };

  it.each([
    ['自動車', 1],
    ['重工業', 1],
    ['Twin Zeta', 0],
  ])('%s: the estimate says how many rows have it in a name', async (query, rows) => {
    const { estimate: frozen, weak_conditions } = await estimate({ query });
    expect(frozen.row_count).toBe(rows);
    expect(weak_conditions.filter(({ code }: { code: string }) => code === compared.code)).toMatchObject(
      rows === 0 ? [] : [{ ...compared, value: query, message: expect.stringContaining('the one row has') }],
    );
  });

  it('is saved when it finds rows', async () => {
    const { estimate: frozen } = await estimate({ query: '自動車' });
    await materialize(frozen.estimate_id, 'compared').expect(200);
  });

  it('is not reported for exact names, identifiers and filters', async () => {
    const definitions = [
      { query: 'Twin' },
      { query: '株式会社うえの' },
      { query: '130A' },
      { query: idOf(3) },
      { filters: { status: ['active'] } },
    ];
    for (const definition of definitions) {
      const { estimate: frozen, weak_conditions } = await estimate(definition);
      expect([frozen.row_count > 0, weak_conditions]).toEqual([true, []]);
    }
  });
});

describe('an estimate without rows', () => {
  it('of a name that no company has is not saved', async () => {
    const { estimate: frozen, weak_conditions } = await estimate({ query: '株式会社どこにもない名' });
    expect(codes(weak_conditions)).toEqual(['zero_results']);
    const { body } = await materialize(frozen.estimate_id, 'nobody').expect(422);
    expect(body.error.code).toBe('list_conditions_not_materializable');
  });

  it('says that a closed company has the name, as search does', async () => {
    const found = await search({ query: '閉店堂' });
    const frozen = await estimate({ query: '閉店堂' });
    expect(found.companies).toEqual([]);
    expect(frozen.estimate.row_count).toBe(0);
    const ended = { code: 'ended_companies_match', suggestions: [{ company_id: idOf(6), status: 'closed' }] };
    expect(found.warnings).toContainEqual(expect.objectContaining({ code: ended.code }));
    expect(frozen.weak_conditions).toMatchObject([{ code: 'zero_results' }, ended]);
  });

  it('names a city that no company has', async () => {
    const { weak_conditions } = await estimate({ filters: { city: ['どこにもない市'] } });
    expect(weak_conditions).toMatchObject([{ code: 'filter_value_unknown', field: 'filters.city' }]);
  });
});

describe('a closed company that is named by its id', () => {
  const company_ids = [idOf(6)];

  it('is found by search and by both kinds of estimate', async () => {
    expect(ids(await search({ filters: { company_ids } }))).toEqual(company_ids);
    expect((await estimate({ filters: { company_ids } })).estimate.row_count).toBe(1);
    const named = await estimate({ company_ids });
    expect(named).toMatchObject({
      estimate: { row_count: 1 },
      weak_conditions: [{ code: 'ended_companies', value: company_ids }],
    });
  });

  it('is left out by a status that it does not have', async () => {
    expect(ids(await search({ filters: { company_ids, status: ['active'] } }))).toEqual([]);
    expect((await estimate({ filters: { company_ids, status: ['active'] } })).estimate.row_count).toBe(0);
  });
});

describe('a resolved definition', () => {
  it('is accepted as a definition and means the same', async () => {
    const imported = await post('/sources/import', {
      name: 'x',
      originalFilename: 'x.csv',
      contentSha256: `sha256:${'a'.repeat(64)}`,
      headers: ['会社名'],
      rows: [{ 会社名: 'みずほ銀行架空株式会社' }],
    }).expect(200);
    const definitions = [
      { query: '　ﾄﾖﾀ自動車 ' },
      { query: '㍿'.repeat(400) },
      { filters: { status: 'active', prefecture: [] }, order: 'name', limit: 3 },
      { query: '会社', filters: { company_ids: [idOf(5), idOf(8)] }, order: 'employees' },
      { company_ids: [idOf(8), idOf(7), idOf(8)] },
      { source_id: imported.body.source.source_id },
      {
        kind: 'company_query.v1',
        filters: { status: ['active'] },
        financials: [{ metric: 'revenue', op: 'between', value: [1, 2], unit: 'million_yen' }],
        sort: { metric: 'revenue' },
      },
    ];
    for (const definition of definitions) {
      const once = await estimate(definition);
      const again = await estimate(once.resolved_definition);
      expect(again.resolved_definition).toEqual(once.resolved_definition);
      expect(again.estimate.row_count).toBe(once.estimate.row_count);
      expect(again.unsupported_conditions).toEqual(once.unsupported_conditions);
      const members = async ({ estimate_id }: { estimate_id: string }) =>
        (
          await service
            .as(account)
            .get(`/api/service/lists/candidates?estimate_id=${estimate_id}`)
            .expect(200)
        ).body.companies;
      expect(await members(again.estimate)).toEqual(await members(once.estimate));
    }
  });

  it('is by relevance with a query only', async () => {
    const { body } = await post('/lists/estimate', {
      definition: { filters: { status: ['active'] }, order: 'relevance' },
    }).expect(400);
    expect(body.error.details).toMatchObject([{ field: 'definition.order' }]);
  });
});

describe('a query of invisible characters', () => {
  const invisible = [
    ['zero-width characters', '\u200b\u200d\u2060\ufeff'],
    ['direction marks', '\u200e\u202e\u2066 \u2069'],
    ['variation selectors', '\ufe0f\u{e0101}'],
    ['soft hyphens', '\u00ad'],
    ['Hangul fillers', '\u3164\u115f\u1160\uffa0'],
    ['controls', '\u0001\u0007'],
    ['joiners and tags', '\u034f\u{e0041}\u180b\u17b4'],
    ['a blank of braille', '\u2800'],
    ['a byte order mark', '\ufeff'],
  ] as const;

  // The byte order mark is white space where a text is trimmed first.
  const saidOfNothing = /^must (contain a visible character|not be blank)$/;

  it.each(invisible)('%s is refused by every endpoint with a query', async (_, query) => {
    const bodies: readonly [string, object][] = [
      ['/search', { query }],
      ['/jobs/search', { query }],
      ['/observations/search', { query, filters: { technologies: ['genai'] } }],
      ['/discovery', { name: 'x', query, filters: { status: ['active'] } }],
      ['/lists/estimate', { definition: { query, filters: { status: ['active'] } } }],
    ];
    for (const [path, body] of bodies) {
      const answer = await post(path, body).expect(400);
      expect(answer.body.error).toMatchObject({
        code: 'invalid_request',
        details: [{ field: expect.stringContaining('query'), message: expect.stringMatching(saidOfNothing) }],
      });
    }
    for (const path of ['/companies', '/companies/suggest']) {
      const answer = await service.as(account).get(`/api/service${path}`).query({ q: query }).expect(400);
      expect(answer.body.error).toMatchObject({ code: 'invalid_query', details: [{ field: 'q' }] });
    }
  });

  it.each(['\u0301', '・・・', '!?'])('%j is searched for and is not a browse', async (query) => {
    const { companies, warnings } = await search({ query });
    expect(companies).toEqual([]);
    expect(codes(warnings)).toContain('broad_query_restricted');
  });

  it.each([{}, { query: null }, { query: '' }, { query: ' \u3000\n' }])('%j is a browse', async (body) => {
    expect((await search(body)).companies.length).toBeGreaterThan(5);
  });
});

it.each(['location', 'license_number'])('an invisible %s is refused', async (field) => {
  const path = field === 'location' ? '/jobs/search' : '/construction/search';
  await post(path, { filters: { [field]: '\u200b' } }).expect(400);
});
