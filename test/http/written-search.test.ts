import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FactBatch, NameRow } from '../../indexers/facts/index.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { startElasticsearchProxy } from '../support/elasticsearch-proxy.ts';
import { serviceSuite } from '../support/service.ts';

const english = (number: number, name: string): NameRow => ({
  company_id: idOf(number),
  kind: 'english',
  name,
  source: 'edinet',
  valid_from: null,
  valid_to: null,
});

const tokyo = { code: '13', name: '東京都', city: '千代田区' };
const osaka = { code: '27', name: '大阪府', city: '大阪市' };
const kyoto = { code: '26', name: '京都府', city: '京都市' };
const okinawa = { code: '47', name: '沖縄県', city: '那覇市' };

/** More companies of one name than a lookup of a name lists. */
const crowd = Array.from({ length: 60 }, (_, at) =>
  companyFacts({
    number: 100 + at,
    name: '株式会社多数架空',
    prefecture: at === 59 ? okinawa : tokyo,
  }),
);

const world: FactBatch[] = [
  companyFacts({ number: 1, name: '株式会社架空電機', prefecture: tokyo, code: '9203' }),
  companyFacts({ number: 2, name: '青葉架空建設株式会社', prefecture: osaka }),
  companyFacts({ number: 3, name: '株式会社架空精密製作所', prefecture: kyoto }),
  companyFacts({ number: 4, name: '架空種子株式会社', prefecture: tokyo, code: '9204' }),
  companyFacts({ number: 5, name: '株式会社ＫＡＫＵＵＳＥＥＤ' }),
  companyFacts({ number: 6, name: 'ＫＡＫＵＵＳＥＥＤ合同会社' }),
  companyFacts({ number: 7, name: '株式会社閉店架空堂', row: { status: 'closed', closed_on: '2024-04-01' } }),
  companyFacts({ number: 8, name: '株式会社青葉村' }),
  companyFacts({ number: 9, name: '株式会社青葉村田製作所' }),
  ...crowd,
  {
    company_names: [
      english(1, 'Kakuu Electric Co., Ltd.'),
      english(3, 'Kakuu Precision Works Corporation'),
      english(4, 'KAKUUSEED CO.,LTD.'),
    ],
  },
];

const proxy = await startElasticsearchProxy();
const { service, end } = await serviceSuite(world, { ELASTICSEARCH_URL: proxy.url });
afterAll(async () => {
  await end();
  await proxy.stop();
});
await service.reindexCompanies();
const account = await service.createAccount({ plan: 'unlimited' });
beforeEach(() => {
  proxy.bodies.length = 0;
});

interface Answer {
  readonly companies: readonly {
    readonly company: { readonly company_id: string };
    readonly query_match: { readonly relevance: number; readonly matched_by: readonly object[] };
  }[];
  readonly written: object | null;
  readonly suggestions: readonly object[];
  readonly warnings: readonly { readonly code: string; readonly suggestions?: readonly object[] }[];
  readonly meta: { readonly next_cursor: string | null; readonly [key: string]: unknown };
}

async function search(query: string, rest: object = {}): Promise<Answer> {
  const { body } = await service
    .as(account)
    .post('/api/service/search')
    .send({ query, ...rest })
    .expect(200);
  return body;
}

const ids = ({ companies }: Answer) => companies.map(({ company }) => company.company_id);
const codes = ({ warnings }: Answer) => warnings.map(({ code }) => code);
const setAside = (kind: string, text: string) => ({ kind, text });

