import { afterAll, describe, expect, it } from '@jest/globals';
import type { FactBatch, JobPostingRow } from '../../indexers/facts/index.ts';
import { constructionResultSchema } from '../../src/contract/construction/construction.ts';
import { jobsResultSchema } from '../../src/contract/jobs/jobs.ts';
import { companyFacts, idOf, jobOf, permitOf } from '../support/companies.ts';
import { dayFromToday } from '../support/days.ts';
import { allPages } from '../support/paging.ts';
import { serviceSuite } from '../support/service.ts';

const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
let jobs = 0;

function job(number: number, title: string, parts: Partial<JobPostingRow> = {}): JobPostingRow {
  jobs += 1;
  return jobOf(number, `job-${String(jobs).padStart(3, '0')}`, { title, ...parts });
}

function permit(number: number, types: string[], from: number, until: number, license?: string) {
  const usual = `国土交通大臣許可（特－${number}）第${number}号`;
  return permitOf(number, license ?? usual, { types, from, until });
}

const world: FactBatch[] = [
  ...numbers.map((number) =>
    companyFacts({
      number,
      name: `株式会社第${number}`,
      prefecture:
        number % 2 === 0
          ? { code: '27', name: '大阪府', city: '大阪市北区' }
          : { code: '13', name: '東京都', city: '千代田区' },
      employees: number * 10,
    }),
  ),
  {
    job_postings: [
      job(1, '機械学習エンジニア（Ｐｙｔｈｏｎ）', { ai_related: true, location: '東京都港区' }),
      job(1, '経理 担当', { location: '大阪府大阪市', opened_at: dayFromToday(-1) }),
      job(2, 'Python開発エンジニア', { location: '大阪府大阪市', opened_at: dayFromToday(0) }),
      job(3, 'エンジニア', { closed_at: dayFromToday(0) }),
      job(4, 'エンジニア', { opened_at: dayFromToday(1) }),
      job(5, '生成AI研究員', { ai_related: true, closed_at: dayFromToday(1) }),
      ...Array.from({ length: 7 }, (_, at) => job(6, `営業 ${at}`, { opened_at: dayFromToday(-20 - at) })),
      job(7, '100%リモート_営業', { location: '全国' }),
      job(7, '𠮷野店 {"a",\\b}_% アウアイ'),
    ],
    construction_permits: [
      permit(1, ['building', 'painting'], -100, 0),
      permit(2, ['electrical'], -10, 400),
      permit(3, ['building'], -100, -1),
      permit(4, ['building'], 1, 100),
      permit(5, ['painting'], -50, 20),
      ...Array.from({ length: 6 }, (_, at) => permit(6, ['roofing'], -50, 30 + at, `許可 ${at}`)),
    ],
  },
];

const { database, service, end } = await serviceSuite(world);
afterAll(end);
await service.reindexCompanies();
const account = await service.createAccount();
const other = await service.createAccount();

type Path = 'jobs' | 'construction';

interface Result {
  readonly company: { readonly company_id: string };
  readonly count: number;
}

function search(path: Path, body: object, as = account) {
  return service.as(as).post(`/api/service/${path}/search`).send(body);
}

const numberOf = ({ company }: Result) => numbers.find((number) => idOf(number) === company.company_id);

async function found(path: Path, body: object): Promise<(number | undefined)[]> {
  const answer = (await search(path, body).expect(200)).body;
  return answer.results.map(numberOf).sort();
}

