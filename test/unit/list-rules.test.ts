import { describe, expect, it } from '@jest/globals';
import type { Condition } from '../../src/contract/lists/definitions.ts';
import { findLatestSlot } from '../../src/features/delivery/schedule-slots.ts';
import { signWebhook } from '../../src/features/delivery/webhook-signature.ts';
import { checkMaterializable } from '../../src/features/lists/estimates/list-members-service.ts';
import { compareCompany } from '../../src/features/lists/publishing/snapshot-facts.ts';
import { isPermitted, type ListOperation } from '../../src/features/lists/saved/list-states.ts';
import { mergePatch } from '../../src/features/lists/saved/merge-patch.ts';

describe('what a status permits', () => {
  const operations: ListOperation[] = [
    'set_schedule',
    'materialize',
    'enrich',
    'publish',
    'refresh',
    'suppress',
    'set_preferences',
    'review_diff_row',
    'exclude_diff_row',
    'configure_delivery',
    'deliver',
  ];

  it.each(operations)('%s: active and paused, not archived', (operation) => {
    expect(isPermitted({ status: 'active', published_version: 1 }, operation)).toBe(true);
    expect(isPermitted({ status: 'paused', published_version: 1 }, operation)).toBe(true);
    expect(isPermitted({ status: 'archived', published_version: 1 }, operation)).toBe(false);
  });

  it('a scheduled refresh: only active', () => {
    expect(isPermitted({ status: 'active', published_version: 1 }, 'refresh_on_schedule')).toBe(true);
    expect(isPermitted({ status: 'paused', published_version: 1 }, 'refresh_on_schedule')).toBe(false);
  });

  it('another status: always', () => {
    expect(isPermitted({ status: 'archived', published_version: null }, 'set_status')).toBe(true);
  });

  it('a refresh: only published Lists', () => {
    expect(isPermitted({ status: 'active', published_version: null }, 'refresh')).toBe(false);
  });
});

describe('a merge patch (RFC 7396, appendix A)', () => {
  it.each<[unknown, unknown, unknown]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j with %j is %j', (target, patch, merged) => {
    expect(mergePatch(target, patch)).toEqual(merged);
  });

  it('does not change the prototype of objects', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__":{"bad":true}}'));
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect(Object.keys(Object(merged))).toEqual(['__proto__']);
  });
});

describe('the times of a schedule', () => {
  it.each([
    ['daily', '2026-11-21T20:59:59Z', '2026-11-20T21:00:00Z'],
    ['daily', '2026-11-21T21:00:00Z', '2026-11-21T21:00:00Z'],
    ['daily', '2026-11-21T15:30:00Z', '2026-11-20T21:00:00Z'],
    ['daily', '2026-12-31T21:30:00Z', '2026-12-31T21:00:00Z'],
    // 2026-11-23 is a Monday in Tokyo.
    ['weekly', '2026-11-22T20:59:59Z', '2026-11-15T21:00:00Z'],
    ['weekly', '2026-11-22T21:00:00Z', '2026-11-22T21:00:00Z'],
    ['weekly', '2026-11-29T20:00:00Z', '2026-11-22T21:00:00Z'],
  ] as const)('%s at %s is that of %s', (schedule, now, slot) => {
    expect(findLatestSlot(schedule, new Date(now))).toEqual(new Date(slot));
  });
});

describe('a webhook signature', () => {
  it('is that of Standard Webhooks', () => {
    // The vector of the specification's own libraries.
    const signature = signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    });
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});

describe('snapshots', () => {
  it('differ by what was added, removed and changed, with the fields before and after', () => {
    const entry = { companyId: 'a', displayName: '甲', changes: [] };
    expect(compareCompany('a', undefined, { display_name: '甲' })).toEqual([{ ...entry, kind: 'added' }]);
    expect(compareCompany('a', { display_name: '甲' }, undefined)).toEqual([{ ...entry, kind: 'removed' }]);
    const changed = compareCompany(
      'a',
      { display_name: '甲', employees: null },
      { display_name: '甲', employees: 9 },
    );
    const changes = [{ field: 'employees', before: null, after: 9 }];
    expect(changed).toEqual([{ ...entry, kind: 'changed', changes }]);
    // The older snapshot does not know the field.
    expect(compareCompany('a', { display_name: '甲' }, { display_name: '甲', employees: 1 })).toEqual([]);
  });
});

describe('saving', () => {
  const condition = { code: 'x', message: 'x' };
  const estimate = (row_count: number, unsupported: Condition[], weak: Condition[]) => ({
    definition_kind: 'query' as const,
    row_count,
    unsupported_conditions: unsupported,
    weak_conditions: weak,
  });
  it.each([
    ['refused', estimate(5, [condition], [])],
    ['refused', estimate(0, [], [condition])],
    ['refused', estimate(10_001, [], [])],
    ['done', estimate(10_000, [], [condition])],
    ['done', estimate(0, [], [])],
  ])('is %s of %j', (outcome, evaluated) => {
    const check = () => checkMaterializable(evaluated);
    if (outcome === 'refused')
      expect(check).toThrow(expect.objectContaining({ code: 'list_conditions_not_materializable' }));
    else expect(check).not.toThrow();
  });
});
