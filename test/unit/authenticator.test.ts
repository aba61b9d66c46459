import { describe, expect, it } from '@jest/globals';
import type { Account } from '../../src/features/accounts/account.ts';
import { effectiveLimits } from '../../src/features/accounts/account-limits.ts';
import { hashApiKey, makeApiKey } from '../../src/features/accounts/api-key.ts';
import { Authenticator } from '../../src/features/accounts/authenticator.ts';

const limits = {
  searchPerMinute: 600,
  heavyPerMinute: 60,
  dailySearchQuota: 10_000,
  monthlySearchQuota: 200_000,
};
const account: Account = { accountId: 'account-1', keyId: 'key-1', planId: 'standard', limits };

/** An authenticator over one known key, whose queries are counted and may be made to wait. */
function setUp({ hears = true } = {}) {
  const key = makeApiKey();
  const state = { queries: 0, hears, known: true, gate: Promise.resolve() };
  const authenticator = new Authenticator({
    async findKeyOwner(hash) {
      state.queries += 1;
      const found = state.known && hash.equals(hashApiKey(key));
      await state.gate;
      return found ? account : null;
    },
    hearsRevocations: () => state.hears,
  });
  return { key, state, authenticator, hash: hashApiKey(key).toString('hex') };
}

const refusal = { code: 'invalid_api_key' };

describe('authentication', () => {
  it('asks the database once for keys used again and again', async () => {
    const { key, state, authenticator } = setUp();
    for (let request = 0; request < 100; request += 1) await authenticator.authenticate(key);
    expect(state.queries).toBe(1);
  });

  it('shares one query among requests that come together', async () => {
    const { key, state, authenticator } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => authenticator.authenticate(key)));
    expect(state.queries).toBe(1);
  });

  it('asks the database every time while it does not hear of revocations', async () => {
    const { key, state, authenticator } = setUp({ hears: false });
    await authenticator.authenticate(key);
    await authenticator.authenticate(key);
    expect(state.queries).toBe(2);
  });

  it('refuses malformed keys without asking the database', async () => {
    const { key, state, authenticator } = setUp();
    await expect(authenticator.authenticate(`${key}x`)).rejects.toMatchObject(refusal);
    expect(state.queries).toBe(0);
  });

  it('refuses unknown keys, and does not keep that answer', async () => {
    const { key, state, authenticator } = setUp();
    state.known = false;
    await expect(authenticator.authenticate(key)).rejects.toMatchObject(refusal);
    state.known = true;
    await expect(authenticator.authenticate(key)).resolves.toBe(account);
  });

  it('forgets a revoked key at once', async () => {
    const { key, state, authenticator, hash } = setUp();
    await authenticator.authenticate(key);
    state.known = false;
    authenticator.forget(hash);
    await expect(authenticator.authenticate(key)).rejects.toMatchObject(refusal);
  });

  it('forgets a key that is revoked while its query runs', async () => {
    const { key, state, authenticator, hash } = setUp();
    let open: () => void = () => undefined;
    state.gate = new Promise((resolve) => {
      open = resolve;
    });
    const early = authenticator.authenticate(key);
    await Promise.resolve();
    state.known = false;
    authenticator.forget(hash);
    open();
    await early;
    await expect(authenticator.authenticate(key)).rejects.toMatchObject(refusal);
  });

  it('does not keep a failure of the database', async () => {
    const { key, state, authenticator } = setUp();
    state.gate = Promise.reject(new Error('connection lost'));
    state.gate.catch(() => undefined);
    await expect(authenticator.authenticate(key)).rejects.toThrow('connection lost');
    state.gate = Promise.resolve();
    await expect(authenticator.authenticate(key)).resolves.toBe(account);
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
    expect(effectiveLimits(plan, {})).toEqual(limits);
  });

  it('are its own where it has some, also when its own is to have none', () => {
    expect(
      effectiveLimits(plan, { search_per_minute: 5, daily_search_quota: null, monthly_search_quota: 0 }),
    ).toEqual({
      searchPerMinute: 5,
      heavyPerMinute: 60,
      dailySearchQuota: null,
      monthlySearchQuota: 0,
    });
  });
});
