import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listPolicies } from '../../src/features/limits/limit-policies.ts';
import { createLimitWindows, type LimitWindow } from '../../src/features/limits/limit-windows.ts';
import { buildRateLimitHeaders, countSecondsUntil } from '../../src/features/limits/rate-limit-headers.ts';

const at = (time: string) => createLimitWindows(new Date(time).getTime());
const shown = ({ start, end }: LimitWindow) => [new Date(start).toISOString(), new Date(end).toISOString()];

describe('the windows of limits', () => {
  it('are the minute, and the calendar day and month of Tokyo', () => {
    const { minute, day, month, date } = at('2026-02-28T14:59:59.999Z');
    expect(shown(minute)).toEqual(['2026-02-28T14:59:00.000Z', '2026-02-28T15:00:00.000Z']);
    expect(shown(day)).toEqual(['2026-02-27T15:00:00.000Z', '2026-02-28T15:00:00.000Z']);
    expect(shown(month)).toEqual(['2026-01-31T15:00:00.000Z', '2026-02-28T15:00:00.000Z']);
    expect(date).toBe('2026-02-28');
  });

  it('turn to the next day and month together at midnight in Tokyo', () => {
    const { day, month, date } = at('2026-02-28T15:00:00Z');
    expect(shown(day)).toEqual(['2026-02-28T15:00:00.000Z', '2026-03-01T15:00:00.000Z']);
    expect(shown(month)).toEqual(['2026-02-28T15:00:00.000Z', '2026-03-31T15:00:00.000Z']);
    expect(date).toBe('2026-03-01');
  });

  it('know leap years and the turn of the year', () => {
    expect(shown(at('2028-02-10T00:00:00Z').month)[1]).toBe('2028-02-29T15:00:00.000Z');
    expect(shown(at('2026-12-31T15:00:00Z').month)).toEqual([
      '2026-12-31T15:00:00.000Z',
      '2027-01-31T15:00:00.000Z',
    ]);
  });

  it('contain the time they are made for, without a gap to the next window', () => {
    const moment = fc.date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, (when) => {
        const windows = createLimitWindows(when.getTime());
        for (const name of ['minute', 'day', 'month'] as const) {
          const { start, end } = windows[name];
          expect(start).toBeLessThanOrEqual(when.getTime());
          expect(end).toBeGreaterThan(when.getTime());
          expect(createLimitWindows(end)[name].start).toBe(end);
          expect(createLimitWindows(end - 1)[name].start).toBe(start);
        }
      }),
    );
  });
});

const now = new Date('2026-08-21T03:00:10.250Z').getTime();
const windows = createLimitWindows(now);
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
  ] as const)('of kind %s are %j if the account has these limits', (kind, names) => {
    expect(listPolicies(kind, limits, windows, 1).map(({ name }) => name)).toEqual(names);
  });

  it('cost a request one of the rate, and as many of the quota as it has searches', () => {
    expect(listPolicies('search', limits, windows, 1_000).map(({ cost }) => cost)).toEqual([1_000, 1]);
  });
});

describe('the rate limit headers', () => {
  it('are structured fields, one item for each policy', () => {
    const policies = listPolicies('search', limits, windows, 1).map((policy) => ({ policy, remaining: 7 }));
    expect(buildRateLimitHeaders(policies, now)).toEqual({
      'RateLimit-Policy': '"search-day";q=10000;w=86400, "search-minute";q=600;w=60',
      RateLimit: '"search-day";r=7;t=43190, "search-minute";r=7;t=50',
    });
  });

  it('are absent without a policy, because the fields may not be empty', () => {
    expect(buildRateLimitHeaders([], now)).toEqual({});
  });

  it('round seconds up, so that a client that waits is not early', () => {
    expect(countSecondsUntil(now + 1, now)).toBe(1);
    expect(countSecondsUntil(now + 1_000, now)).toBe(1);
    expect(countSecondsUntil(now - 1, now)).toBe(0);
  });
});