describe('a name as people write it', () => {
  it.each<[string, string, number[], object[]]>([
    [
      'a branch and 御中 behind it',
      '株式会社架空電機 大阪支店 御中',
      [1],
      [setAside('branch', '大阪支店'), setAside('honorific', '御中')],
    ],
    ['ほか2社 behind it', '㈱架空電機ほか2社', [1], [setAside('and_others', 'ほか2社')]],
    ['a role before it', '(代)青葉架空建設株式会社', [2], [setAside('role', '代')]],
    [
      'a telephone number behind it',
      '青葉架空建設㈱ TEL 06-1234-5678',
      [2],
      [setAside('telephone', 'TEL 06-1234-5678')],
    ],
    [
      'another company beside it',
      '株式会社架空電機・青葉架空建設株式会社共同企業体',
      [1, 2],
      [setAside('other_company', '青葉架空建設株式会社'), setAside('note', '共同企業体')],
    ],
  ])('finds the companies that it names: %s', async (_, query, numbers, set_aside) => {
    const found = await search(query);
    expect(ids(found)).toEqual(numbers.map(idOf));
    expect(found.written).toMatchObject({ set_aside });
    expect(codes(found)).toEqual(['part_of_query_matched']);
    expect(found.suggestions).toEqual([]);
    expect(found.meta).toMatchObject({
      query: expect.any(String),
      matched_companies: numbers.length,
      total_kind: 'lower_bound',
      has_more: false,
    });
  });

  it('says by which name each company was found', async () => {
    const [first] = (await search('株式会社架空電機 大阪支店 御中')).companies;
    expect(first?.query_match).toMatchObject({
      relevance: 0.8,
      matched_by: expect.arrayContaining([
        expect.objectContaining({ field: 'legal_name', value: '株式会社架空電機', rule: 'exact' }),
      ]),
    });
  });

  it('keeps the filters, and says when they exclude all companies that it names', async () => {
    const query = '株式会社架空電機・青葉架空建設株式会社共同企業体';
    expect(ids(await search(query, { filters: { prefecture: ['大阪府'] } }))).toEqual([idOf(2)]);
    const none = await search(query, { filters: { prefecture: ['北海道'] } });
    expect(none.companies).toEqual([]);
    expect(codes(none)).toEqual(['part_of_query_matched', 'zero_results', 'filters_exclude_matches']);
  });

  it('finds a closed company only with its status', async () => {
    const none = await search('株式会社閉店架空堂 御中');
    expect(codes(none)).toContain('ended_companies_match');
    const filters = { status: ['closed'] };
    expect(ids(await search('株式会社閉店架空堂 御中', { filters }))).toEqual([idOf(7)]);
  });

  it.each([
    ['by relevance', {}],
    ['by name', { order: 'name' }],
  ])('gives every company of a crowded name once, by cursor and by offset: %s', async (_, rest) => {
    const query = '株式会社多数架空 御中';
    const walked: string[] = [];
    let page = await search(query, { ...rest, limit: 25 });
    for (;;) {
      expect(page.written).toMatchObject({ name: '株式会社多数架空' });
      walked.push(...ids(page));
      const cursor = page.meta.next_cursor;
      if (cursor === null) break;
      page = await search(query, { ...rest, limit: 25, cursor });
    }
    expect([...walked].sort()).toEqual(crowd.map((_company, at) => idOf(100 + at)).sort());
    const offsets = [0, 25, 50].map((offset) => search(query, { ...rest, limit: 25, offset }));
    expect((await Promise.all(offsets)).flatMap(ids)).toEqual(walked);
  });

  it('reaches the one company of a crowded name that meets the filters', async () => {
    const found = await search('株式会社多数架空 御中', { filters: { prefecture: ['沖縄県'] } });
    expect(ids(found)).toEqual([idOf(159)]);
  });

  it('is read by POST /search alone, and neither saved nor priced in a List', async () => {
    const query = '株式会社架空電機 大阪支店 御中';
    const { body } = await service
      .as(account)
      .get(`/api/service/companies?q=${encodeURIComponent(query)}`)
      .expect(200);
    expect(body.companies).toEqual([]);
    expect(body).not.toHaveProperty('written');
    const estimate = await service
      .as(account)
      .post('/api/service/lists/estimate')
      .send({ definition: { query } })
      .expect(200);
    expect(estimate.body.estimate.row_count).toBe(0);
  });
});

