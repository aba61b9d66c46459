import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Account } from '../../src/features/accounts/account.ts';
import { computeEffectiveLimits } from '../../src/features/accounts/account-limits.ts';
import { hashApiKey, makeApiKey } from '../../src/features/accounts/api-key.ts';
import { Authenticator } from '../../src/features/accounts/authenticator-service.ts';
import { fullAccess } from '../support/test-route.ts';

const limits = {
  searchPerMinute: 600,
  heavyPerMinute: 60,
  dailySearchQuota: 10_000,
  monthlySearchQuota: 200_000,
};
const account: Account = {
  accountId: 'account-1',
  keyId: 'key-1',
  planId: 'standard',
  limits,
  ...fullAccess,
};

/** An authenticator with one known key. Its queries are counted and can be delayed. */
function setUp({ hears = true } = {}) {
  const key = makeApiKey(randomBytes);
  const state = { queries: 0, hears, known: true, gate: Promise.resolve() };
  const authenticator = new Authenticator({
    async findKeyOwners(hashes) {
      state.queries += 1;
      const found = state.known && hashes.some((hash) => hash.equals(hashApiKey(key)));
      await state.gate;
      return new Map(found ? [[hashApiKey(key).toString('hex'), account]] : []);
    },
    receivesChanges: () => state.hears,
  });
  return { key, state, authenticator, hash: hashApiKey(key).toString('hex') };
}

const refusal = { code: 'invalid_api_key' };
const address = '192.0.2.1';

describe('authentication', () => {
  it('queries the database once for a key that is used repeatedly', async () => {
    const { key, state, authenticator } = setUp();
    for (let request = 0; request < 100; request += 1) await authenticator.authenticate(key, address);
    expect(state.queries).toBe(1);
  });

  it('shares one query among requests that come together', async () => {
    const { key, state, authenticator } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => authenticator.authenticate(key, address)));
    expect(state.queries).toBe(1);
  });

  it('queries the database every time while it receives no notices of revocations', async () => {
    const { key, state, authenticator } = setUp({ hears: false });
    await authenticator.authenticate(key, address);
    await authenticator.authenticate(key, address);
    expect(state.queries).toBe(2);
  });

  it('refuses malformed keys without querying the database', async () => {
    const { key, state, authenticator } = setUp();
    await expect(authenticator.authenticate(`${key}x`, address)).rejects.toMatchObject(refusal);
    expect(state.queries).toBe(0);
  });

  it('refuses unknown keys, and does not keep that answer', async () => {
    const { key, state, authenticator } = setUp();
    state.known = false;
    await expect(authenticator.authenticate(key, address)).rejects.toMatchObject(refusal);
    state.known = true;
    await expect(authenticator.authenticate(key, address)).resolves.toBe(account);
  });

  it('forgets a revoked key immediately', async () => {
    const { key, state, authenticator, hash } = setUp();
    await authenticator.authenticate(key, address);
    state.known = false;
    authenticator.forgetKey(hash);
    await expect(authenticator.authenticate(key, address)).rejects.toMatchObject(refusal);
  });

  it('forgets a key that is revoked while its query runs', async () => {
    const { key, state, authenticator, hash } = setUp();
    let open: () => void = () => undefined;
    state.gate = new Promise((resolve) => {
      open = resolve;
    });
    const early = authenticator.authenticate(key, address);
    await Promise.resolve();
    state.known = false;
    authenticator.forgetKey(hash);
    open();
    await early;
    await expect(authenticator.authenticate(key, address)).rejects.toMatchObject(refusal);
  });

  it('does not keep a failure of the database', async () => {
    const { key, state, authenticator } = setUp();
    state.gate = Promise.reject(new Error('connection lost'));
    state.gate.catch(() => undefined);
    await expect(authenticator.authenticate(key, address)).rejects.toThrow('connection lost');
    state.gate = Promise.resolve();
    await expect(authenticator.authenticate(key, address)).resolves.toBe(account);
  });
});

describe('an address that sends wrong keys', () => {
  const throttled = { code: 'rate_limit_exceeded', retryAfterSeconds: 1 };

  /** The error codes for this many different unknown keys, sent at once. */
  async function refusals(authenticator: Authenticator, from: string, count: number): Promise<string[]> {
    const tries = Array.from({ length: count }, () =>
      authenticator.authenticate(makeApiKey(randomBytes), from),
    );
    const outcomes = await Promise.allSettled(tries);
    return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'accepted'));
  }

  it('can have at most a hundred of them checked at once', async () => {
    const { state, authenticator } = setUp();
    const codes = await refusals(authenticator, address, 400);
    expect(codes.slice(0, 100).every((code) => code === 'invalid_api_key')).toBe(true);
    expect(codes.slice(100).every((code) => code === 'rate_limit_exceeded')).toBe(true);
    // The other three hundred share one.
    expect(state.queries).toBe(101);
    await expect(authenticator.authenticate('malformed', address)).rejects.toMatchObject(throttled);
  });

  it('does not block other addresses, or its own key that was valid before', async () => {
    const { key, authenticator } = setUp();
    await authenticator.authenticate(key, address);
    await refusals(authenticator, address, 200);
    await expect(authenticator.authenticate(key, address)).resolves.toBe(account);
    await expect(authenticator.authenticate(makeApiKey(randomBytes), '192.0.2.2')).rejects.toMatchObject(
      refusal,
    );
  });

  it('does not block a valid key that was never used before', async () => {
    const { key, state, authenticator } = setUp();
    await refusals(authenticator, address, 150);
    const queries = state.queries;
    const others = refusals(authenticator, address, 500);
    await expect(authenticator.authenticate(key, address)).resolves.toBe(account);
    expect(new Set(await others)).toEqual(new Set(['rate_limit_exceeded']));
    expect(state.queries).toBe(queries + 1);
  });

  it('is recognised by its network if it is IPv6', async () => {
    const { authenticator } = setUp();
    await refusals(authenticator, '2001:db8:1:2::1', 100);
    await expect(authenticator.authenticate('x', '2001:db8:1:2:ffff::9')).rejects.toMatchObject(throttled);
    await expect(authenticator.authenticate('x', '2001:db8:1:3::1')).rejects.toMatchObject(refusal);
  });

  it('is not slowed down for valid keys, however many requests use one at once', async () => {
    const { key, authenticator } = setUp({ hears: false });
    const requests = Array.from({ length: 300 }, () => authenticator.authenticate(key, address));
    await expect(Promise.all(requests)).resolves.toHaveLength(300);
    await expect(authenticator.authenticate('x', address)).rejects.toMatchObject(refusal);
  });
});

describe('limits of an account', () => {
  const plan = {
    search_per_minute: 600,
    heavy_per_minute: 60,
    daily_search_quota: 10_000,
    monthly_search_quota: 200_000,
  };

  it('are those of its plan', () => {
    expect(computeEffectiveLimits(plan, {})).toEqual(limits);
  });

  it('are its own if it has any, even if its own limit is "none"', () => {
    expect(
      computeEffectiveLimits(plan, {
        search_per_minute: 5,
        daily_search_quota: null,
        monthly_search_quota: 0,
      }),
    ).toEqual({
      searchPerMinute: 5,
      heavyPerMinute: 60,
      dailySearchQuota: null,
      monthlySearchQuota: 0,
    });
  });
});
