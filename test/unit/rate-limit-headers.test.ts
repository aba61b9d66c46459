import { describe, expect, it } from '@jest/globals';
import { policiesOf } from '../../src/features/limits/limit-policies.ts';
import { limitWindows } from '../../src/features/limits/limit-windows.ts';
import { rateLimitHeaders, secondsUntil } from '../../src/features/limits/rate-limit-headers.ts';

const now = new Date('2026-08-21T03:00:10.250Z').getTime();
const windows = limitWindows(now);
const limits = {
  searchPerMinute: 600,
  heavyPerMinute: 60,
  dailySearchQuota: 10_000,
  monthlySearchQuota: null,
};

describe('the policies of a request', () => {
  it.each([
    ['search', ['search-day', 'search-minute']],
    ['suggest', ['search-minute']],
    ['heavy', ['heavy-minute']],
    ['quota', ['search-day']],
  ] as const)('of kind %s are %j where the account has these limits', (kind, names) => {
    expect(policiesOf(kind, limits, windows, 1).map(({ name }) => name)).toEqual(names);
  });

  it('cost a request one of the rate, and as many of the quota as it has searches', () => {
    expect(policiesOf('search', limits, windows, 1_000).map(({ cost }) => cost)).toEqual([1_000, 1]);
  });
});

describe('the rate limit headers', () => {
  it('are structured fields, one item for each policy', () => {
    const policies = policiesOf('search', limits, windows, 1).map((policy) => ({ policy, remaining: 7 }));
    expect(rateLimitHeaders(policies, now)).toEqual({
      'RateLimit-Policy': '"search-day";q=10000;w=86400, "search-minute";q=600;w=60',
      RateLimit: '"search-day";r=7;t=43190, "search-minute";r=7;t=50',
    });
  });

  it('are absent without a policy, because the fields may not be empty', () => {
    expect(rateLimitHeaders([], now)).toEqual({});
  });

  it('round seconds up, so that a client that waits is not early', () => {
    expect(secondsUntil(now + 1, now)).toBe(1);
    expect(secondsUntil(now + 1_000, now)).toBe(1);
    expect(secondsUntil(now - 1, now)).toBe(0);
  });
});
