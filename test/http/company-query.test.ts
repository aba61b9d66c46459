import { afterAll, describe, expect, it } from '@jest/globals';
import { financialQueryResultSchema } from '../../src/contract/financial-query/financial-query.ts';
import { companyFacts, idOf, noteChange } from '../support/companies.ts';
import { serviceSuite, startTestService } from '../support/service.ts';

const million = 1_000_000;

/** Revenue in million yen by year. */
const figures: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  1: { 2025: 100, 2024: 90 },
  2: { 2025: 101, 2024: 120 },
  3: { 2025: 99, 2024: 99 },
  4: { 2024: 150 },
  5: { 2025: -5 },
};
const companies = 8;

function capitalOf(number: number, value: number, source: 'edinet' | 'gbizinfo', observed_at: string | null) {
  return { company_id: idOf(number), field: 'capital_yen', value: value * million, source, observed_at };
}

const { database, service, end } = await serviceSuite([
  ...Array.from({ length: companies }, (_, at) => at + 1).map((number) =>
    companyFacts({
      number,
      name: `株式会社${'一二三四五六七八'[number - 1]}番`,
      ...(number % 2 === 0 && { prefecture: { code: '27', name: '大阪府', city: '大阪市北区' } }),
      employees: number * 10,
    }),
  ),
  {
    financials: [
      ...Object.entries(figures).flatMap(([number, years]) =>
        Object.entries(years).map(([year, value]) => ({
          company_id: idOf(Number(number)),
          fiscal_year: Number(year),
          metric: 'revenue',
          value: value * million,
          source: 'edinet' as const,
          observed_at: '2025-06-30T00:00:00Z',
        })),
      ),
      ...[1, 2, 3].map((number) => ({
        company_id: idOf(number),
        fiscal_year: 2025,
        metric: 'equity_ratio',
        value: number / 10,
        source: 'edinet' as const,
        observed_at: null,
      })),
      {
        company_id: idOf(1),
        fiscal_year: 1998,
        metric: 'net_income',
        value: 7,
        source: 'gbizinfo' as const,
        observed_at: null,
      },
      {
        company_id: idOf(2),
        fiscal_year: 2020,
        metric: 'capital',
        value: 300 * million,
        source: 'gbizinfo' as const,
        observed_at: '2021-03-31T00:00:00Z',
      },
    ],
    // Of two statements without a year the newer one counts, and none counts beside one with a year.
    profile_values: [
      capitalOf(1, 400, 'gbizinfo', '2024-01-01T00:00:00Z'),
      capitalOf(1, 500, 'edinet', '2025-12-24T00:00:00Z'),
      capitalOf(2, 900, 'edinet', '2025-12-24T00:00:00Z'),
      capitalOf(3, 50, 'gbizinfo', null),
    ],
  },
]);
afterAll(end);
await service.reindexCompanies();
const account = await service.createAccount();
const other = await service.createAccount();

function query(body: object, as = account) {
  return service
    .as(as)
    .post('/api/service/companies/query')
    .send({ kind: 'company_query.v1', ...body });
}

interface Entry {
  readonly company: { readonly company_id: string };
}

async function found(body: object): Promise<number[]> {
  const answer = (await query(body).expect(200)).body;
  return answer.companies.map(({ company }: Entry) =>
    Array.from({ length: companies }, (_, at) => at + 1).find(
      (number) => idOf(number) === company.company_id,
    ),
  );
}

const revenue = (condition: object) => ({ financials: [{ metric: 'revenue', ...condition }] });
const byRevenue = { sort: { metric: 'revenue', direction: 'asc' } };

