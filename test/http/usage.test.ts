import { afterAll, describe, expect, it } from '@jest/globals';
import { serviceSuite, startTestService } from '../support/service.ts';

const companies = '/api/service/companies';
const usage = '/api/service/usage';
const batch = '/api/service/resolve/batch';

const { database, service, end } = await serviceSuite();
afterAll(end);
await service.reindexCompanies();

const item = (key: number) => ({ key: String(key), identifier_type: 'securities_code', identifier: '7203' });

describe('a limited answer', () => {
  it('carries RateLimit and RateLimit-Policy, whether it is a success or an error', async () => {
    const account = await service.createAccount();
    const success = await service.as(account).get(companies).expect(200);
    expect(success.headers['ratelimit-policy']).toMatch(
      /^"search-month";q=200000;w=\d+, "search-day";q=10000;w=86400, "search-minute";q=600;w=60$/,
    );
    expect(success.headers.ratelimit).toMatch(
      /^"search-month";r=199999;t=\d+, "search-day";r=9999;t=\d+, "search-minute";r=599;t=\d+$/,
    );
    const failure = await service.as(account).get(`${companies}?colour=red`).expect(400);
    expect(failure.headers.ratelimit).toContain('"search-minute"');
  });

  it('is 429 with Retry-After over the limit, before the schema is checked, and uses no quota', async () => {
    const account = await service.createAccount({
      overrides: { search_per_minute: 2, daily_search_quota: 9 },
    });
    let refusal = await service.as(account).get(companies);
    // The minute may end between two requests.
    for (let request = 0; request < 9 && refusal.status === 200; request += 1)
      refusal = await service.as(account).get(companies);
    expect(refusal.status).toBe(429);
    const refused = await service.as(account).get(`${companies}?colour=red`);
    expect([429, 400]).toContain(refused.status);
    expect(refusal.body).toMatchObject({
      ok: false,
      status: 'error',
      error: { code: 'rate_limit_exceeded' },
    });
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refusal.headers.ratelimit).toContain('"search-minute";r=0');
    const { body } = await service.as(account).get(usage).expect(200);
    expect(body.day.searches).toBe(body.day.search_quota.used);
    expect(body.day.searches).toBeLessThan(9);
  });

  it('names the quota that is used up, with the seconds to midnight in Tokyo', async () => {
    const account = await service.createAccount({ overrides: { daily_search_quota: 1 } });
    await service.as(account).get(companies).expect(200);
    const { body, headers } = await service.as(account).get(companies).expect(429);
    expect(body.error.code).toBe('daily_search_quota_exceeded');
    const reset = new Date(body.error.details.resets_at);
    expect(reset.toISOString()).toMatch(/T15:00:00\.000Z$/);
    expect(Math.abs(Number(headers['retry-after']) - (reset.getTime() - Date.now()) / 1000)).toBeLessThan(3);

    const monthly = await service.createAccount({ overrides: { monthly_search_quota: 0 } });
    const refused = await service.as(monthly).get(companies).expect(429);
    expect(refused.body.error.code).toBe('monthly_search_quota_exceeded');
  });

  it('counts every item of a batch, and refuses a batch whole', async () => {
    const account = await service.createAccount({ overrides: { daily_search_quota: 5 } });
    await service
      .as(account)
      .post(batch)
      .send({ items: [item(1), item(2), item(3)] })
      .expect(200);
    const { body } = await service
      .as(account)
      .post(batch)
      .send({ items: [item(1), item(2), item(3)] })
      .expect(429);
    expect(body.error).toMatchObject({
      code: 'daily_search_quota_exceeded',
      message: 'This request counts as 3, but the limit search-day has only 2 left.',
      details: { remaining: 2, requested: 3 },
    });
    await service
      .as(account)
      .post(batch)
      .send({ items: [item(1), item(2)] })
      .expect(200);
  });

  it('counts decisions about single rows as searches, and those about many rows also as heavy', async () => {
    const account = await service.createAccount({
      overrides: { heavy_per_minute: 2, search_per_minute: 10 },
    });
    const caller = service.as(account);
    const decide = (decisions: object[]) =>
      caller
        .post('/api/service/sources/00000000-0000-0000-0000-000000000000/decisions')
        .set('Idempotency-Key', 'k')
        .send({ execute: true, maxCredits: 0, decisions });
    const skip = { row: 1, action: 'not_a_company' };
    for (const few of [[skip], Array.from({ length: 10 }, () => skip)]) {
      const { headers } = await decide(few).expect(404);
      expect(headers.ratelimit).not.toContain('heavy');
    }
    expect((await decide([{ ...skip, applyTo: 'same' }]).expect(404)).headers.ratelimit).toContain(
      '"heavy-minute";r=1',
    );
    await decide(Array.from({ length: 11 }, () => skip)).expect(404);
    const { body } = await decide([{ ...skip, applyTo: 'same' }]).expect(429);
    expect(body.error.code).toBe('rate_limit_exceeded');
    await decide([skip]).expect(404);
  });

  it('counts a batch as one request of the heavy rate, and says what remains of rate and quotas', async () => {
    const account = await service.createAccount({ overrides: { heavy_per_minute: 2, search_per_minute: 1 } });
    const items = Array.from({ length: 500 }, (_, at) => item(at));
    const { headers } = await service.as(account).post(batch).send({ items }).expect(200);
    expect(headers.ratelimit).toMatch(/"heavy-minute";r=1;.*"search-month";r=199500;.*"search-day";r=9500;/);
    await service.as(account).post(batch).send({ items }).expect(200);
    const { body } = await service.as(account).post(batch).send({ items }).expect(429);
    expect(body.error.code).toBe('rate_limit_exceeded');
    await service.as(account).get(companies).expect(200);
  });

  it('returns the quota of an invalid request', async () => {
    const account = await service.createAccount({ overrides: { daily_search_quota: 1 } });
    await service.as(account).get(`${companies}?colour=red`).expect(400);
    await service.as(account).get(companies).expect(200);
    await service.as(account).get(companies).expect(429);
  });
});

