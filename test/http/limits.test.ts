import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { LimitKind } from '../../src/contract/usage/usage.ts';
import type { Account, AccountLimits } from '../../src/features/accounts/account.ts';
import { LimitsStore } from '../../src/features/limits/limits-store.ts';
import { RequestLimits } from '../../src/features/limits/request-limits-service.ts';
import type { LimitDecision } from '../../src/http/limits.ts';
import { newAccount, SetClock } from '../support/credits.ts';
import { suiteDatabase } from '../support/database.ts';
import { fullAccess, unlimited } from '../support/test-route.ts';

let clock: SetClock;

const database = await suiteDatabase();
afterAll(() => database.drop());

/** One process's limiter. */
function limiter(): RequestLimits {
  return new RequestLimits({ store: new LimitsStore(database.knex), now: clock.now });
}

async function accountWith(limits: Partial<AccountLimits>): Promise<Account> {
  clock = new SetClock(new Date('2026-08-21T03:00:10Z'));
  const accountId = await newAccount(database.knex);
  return {
    accountId,
    keyId: randomUUID(),
    planId: 'standard',
    ...fullAccess,
    limits: { ...unlimited, ...limits },
  };
}

/** Takes, and is served. */
async function use(
  limits: RequestLimits,
  account: Account,
  kind: LimitKind = 'search',
  cost = 1,
): Promise<LimitDecision> {
  const decision = await limits.take(account, kind, cost);
  decision.settle?.('served');
  return decision;
}

/** How many of this many requests in a row are admitted. */
async function admitted(
  limits: RequestLimits,
  account: Account,
  requests: number,
  kind: LimitKind = 'search',
): Promise<number> {
  let count = 0;
  for (let request = 0; request < requests; request += 1)
    if (!(await use(limits, account, kind)).refusal) count += 1;
  return count;
}

describe('the rate of a minute', () => {
  it('admits exactly its number, says what remains, and when to try again', async () => {
    const account = await accountWith({ searchPerMinute: 20 });
    const limits = limiter();
    expect((await use(limits, account)).headers).toEqual({
      'RateLimit-Policy': '"search-minute";q=20;w=60',
      RateLimit: '"search-minute";r=19;t=50',
    });
    expect(await admitted(limits, account, 30)).toBe(19);
    clock.forward(20_500);
    const { refusal, headers } = await use(limits, account);
    expect(refusal).toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 30 });
    expect(headers.RateLimit).toBe('"search-minute";r=0;t=30');
  });

  it('resets with the next minute', async () => {
    const account = await accountWith({ searchPerMinute: 5 });
    const limits = limiter();
    expect(await admitted(limits, account, 6)).toBe(5);
    clock.set('2026-08-21T03:00:59.999Z');
    expect(await admitted(limits, account, 6)).toBe(0);
    clock.set('2026-08-21T03:01:00Z');
    expect(await admitted(limits, account, 6)).toBe(5);
  });

  it('is shared by search and suggest, and separate for heavy requests', async () => {
    const account = await accountWith({ searchPerMinute: 4, heavyPerMinute: 2 });
    const limits = limiter();
    expect(await admitted(limits, account, 2, 'suggest')).toBe(2);
    expect(await admitted(limits, account, 5, 'search')).toBe(2);
    expect(await admitted(limits, account, 5, 'heavy')).toBe(2);
    expect((await use(limits, account, 'heavy')).refusal?.code).toBe('rate_limit_exceeded');
  });

  it('counts a batch as one heavy request, and its searches only toward the quotas', async () => {
    const account = await accountWith({ searchPerMinute: 5, heavyPerMinute: 2, dailySearchQuota: 1_000 });
    const limits = limiter();
    for (let batch = 0; batch < 2; batch += 1) {
      expect((await use(limits, account, 'heavy')).refusal).toBeUndefined();
      expect((await use(limits, account, 'quota', 400)).refusal).toBeUndefined();
    }
    expect((await use(limits, account, 'heavy')).refusal?.code).toBe('rate_limit_exceeded');
    expect((await use(limits, account, 'quota', 201)).refusal).toMatchObject({
      code: 'daily_search_quota_exceeded',
      message: 'This request counts as 201, but the limit search-day has only 200 left.',
    });
    expect((await use(limits, account)).headers.RateLimit).toContain('"search-day";r=199');
  });
});