describe('a financial condition', () => {
  it.each([
    ['gte', { op: 'gte', value: 100, unit: 'million_yen' }, [1, 2, 4]],
    ['lte', { op: 'lte', value: 100, unit: 'million_yen' }, [5, 3, 1]],
    ['between, both ends included', { op: 'between', value: [99, 100], unit: 'million_yen' }, [3, 1]],
    ['yen by default', { op: 'gte', value: 101 * million }, [2, 4]],
    ['thousands', { op: 'gte', value: 100_001, unit: 'thousand_yen' }, [2, 4]],
    ['fractions of a unit', { op: 'gte', value: 100.5, unit: 'million_yen' }, [2, 4]],
    ['below zero', { op: 'lte', value: -5, unit: 'million_yen' }, [5]],
    ['a year', { op: 'gte', value: 99, unit: 'million_yen', fiscal_year: 2024 }, [3, 2, 4]],
    ['a year as text', { op: 'lte', value: 99, unit: 'million_yen', fiscal_year: '2024' }, [1, 3]],
    [
      'the latest year, by its name',
      { op: 'gte', value: 150, unit: 'million_yen', fiscal_year: 'latest' },
      [4],
    ],
    ['a year without figures', { op: 'gte', value: 0, fiscal_year: 2031 }, []],
  ])('%s', async (_, condition, numbers) => {
    const sort = { ...byRevenue.sort, fiscal_year: Reflect.get(condition, 'fiscal_year') };
    expect(await found({ ...revenue(condition), sort })).toEqual(numbers);
  });

  it('is joined with others: all must hold', async () => {
    const financials = [
      { metric: 'revenue', op: 'gte', value: 99, unit: 'million_yen' },
      { metric: 'equity_ratio', op: 'gte', value: 0.2 },
    ];
    expect(await found({ financials, ...byRevenue })).toEqual([3, 2]);
  });

  it('is joined with the filters of company search', async () => {
    const filters = { prefecture: ['大阪府'], max_employees: 20 };
    expect(await found({ ...revenue({ op: 'gte', value: 0 }), filters })).toEqual([2]);
    const unknown = await query({ ...revenue({ op: 'gte', value: 0 }), filters: { colour: 'red' } }).expect(
      400,
    );
    expect(unknown.body.error.details).toMatchObject([{ field: 'filters.colour' }]);
  });

  it('shows the figures that met the conditions, with year, source and time', async () => {
    const { body } = await query({
      financials: [
        { metric: 'revenue', op: 'gte', value: 100, unit: 'million_yen' },
        { metric: 'revenue', op: 'gte', value: 100, unit: 'million_yen', fiscal_year: 2024 },
        { metric: 'equity_ratio', op: 'lte', value: 1 },
      ],
    }).expect(200);
    expect(body).toMatchObject({
      ok: true,
      object: 'company_query',
      kind: 'company_query.v1',
      status: 'ready',
    });
    expect(body.companies).toHaveLength(1);
    const entry = financialQueryResultSchema.parse(body.companies[0]);
    expect(entry.company.company_id).toBe(idOf(2));
    expect(entry.financials).toEqual([
      {
        metric: 'revenue',
        fiscal_year: 2025,
        value: 101 * million,
        unit: 'yen',
        source: 'edinet',
        observed_at: '2025-06-30T00:00:00.000Z',
      },
      expect.objectContaining({ metric: 'revenue', fiscal_year: 2024, value: 120 * million }),
      expect.objectContaining({ metric: 'equity_ratio', unit: 'ratio', value: 0.2, observed_at: null }),
    ]);
  });
});

