import { describe, expect, it } from '@jest/globals';
import { listLegalNames } from '../../src/features/row-matching/lookup/names-in-time.ts';
import { toExactKey } from '../../src/text/names/names.ts';
import { cardOf } from '../support/company-cards.ts';

const name = '架崎電気株式会社';
const hasIt = (day: string, more: Parameters<typeof cardOf>[2]) =>
  listLegalNames(cardOf(1, name, more), toExactKey(name), day).length > 0;

describe('who had a name on a day', () => {
  it('is not a company that had ended', () => {
    const merged = { status: 'merged' as const, assigned_on: '2015-10-05', closed_on: '2023-10-03' };
    expect(hasIt('2015-01-01', merged)).toBe(true);
    expect(hasIt('2023-10-02', merged)).toBe(true);
    expect(hasIt('2023-10-03', merged)).toBe(false);
  });

  it('is not a company that was not founded yet', () => {
    const successor = { assigned_on: '2022-12-28' };
    expect(hasIt('2022-12-27', successor)).toBe(false);
    expect(hasIt('2022-12-28', successor)).toBe(true);
  });

  it('can be a body that got its number after it was founded', () => {
    expect(hasIt('2016-01-01', { assigned_on: '2017-04-01', kind: 'other_established' })).toBe(true);
    expect(hasIt('2016-01-01', { assigned_on: '2017-04-01', kind: null })).toBe(true);
  });
});