describe('the search quota', () => {
  it('counts company searches by the day and the month, and names the one that lasts longest', async () => {
    const account = await accountWith({ dailySearchQuota: 3, monthlySearchQuota: 5 });
    const limits = limiter();
    const first = await use(limits, account);
    expect(first.headers).toEqual({
      'RateLimit-Policy': '"search-month";q=5;w=2678400, "search-day";q=3;w=86400',
      RateLimit: '"search-month";r=4;t=907190, "search-day";r=2;t=43190',
    });
    expect(await admitted(limits, account, 3)).toBe(2);
    const { refusal } = await use(limits, account);
    expect(refusal).toMatchObject({
      code: 'daily_search_quota_exceeded',
      retryAfterSeconds: 43_190,
      details: { policy: 'search-day', limit: 3, remaining: 0, resets_at: '2026-08-21T15:00:00.000Z' },
    });
    clock.set('2026-08-22T03:00:00Z');
    expect(await admitted(limits, account, 3)).toBe(2);
    expect((await use(limits, account)).refusal).toMatchObject({
      code: 'monthly_search_quota_exceeded',
      details: { resets_at: '2026-08-31T15:00:00.000Z' },
    });
  });

  it('resets at midnight in Tokyo, and with the month in Tokyo', async () => {
    const account = await accountWith({ dailySearchQuota: 2, monthlySearchQuota: 3 });
    const limits = limiter();
    clock.set('2026-08-31T14:59:59.999Z');
    expect(await admitted(limits, account, 3)).toBe(2);
    clock.set('2026-08-31T15:00:00Z');
    expect(await admitted(limits, account, 3)).toBe(2);
    clock.set('2026-09-01T14:59:59Z');
    expect(await admitted(limits, account, 3)).toBe(0);
    clock.set('2026-09-01T15:00:00Z');
    expect(await admitted(limits, account, 3)).toBe(1);
  });

  it('admits a batch completely or not at all', async () => {
    const account = await accountWith({ dailySearchQuota: 10 });
    const limits = limiter();
    expect((await use(limits, account, 'search', 7)).refusal).toBeUndefined();
    const { refusal } = await use(limits, account, 'search', 4);
    expect(refusal).toMatchObject({
      code: 'daily_search_quota_exceeded',
      details: { remaining: 3, requested: 4 },
    });
    expect((await use(limits, account, 'search', 3)).refusal).toBeUndefined();
    expect((await use(limits, account)).refusal).toBeDefined();
  });

  it('of zero refuses every search but no suggestion', async () => {
    const account = await accountWith({ dailySearchQuota: 0 });
    const limits = limiter();
    expect((await use(limits, account)).refusal?.code).toBe('daily_search_quota_exceeded');
    expect((await use(limits, account, 'suggest')).refusal).toBeUndefined();
    expect((await use(limits, account, 'heavy')).refusal).toBeUndefined();
  });

  it('is not touched by a request that the rate refuses, nor the rate by one that the quota refuses', async () => {
    const account = await accountWith({ searchPerMinute: 3, dailySearchQuota: 5 });
    const limits = limiter();
    expect(await admitted(limits, account, 50)).toBe(3);
    clock.forward(60_000);
    expect(await admitted(limits, account, 50)).toBe(2);
    expect((await use(limits, account, 'suggest')).headers.RateLimit).toBe('"search-minute";r=0;t=50');
  });

  it('is returned by a request that was not served, but the rate is not', async () => {
    const account = await accountWith({ searchPerMinute: 10, dailySearchQuota: 5 });
    const limits = limiter();
    for (let failure = 0; failure < 6; failure += 1) {
      const decision = await limits.take(account, 'search', 1);
      expect(decision.refusal).toBeUndefined();
      decision.settle?.('failed');
    }
    expect((await use(limits, account)).headers.RateLimit).toBe(
      '"search-day";r=4;t=43190, "search-minute";r=3;t=50',
    );
  });
});

describe('an account without limits', () => {
  it('is never refused, has no headers and costs no query', async () => {
    const account = await accountWith({});
    const limits = limiter();
    const decision = limits.take(account, 'search', 1);
    expect(decision).not.toBeInstanceOf(Promise);
    expect(decision).toMatchObject({ headers: {} });
    expect(await admitted(limits, account, 500)).toBe(500);
  });
});