describe('job search', () => {
  it.each<[string, object, number[]]>([
    ['no condition: companies with current openings', {}, [1, 2, 5, 6, 7]],
    ['openings related to AI', { filters: { ai_related: true } }, [1, 5]],
    ['openings not related to AI', { filters: { ai_related: false } }, [1, 2, 6, 7]],
    ['a word of the title', { query: 'エンジニア' }, [1, 2]],
    ['a word in another width and case', { query: 'python' }, [1, 2]],
    ['words of one title', { query: 'python　機械学習' }, [1]],
    ['words of two titles', { query: '機械学習 経理' }, []],
    ['signs that have a meaning in patterns', { query: '100% _営業' }, [7]],
    ['a place of work', { filters: { location: '大阪' } }, [1, 2]],
    ['one of several places', { filters: { location: ['港区', '全国'] } }, [1, 7]],
    [
      'conditions that one opening must meet together',
      { filters: { ai_related: true, location: '大阪' } },
      [],
    ],
    ['a day since which it is open', { filters: { opened_since: dayFromToday(-1) } }, [1, 2]],
    ['a place of the head office', { company_filters: { prefecture: ['東京都'] } }, [1, 5, 7]],
    ['a headcount', { company_filters: { max_employees: 20 }, query: 'エンジニア' }, [1, 2]],
    ['a single letter', { query: '経' }, [1]],
    ['two letters', { query: 'ＡＩ' }, [5]],
    ['a letter outside the basic plane, and the one after it', { query: '𠮷野' }, [7]],
    ['letters that are all in the title, but in another order', { query: '学機' }, []],
    ['pairs of letters that are all in the title, but not as this word', { query: 'アイアウ' }, []],
    ['signs of arrays and patterns', { query: '{"a",\\b}_%' }, [7]],
    ['a single letter of a place', { filters: { location: '港' } }, [1]],
    ['nothing in a blank query', { query: '　 ' }, [1, 2, 5, 6, 7]],
    [
      'nothing in empty lists',
      { filters: { location: [] }, company_filters: { prefecture: [] } },
      [1, 2, 5, 6, 7],
    ],
    ['no company', { company_filters: { company_ids: [] } }, []],
  ])('by %s', async (_, body, expected) => {
    expect(await found('jobs', body)).toEqual(expected);
  });

  it('gives five openings of each company, the newest first, and counts all that match', async () => {
    const { body } = await search('jobs', { query: '営業' }).expect(200);
    expect(body).toMatchObject({ ok: true, object: 'jobs_search', status: 'ready', warnings: [] });
    const results = jobsResultSchema.array().parse(body.results);
    expect(results.map(({ company, count }) => [company.company_id, count])).toEqual([
      [idOf(6), 7],
      [idOf(7), 1],
    ]);
    expect(results[0]?.jobs.map(({ title }) => title)).toEqual([0, 1, 2, 3, 4].map((at) => `営業 ${at}`));
    expect(results[1]?.jobs).toMatchObject([
      { title: '100%リモート_営業', location: '全国', closed_at: null, source: 'job_posting' },
    ]);
  });
});

it.each([
  ['jobs', 'opened_since'],
  ['construction', 'valid_on'],
  ['construction', 'expires_before'],
] as const)('%s search refuses %s in a year that no calendar has', async (path, field) => {
  const { body } = await search(path, { filters: { [field]: '0000-01-01' } }).expect(400);
  expect(body.error).toMatchObject({ code: 'invalid_request', details: [{ field: `filters.${field}` }] });
  await search(path, { filters: { [field]: '0001-01-01' } }).expect(200);
});

describe('construction search', () => {
  it.each<[string, object, number[]]>([
    ['no condition: companies with a valid permit', {}, [1, 2, 5, 6]],
    ['a licence type', { filters: { license_types: 'painting' } }, [1, 5]],
    ['one of several licence types', { filters: { license_types: ['electrical', 'roofing'] } }, [2, 6]],
    ['a day', { filters: { valid_on: dayFromToday(1) } }, [2, 4, 5, 6]],
    ['a day in the past', { filters: { valid_on: dayFromToday(-1), license_types: ['building'] } }, [1, 3]],
    ['an end that is near', { filters: { expires_before: dayFromToday(21) } }, [1, 5]],
    [
      'an end and a type together',
      { filters: { expires_before: dayFromToday(21), license_types: ['building'] } },
      [1],
    ],
    [
      'a licence number in another width',
      { filters: { license_number: '国土交通大臣許可(特－2)第2号' } },
      [2],
    ],
    [
      'a licence number that is no longer valid',
      { filters: { license_number: '国土交通大臣許可（特－3）第3号' } },
      [],
    ],
    ['a place of the head office', { company_filters: { prefecture: ['大阪府'] } }, [2, 6]],
    [
      'nothing in empty lists',
      { filters: { license_types: [] }, company_filters: { city: [] } },
      [1, 2, 5, 6],
    ],
    ['no company', { company_filters: { company_ids: [] } }, []],
  ])('by %s', async (_, body, expected) => {
    expect(await found('construction', body)).toEqual(expected);
  });

  it('gives five permits of each company, those valid longest first, and counts all that match', async () => {
    const { body } = await search('construction', {}).expect(200);
    const [first] = constructionResultSchema.array().parse(body.results);
    expect(first).toMatchObject({ company: { company_id: idOf(6) }, count: 6 });
    expect(first?.permits.map(({ license_number }) => license_number)).toEqual(
      [5, 4, 3, 2, 1].map((at) => `許可 ${at}`),
    );
    expect(body.object).toBe('construction_search');
  });
});