describe('capital', () => {
  const capital = (condition: object) => ({
    financials: [{ metric: 'capital', op: 'gte', value: 0, ...condition }],
    sort: { metric: 'capital' },
  });

  it('of the newest year is that of the profile if no year is known', async () => {
    const { body } = await query(capital({})).expect(200);
    expect(body.companies.map(({ company }: Entry) => company.company_id)).toEqual([1, 2, 3].map(idOf));
    expect(
      body.companies.map(
        (entry: { financials: { value: number; fiscal_year: number | null; source: string }[] }) =>
          entry.financials.map(({ value, fiscal_year, source }) => [value / million, fiscal_year, source]),
      ),
    ).toEqual([[[500, null, 'edinet']], [[300, 2020, 'gbizinfo']], [[50, null, 'gbizinfo']]]);
    expect(body.meta).toMatchObject({
      matched_companies: 3,
      total_kind: 'exact',
      excluded_no_data: companies - 3,
    });
    expect(await found(capital({ op: 'lte', value: 300, unit: 'million_yen' }))).toEqual([2, 3]);
    expect(await found(capital({ op: 'between', value: [450, 1000], unit: 'million_yen' }))).toEqual([1]);
  });

  it('of a year is only what a source states for it', async () => {
    const year = { metric: 'capital', op: 'gte', value: 0, fiscal_year: 2020 };
    const { body } = await query({ financials: [year] }).expect(200);
    expect(body.companies.map(({ company }: Entry) => company.company_id)).toEqual([idOf(2)]);
    expect(body.meta.excluded_no_data).toBe(companies - 1);
  });

  it('that changes in the profile is found after the next sync, as in the index', async () => {
    await database.knex.raw(
      "UPDATE profile_values SET value = '700000000' WHERE company_id = ? AND source = 'edinet'",
      [idOf(1)],
    );
    await noteChange(database.knex, idOf(1));
    await service.reindexCompanies();
    expect(await found(capital({ value: 600, unit: 'million_yen' }))).toEqual([1]);
  });
});

describe('companies without a value', () => {
  it('are left out and counted', async () => {
    const { body } = await query(revenue({ op: 'gte', value: 100, unit: 'million_yen' })).expect(200);
    expect(body.meta).toMatchObject({
      excluded_no_data: 3,
      matched_companies: 3,
      total_kind: 'exact',
      total_count_source: 'exact_count',
      returned_companies: 3,
      has_more: false,
      next_cursor: null,
    });
    const year = await query(revenue({ op: 'gte', value: 0, fiscal_year: 2024 })).expect(200);
    expect(year.body.meta.excluded_no_data).toBe(4);
    const within = await query({
      ...revenue({ op: 'gte', value: 0 }),
      filters: { prefecture: ['大阪府'] },
    }).expect(200);
    expect(within.body.meta.excluded_no_data).toBe(2);
  });

  it('are left out and counted also when a metric only orders', async () => {
    const { body } = await query({
      ...revenue({ op: 'gte', value: 0 }),
      sort: { metric: 'equity_ratio' },
    }).expect(200);
    expect(body.companies.map(({ company }: Entry) => company.company_id)).toEqual([3, 2, 1].map(idOf));
    expect(body.meta.excluded_no_data).toBe(5);
  });

  it('are reported by a coverage warning', async () => {
    const { body } = await query(revenue({ op: 'gte', value: 0 })).expect(200);
    expect(body.meta.coverage_warnings).toEqual([]);
    await database
      .knex('signal_coverage')
      .where({ signal: 'financials' })
      .update({ companies_with_value: 1 });
    const again = await startTestService(database, { INDEX_PREFIX: service.indexPrefix });
    const weak = await again
      .as(account)
      .post('/api/service/companies/query')
      .send({ kind: 'company_query.v1', ...revenue({ op: 'gte', value: 0 }) })
      .expect(200);
    expect(weak.body.meta.coverage_warnings).toMatchObject([{ signal: 'financials', state: 'weak' }]);
    await again.stop({ keepIndices: true });
  });
});

