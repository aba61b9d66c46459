import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companyFacts, corporateNumber, insertFacts } from '../support/companies.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service.ts';

describe('the whole way', () => {
  let database: SuiteDatabase;
  let service: TestService;
  let account: TestAccount;

  beforeAll(async () => {
    database = await suiteDatabase();
    service = await startTestService(database);
    account = await service.createAccount();
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  it('is not open before the index is there: search says so with 503 and when to try again', async () => {
    const { body, headers } = await service.as(account).get('/api/service/companies?q=7203').expect(503);
    expect(body.error.code).toBe('search_unavailable');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain(service.indexPrefix);
  });

  it('leads from Postgres through the index to an answer, on all three paths', async () => {
    await insertFacts(
      database.knex,
      companyFacts({ number: 1, name: 'トヨタ自動車株式会社', kana: 'トヨタジドウシャ', code: '7203' }),
      companyFacts({ number: 2, name: '株式会社二' }),
    );
    await service.reindexCompanies();
    const company_id = `cn_${corporateNumber(1)}`;
    const found = { company: { company_id, legal_name: 'トヨタ自動車株式会社' } };
    const posted = await service.as(account).post('/api/service/search').send({ query: '7203' }).expect(200);
    expect(posted.body).toMatchObject({ ok: true, object: 'company_search', companies: [found] });
    const got = await service.as(account).get('/api/service/companies?q=トヨタ自動車').expect(200);
    expect(got.body).toMatchObject({ ok: true, object: 'company_search', companies: [found] });
    const resolved = await service
      .as(account)
      .post('/api/service/resolve')
      .send({ identifier_type: 'securities_code', identifier: '7203' })
      .expect(200);
    expect(resolved.body).toMatchObject({ ok: true, data: { status: 'resolved', company_id } });
  });
});