describe.each<[Path, object, object]>([
  ['jobs', {}, { query: 'エンジニア' }],
  ['construction', {}, { filters: { expires_before: dayFromToday(500) } }],
])('a page of %s search', (path, plain, narrowed) => {
  it('has totals and paging of the kind of company search', async () => {
    const { meta } = (await search(path, { ...plain, limit: 2 }).expect(200)).body;
    const all = (await found(path, plain)).length;
    expect(meta).toMatchObject({
      returned_companies: 2,
      matched_companies: all,
      total_kind: 'exact',
      total_count_source: 'exact_count',
      has_more: true,
      more_results_exist: true,
      results_truncated: false,
      pagination_supported: true,
    });
    const rest = (await search(path, { ...plain, limit: 100, offset: 2 }).expect(200)).body;
    expect(rest.results).toHaveLength(all - 2);
  });

  it.each([
    ['without conditions', plain],
    ['with conditions of single rows', narrowed],
  ])('%s pages by cursor through every company once', async (_, body) => {
    const pages = await allPages(
      async (cursor) => (await search(path, { ...body, limit: 1, cursor }).expect(200)).body,
    );
    const walked = pages.flatMap(({ results }) => results.map(numberOf));
    expect([...walked].sort()).toEqual(await found(path, body));
    expect(new Set(walked).size).toBe(walked.length);
  });

  it('has a cursor that is valid only for its own conditions, path and account', async () => {
    const cursor = (await search(path, { ...plain, limit: 1 }).expect(200)).body.meta.next_cursor;
    await search(path, { ...plain, limit: 1, cursor }).expect(200);
    const refused = [
      search(path, { ...plain, cursor }, other),
      search(path, { ...narrowed, cursor }),
      search(path === 'jobs' ? 'construction' : 'jobs', { cursor }),
    ];
    for (const answer of await Promise.all(refused))
      expect(answer.body.error).toMatchObject({ code: 'invalid_cursor' });
  });

  it('leaves out a company whose rows were deleted since indexing', async () => {
    const table = path === 'jobs' ? 'job_postings' : 'construction_permits';
    const rows = await database
      .knex(table)
      .where({ company_id: idOf(6) })
      .del('*');
    const { body } = await search(path, plain).expect(200);
    expect(body.results.map(numberOf)).not.toContain(6);
    expect(body.meta).toMatchObject({
      total_kind: 'lower_bound',
      total_count_source: 'lower_bound_fallback',
    });
    await database.knex(table).insert(rows);
  });

  it('that is empty says that this is not proof', async () => {
    const { body } = await search(path, { ...plain, company_filters: { company_ids: [idOf(8)] } }).expect(
      200,
    );
    expect(body.results).toEqual([]);
    expect(body.warnings).toContainEqual(expect.objectContaining({ code: 'zero_results' }));
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ cursor: 'x', offset: 1 }, 'offset'],
    [{ order: 'mood' }, 'order'],
    [{ filters: { colour: 'red' } }, 'filters.colour'],
    [{ company_filters: { colour: 'red' } }, 'company_filters.colour'],
    [
      { filters: { opened_since: 'x', valid_on: 'x' } },
      path === 'jobs' ? 'filters.opened_since' : 'filters.valid_on',
    ],
  ])('is refused with %j', async (body, field) => {
    const refused = await search(path, body).expect(400);
    expect(refused.body.error.code).toBe('invalid_request');
    expect(refused.body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });
});

describe('conditions that more companies meet than one search can cover', () => {
  it('say so, and the total is a lower bound', async () => {
    // They are not in the index, and not in the table of companies: the postings alone say that there are too many.
    await database.knex.raw(`
      SET LOCAL session_replication_role = replica;
      INSERT INTO job_postings (job_id, company_id, title, opened_at, source, ai_related)
        SELECT 'many-' || n, 'tse_' || upper(lpad(to_hex(n), 5, '0')), '多数募集', current_date - 30, 'job_posting', false
        FROM generate_series(1, 50000) AS n;
      INSERT INTO job_postings (job_id, company_id, title, opened_at, source, ai_related)
        VALUES ('many-newest', '${idOf(2)}', '多数募集', current_date - 1, 'job_posting', false)`);
    const { body } = await search('jobs', { query: '多数募集' }).expect(200);
    expect(body.results.map(numberOf)).toEqual([2]);
    expect(body.warnings).toContainEqual(expect.objectContaining({ code: 'conditions_too_broad' }));
    expect(body.meta).toMatchObject({
      total_kind: 'lower_bound',
      total_count_source: 'lower_bound_fallback',
      matched_companies: 1,
      results_truncated: true,
    });
  });
});