describe('GET /usage', () => {
  it('shows searches with their credits, quotas and resets, at once', async () => {
    const account = await service.createAccount({ overrides: { heavy_per_minute: null } });
    await service.as(account).get(companies).expect(200);
    await service.as(account).get(companies).expect(200);
    await service
      .as(account)
      .post(batch)
      .send({ items: [item(1), item(2)] })
      .expect(200);
    const { body } = await service.as(account).get(usage).expect(200);
    const totals = { requests: 3, searches: 4, heavy: 1, request_credits: 4, operation_credits: 0 };
    expect(body).toEqual({
      ok: true,
      time_zone: 'Asia/Tokyo',
      day: {
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        ...totals,
        search_quota: {
          limit: 10_000,
          used: 4,
          remaining: 9_996,
          resets_at: expect.stringMatching(/T15:00:00\.000Z$/),
        },
      },
      month: {
        month: body.day.date.slice(0, 7),
        ...totals,
        search_quota: {
          limit: 200_000,
          used: 4,
          remaining: 199_996,
          resets_at: expect.stringMatching(/T15:00:00\.000Z$/),
        },
      },
      days: [{ date: body.day.date, ...totals }],
      rates: { search: { limit: 600, window_seconds: 60 }, heavy: { limit: null, window_seconds: 60 } },
      cost_per_company_search: { request_credits: 1, operation_credits: 0 },
    });
  });

  it('shows null for unlimited, and is not a limited request itself', async () => {
    const account = await service.createAccount({ plan: 'unlimited' });
    const { body, headers } = await service.as(account).get(usage).expect(200);
    expect(body.day).toMatchObject({ requests: 0, search_quota: { limit: null, used: 0, remaining: null } });
    expect(headers).not.toHaveProperty('ratelimit');
  });

  it('shows the demo plan as it is: the standard rates, and quotas of a million a day', async () => {
    const account = await service.createAccount({ plan: 'demo' });
    const { headers } = await service.as(account).get(companies).expect(200);
    expect(headers['ratelimit-policy']).toMatch(
      /^"search-month";q=31000000;w=\d+, "search-day";q=1000000;w=86400, "search-minute";q=600;w=60$/,
    );
    expect(headers.ratelimit).toContain('"search-day";r=999999;');
    const { body } = await service.as(account).get(usage).expect(200);
    expect(body.day.search_quota).toMatchObject({ limit: 1_000_000, used: 1, remaining: 999_999 });
    expect(body.rates).toMatchObject({ search: { limit: 600 }, heavy: { limit: 60 } });
  });

  it('is written when the service stops, and unused leases are returned', async () => {
    const account = await service.createAccount();
    const second = await startTestService(database, { INDEX_PREFIX: service.indexPrefix });
    await second.as(account).get(companies).expect(200);
    await second.stop({ keepIndices: true });
    const leases = await database
      .knex('limit_leases')
      .where({ account_id: account.accountId })
      // Nothing is returned for a minute that has ended.
      .where('window_end', '>', new Date())
      .pluck('leased');
    expect(leases.length).toBeGreaterThanOrEqual(2);
    expect(new Set(leases)).toEqual(new Set([1]));
    const { body } = await service.as(account).get(usage).expect(200);
    expect(body.day.searches).toBe(1);
  });
});