describe('suggestions', () => {
  it('are companies with a similar name, and no results', async () => {
    const found = await search('株式会社架空精蜜製作所');
    expect(found.companies).toEqual([]);
    expect(found.suggestions).toEqual([
      expect.objectContaining({
        company_id: idOf(3),
        name: '株式会社架空精密製作所',
        reason: 'slip',
        meets_conditions: true,
      }),
    ]);
    expect(found.meta).toMatchObject({ returned_companies: 0, matched_companies: 0 });
    expect(found.warnings.find(({ code }) => code === 'did_you_mean')?.suggestions).toEqual([
      { company_id: idOf(3), name: '株式会社架空精密製作所' },
    ]);
  });

  it('say whether a company meets the filters', async () => {
    const meets = async (prefecture: string) =>
      (await search('株式会社架空精蜜製作所', { filters: { prefecture: [prefecture] } })).suggestions;
    expect(await meets('京都府')).toMatchObject([{ company_id: idOf(3), meets_conditions: true }]);
    expect(await meets('北海道')).toMatchObject([{ company_id: idOf(3), meets_conditions: false }]);
  });

  it('stand beside results whose name was cut off before text that is not understood', async () => {
    const found = await search('株式会社青葉村田製做所');
    expect(found.written).toMatchObject({
      name: '株式会社青葉村',
      set_aside: [setAside('note', '田製做所')],
    });
    expect(ids(found)).toEqual([idOf(8)]);
    expect(found.suggestions).toMatchObject([{ company_id: idOf(9), reason: 'slip' }]);
  });

  it('are made for English names too', async () => {
    const { suggestions } = await search('Kakuu Precison Works Corporation');
    expect(suggestions).toMatchObject([{ company_id: idOf(3), reason: 'slip' }]);
  });

  it('are not made for text that is no name', async () => {
    for (const query of ['株式会社', '9999', 'nobody-kakuu.co.jp', '東京の建設会社']) {
      const { suggestions, written } = await search(query);
      expect([query, written, suggestions]).toEqual([query, null, []]);
    }
  });
});

describe('the cost of a search', () => {
  it('is one query of the engine if it finds companies', async () => {
    for (const query of ['株式会社架空電機', '架空', '製作所 精密', 'kakuu elec']) {
      proxy.bodies.length = 0;
      expect((await search(query)).companies.length).toBeGreaterThan(0);
      expect([query, proxy.bodies.length]).toEqual([query, 1]);
    }
  });

  it('is one request and no credits, whatever it asks beyond', async () => {
    const usage = async () => {
      const { body } = await service.as(account).get('/api/service/usage').expect(200);
      return body.day as { searches: number; heavy: number; operation_credits: number };
    };
    const before = await usage();
    await search('株式会社架空電機 大阪支店 御中');
    await search('株式会社架空精蜜製作所');
    expect(await usage()).toMatchObject({
      searches: before.searches + 2,
      heavy: before.heavy,
      operation_credits: 0,
    });
  });
});

describe('an English name', () => {
  it.each([
    'KAKUUSEED CO.,LTD.',
    'KakuuSeed Co., Ltd',
    'kakuuseed company limited',
    'KakuuSeed Company, Limited',
  ])(
    'finds the company with exactly this name and form before those that have it without: %s',
    async (query) => {
      expect(ids(await search(query))[0]).toBe(idOf(4));
      const { body } = await service
        .as(account)
        .post('/api/service/resolve')
        .send({ identifier_type: 'name', identifier: query })
        .expect(200);
      expect(body.data).toMatchObject({ status: 'ambiguous', candidates: [{ company_id: idOf(4) }, {}, {}] });
    },
  );

  it('with K.K. does not settle on a company that only has the same letters', async () => {
    const settled = async (identifier: string) => {
      const { body } = await service
        .as(account)
        .post('/api/service/resolve')
        .send({ identifier_type: 'name', identifier })
        .expect(200);
      return body.data.company_id;
    };
    expect(await settled('KakuuSeed K.K.')).toBeNull();
    expect(await settled('Kabushiki Kaisha KakuuSeed')).toBeNull();
    expect(await settled('株式会社KAKUUSEED')).toBe(idOf(5));
  });

  it.each([
    'Kakuu Electric',
    'KAKUU ELECTRIC CORPORATION',
    'Kakuu Electric K.K.',
    'The Kakuu Electric Co.,Ltd',
  ])('finds its company in another form: %s', async (query) => {
    expect(ids(await search(query))[0]).toBe(idOf(1));
  });
});