describe('several processes', () => {
  it('together admit exactly the limit, however requests are distributed', async () => {
    const account = await accountWith({ searchPerMinute: 300, dailySearchQuota: 250 });
    const processes = [limiter(), limiter(), limiter()];
    const decisions = await Promise.all(
      Array.from({ length: 900 }, (_, index) => use(processes[index % 3] ?? limiter(), account)),
    );
    expect(decisions.filter(({ refusal }) => !refusal).length).toBeLessThanOrEqual(250);
    // A lease that one process still has when another has none comes back and is used.
    let more = 0;
    for (let round = 0; round < 3; round += 1) {
      clock.forward(3_000);
      for (const one of processes) await one.flush();
      clock.forward(600);
      for (const one of processes) more += await admitted(one, account, 100);
    }
    expect(decisions.filter(({ refusal }) => !refusal).length + more).toBe(250);
  });

  it('get back what another returns when it stops', async () => {
    const account = await accountWith({ dailySearchQuota: 100 });
    const [stopping, staying] = [limiter(), limiter()];
    expect(await admitted(stopping, account, 10)).toBe(10);
    await stopping.flush({ stopping: true });
    expect(await admitted(staying, account, 200)).toBe(90);
  });

  it('lose at most a small lease of one that is killed', async () => {
    const account = await accountWith({ dailySearchQuota: 10_000 });
    const [killed, staying] = [limiter(), limiter()];
    expect(await admitted(killed, account, 5_000)).toBe(5_000);
    const remaining = await admitted(staying, account, 6_000);
    expect(remaining).toBeLessThanOrEqual(5_000);
    expect(remaining).toBeGreaterThanOrEqual(5_000 - 256);
  });
});

describe('counting', () => {
  it('commits once for many requests', async () => {
    const account = await accountWith({
      searchPerMinute: 100_000,
      dailySearchQuota: 100_000,
      monthlySearchQuota: 200_000,
    });
    const limits = limiter();
    const queries: string[] = [];
    const listen = ({ sql }: { sql: string }) => queries.push(sql);
    database.knex.on('query', listen);
    try {
      expect(await admitted(limits, account, 5_000)).toBe(5_000);
      await limits.flush();
    } finally {
      database.knex.off('query', listen);
    }
    // 5,000 in leases that grow to 256, for three limits; one for the usage.
    expect(queries.length).toBeLessThan(100);
  });

  it('queries the database at most a few times a second once the limit is reached', async () => {
    const account = await accountWith({ searchPerMinute: 10 });
    const limits = limiter();
    await admitted(limits, account, 10);
    const queries: string[] = [];
    const listen = ({ sql }: { sql: string }) => queries.push(sql);
    database.knex.on('query', listen);
    expect(await admitted(limits, account, 1_000)).toBe(0);
    database.knex.off('query', listen);
    expect(queries.length).toBeLessThanOrEqual(1);
  });

  it('keeps what it cannot write, and writes it later', async () => {
    const account = await accountWith({});
    const store = new LimitsStore(database.knex);
    const failing = { down: true };
    const limits = new RequestLimits({
      store: new (class extends LimitsStore {
        override addUsage(counts: Parameters<LimitsStore['addUsage']>[0]) {
          return failing.down ? Promise.reject(new Error('down')) : super.addUsage(counts);
        }
      })(database.knex),
      now: clock.now,
    });
    await use(limits, account, 'search', 3);
    await expect(limits.flush()).rejects.toThrow('down');
    await use(limits, account, 'heavy');
    failing.down = false;
    await limits.flush();
    await limits.flush();
    expect(await store.listUsage(account.accountId, '2026-08-21', '2026-08-21')).toEqual([
      { day: '2026-08-21', requests: 2, searches: 3, heavy: 1 },
    ]);
  });

  it('counts a request on the day in Tokyo on which it arrived', async () => {
    const account = await accountWith({ dailySearchQuota: 10 });
    const limits = limiter();
    clock.set('2026-08-21T14:59:59Z');
    const late = await limits.take(account, 'search', 1);
    clock.set('2026-08-21T15:00:01Z');
    late.settle?.('served');
    await use(limits, account);
    const failed = await limits.take(account, 'search', 1);
    failed.settle?.('failed');
    await limits.flush();
    const store = new LimitsStore(database.knex);
    expect(await store.listUsage(account.accountId, '2026-08-01', '2026-08-31')).toEqual([
      { day: '2026-08-21', requests: 1, searches: 1, heavy: 0 },
      { day: '2026-08-22', requests: 1, searches: 1, heavy: 0 },
    ]);
  });
});