describe('a page', () => {
  it.each([
    ['by name', {}],
    ['by a company order', { sort: 'employees' }],
    ['by a metric', { sort: { metric: 'revenue', direction: 'desc' } }],
    ['by a metric of a year', { sort: { metric: 'revenue', fiscal_year: 2024, direction: 'asc' } }],
  ])('%s pages by cursor through every company once', async (_, sort) => {
    const request = { ...revenue({ op: 'gte', value: -100, unit: 'million_yen' }), ...sort, limit: 2 };
    const whole = await found({ ...request, limit: 100 });
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: { companies: Entry[]; meta: Record<string, unknown> } } = await query({
        ...request,
        ...(cursor && { cursor }),
      }).expect(200);
      walked.push(...body.companies.map(({ company }) => company.company_id));
      if (cursor)
        expect(body.meta).toMatchObject({
          total_kind: 'unknown',
          matched_companies: null,
          excluded_no_data: null,
        });
      cursor = body.meta.next_cursor as string | null;
    } while (cursor !== null);
    expect(walked).toEqual(whole.map(idOf));
    expect(walked.length).toBeGreaterThanOrEqual(4);
  });

  it('has a cursor that is valid only for its own conditions and account', async () => {
    const request = { ...revenue({ op: 'gte', value: 0 }), limit: 1 };
    const cursor = (await query(request).expect(200)).body.meta.next_cursor;
    await query({ ...request, cursor }).expect(200);
    const refused = [
      query({ ...request, cursor }, other),
      query({ ...revenue({ op: 'gte', value: 1 }), cursor }),
      query({ ...request, sort: 'employees', cursor }),
      service.as(account).post('/api/service/search').send({ cursor, limit: 1 }),
    ];
    for (const answer of await Promise.all(refused))
      expect(answer.body.error).toMatchObject({ code: 'invalid_cursor' });
  });

  it('leaves out a company whose figure changed since indexing, and its totals say so', async () => {
    const figure = database
      .knex('financials')
      .where({ company_id: idOf(2), metric: 'revenue', fiscal_year: 2025 });
    await figure.clone().update({ value: 1 });
    const { body } = await query(revenue({ op: 'gte', value: 101, unit: 'million_yen' })).expect(200);
    expect(body.companies.map(({ company }: Entry) => company.company_id)).toEqual([idOf(4)]);
    expect(body.meta).toMatchObject({
      total_kind: 'lower_bound',
      total_count_source: 'lower_bound_fallback',
    });
    await figure.clone().update({ value: 101 * million });
  });
});

describe('a payload', () => {
  it.each([
    [{ kind: 'company_query.v2' }, 'kind'],
    [{ financials: [] }, 'financials'],
    [{ financials: undefined }, 'financials'],
    [revenue({ op: 'eq', value: 1 }), 'financials[0].op'],
    [revenue({ op: 'gte', value: '1' }), 'financials[0].value'],
    [revenue({ op: 'gte', value: [1, 2] }), 'financials[0].value'],
    [revenue({ op: 'gte', value: 1e19 }), 'financials[0].value'],
    [revenue({ op: 'between', value: 1 }), 'financials[0].value'],
    [revenue({ op: 'between', value: [2, 1] }), 'financials[0].value'],
    [revenue({ op: 'between', value: [1, 2, 3] }), 'financials[0].value'],
    [revenue({ op: 'gte', value: 1, unit: 'dollar' }), 'financials[0].unit'],
    [revenue({ op: 'gte', value: 1, fiscal_year: 1999 }), 'financials[0].fiscal_year'],
    [revenue({ op: 'gte', value: 1, fiscal_year: 'last' }), 'financials[0].fiscal_year'],
    [{ financials: [{ metric: 'mood', op: 'gte', value: 1 }] }, 'financials[0].metric'],
    [{ financials: [{ metric: 'equity_ratio', op: 'gte', value: 1, unit: 'yen' }] }, 'financials[0].unit'],
    [{ ...revenue({ op: 'gte', value: 1 }), sort: 'mood' }, 'sort'],
    [{ ...revenue({ op: 'gte', value: 1 }), sort: { metric: 'mood' } }, 'sort.metric'],
    [{ ...revenue({ op: 'gte', value: 1 }), query: 'トヨタ' }, 'query'],
    [{ ...revenue({ op: 'gte', value: 1 }), limit: 101 }, 'limit'],
  ])('is refused: %j', async (body, field) => {
    const refused = await query(body).expect(400);
    expect(refused.body.error.code).toBe('invalid_request');
    expect(refused.body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });

  it('is refused with max_employees while the enrichment view is rebuilt', async () => {
    await database.knex('enrichment_view_state').update({ status: 'rebuilding' });
    const { body } = await query({
      ...revenue({ op: 'gte', value: 0 }),
      filters: { max_employees: 5 },
    }).expect(422);
    expect(body.error.code).toBe('max_employees_unsupported_on_this_path');
    await database.knex('enrichment_view_state').update({ status: 'ready' });
  });
});
