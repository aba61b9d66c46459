import { afterAll, expect, it } from '@jest/globals';
import { companyFacts } from '../support/companies.ts';
import { serviceSuite } from '../support/service.ts';
import { SourceAccount } from '../support/sources.ts';

const { database, service, end } = await serviceSuite([
  companyFacts({ number: 1, name: '株式会社架空堂', code: '1301' }),
]);
afterAll(end);
const fund = { code: '1999', name: '架空ＥＴＦ', category: 'ETF・ETN' };
await database.knex('listed_funds').insert({ ...fund, exchange: 'tse', as_of: '2026-01-31' });
// A company has the same code: it is meant.
await database.knex('listed_funds').insert({ ...fund, code: '1301', exchange: 'tse', as_of: '2026-01-31' });
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
