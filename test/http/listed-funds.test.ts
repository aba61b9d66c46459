import { afterAll, expect, it } from '@jest/globals';
import { companyFacts, idOf } from '../support/companies.ts';
import { serviceSuite } from '../support/service.ts';
import { SourceAccount } from '../support/sources.ts';

const { database, service, end } = await serviceSuite([
  companyFacts({ number: 1, name: '株式会社架空堂', code: '1301' }),
  companyFacts({ number: 2, name: '幻影リート投資法人' }),
  companyFacts({ number: 3, name: '双子投資法人' }),
  companyFacts({ number: 4, name: '双子投資法人' }),
]);
afterAll(end);
const fund = { code: '1999', name: '架空ＥＴＦ', category: 'ETF・ETN' };
await database.knex('listed_funds').insert({ ...fund, exchange: 'tse', as_of: '2026-01-31' });
// A company has the same code: it is meant.
await database
  .knex('listed_funds')
  .insert({ ...fund, code: '1301', name: '別ＥＴＦ', exchange: 'tse', as_of: '2026-01-31' });
const reits = [
  { code: '8991', name: '幻影リート投資法人' },
  { code: '8992', name: '双子投資法人' },
  { code: '8993', name: '未登録リート投資法人' },
];
await database
  .knex('listed_funds')
  .insert(reits.map((reit) => ({ ...reit, category: 'REIT', exchange: 'tse', as_of: '2026-01-31' })));
await service.reindexCompanies();
const account = await service.createAccount({ plan: 'unlimited', credits: { basic: 10 } });
const message =
  'The securities code 1999 is of 架空ＥＴＦ (ETF・ETN), which is listed as a fund and not as a company.';

async function resolve(identifier: string) {
  const body = { identifier_type: 'securities_code', identifier };
  return (await service.as(account).post('/api/service/resolve').send(body).expect(200)).body;
}

it('says of the code of a fund that it is one, with its name, wherever it is given', async () => {
  for (const code of ['1999', '１９９９', '1999.T', '19990'])
    expect(await resolve(code)).toMatchObject({
      data: { status: 'not_found', candidates: [] },
      gaps: [{ code: 'identifier_of_fund', message }],
    });
  const searched = await service.as(account).post('/api/service/search').send({ query: '1999' }).expect(200);
  expect(searched.body.companies).toEqual([]);
  expect(searched.body.warnings).toEqual([
    expect.objectContaining({ code: 'zero_results' }),
    { code: 'identifier_of_fund', message, field: 'query', value: '1999', suggestions: [fund] },
  ]);
});

it('keeps a row with it for nobody, free of charge, and names the fund', async () => {
  const caller = new SourceAccount(service, account);
  const rows = await caller.allRows(await caller.resolved([{ ticker: '1999', name: '架空ＥＴＦ' }]));
  expect(rows).toMatchObject([
    {
      resolve_status: 'not_found',
      company_id: null,
      paid: false,
      reason: { code: 'code_of_fund' },
      issues: [{ code: 'ticker_of_fund', field: 'ticker', message, fund: '架空ＥＴＦ' }],
    },
  ]);
});

it('finds the company, if one has the code', async () => {
  expect(await resolve('1301')).toMatchObject({ data: { status: 'resolved' }, gaps: [] });
});

it('finds the investment corporation of a code by its name on the list, if only one company has it', async () => {
  expect(await resolve('8991')).toMatchObject({
    data: { status: 'resolved', company_id: idOf(2) },
    gaps: [],
  });
  const searched = await service.as(account).post('/api/service/search').send({ query: '8991' }).expect(200);
  expect(searched.body.warnings[1]).toMatchObject({
    code: 'identifier_of_fund',
    suggestions: [{ code: '8991', company_id: idOf(2), legal_name: '幻影リート投資法人' }],
  });
  for (const code of ['8992', '8993'])
    expect(await resolve(code)).toMatchObject({
      data: { status: 'not_found' },
      gaps: [{ code: 'identifier_of_fund' }],
    });
  const caller = new SourceAccount(service, account);
  const rows = await caller.allRows(
    await caller.resolved([
      { ticker: '8991', name: '幻影リート投資法人' },
      { ticker: '8991', name: '幻影リート' },
      { ticker: '8991', name: '' },
      { ticker: '8991', name: '株式会社架空堂' },
    ]),
  );
  expect(rows.map(({ company_id, reason }) => [company_id, reason?.code])).toEqual([
    [idOf(2), 'code_and_name'],
    [idOf(2), 'code_and_name'],
    [idOf(2), 'code_alone'],
    [null, 'identifier_and_name_differ'],
  ]);
});

it('knows a fund by its name alone, and the company that has the name of one', async () => {
  const caller = new SourceAccount(service, account);
  const rows = await caller.allRows(
    await caller.resolved([
      { name: '架空ｅｔｆ' },
      { name: '未登録リート投資法人' },
      { name: '幻影リート投資法人' },
    ]),
  );
  expect(rows).toMatchObject([
    {
      resolve_status: 'not_found',
      company_id: null,
      paid: false,
      reason: { code: 'name_of_fund' },
      issues: [{ code: 'name_of_fund', field: 'name', message, fund: '架空ＥＴＦ' }],
    },
    { company_id: null, reason: { code: 'name_of_fund' } },
    { company_id: idOf(2), reason: { code: 'full_name' } },
  ]);
  const body = { identifier_type: 'name', identifier: '架空ＥＴＦ' };
  const answer = await service.as(account).post('/api/service/resolve').send(body).expect(200);
  expect(answer.body).toMatchObject({
    data: { status: 'not_found' },
    gaps: [{ code: 'identifier_of_fund', message }],
  });
});
