import { describe, expect, it } from '@jest/globals';
import { limitWarnings, type Warning } from '../../src/contract/envelope.ts';
import { buildUnknownValueWarnings } from '../../src/features/company-search/filters/read-filters.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, at): Warning => ({ code: `code_${at}`, message: '' }));

describe('the warnings of an answer', () => {
  it('are all shown when they are few', () => {
    expect(limitWarnings(many(100))).toEqual(many(100));
  });

  it('are at most a hundred, of which the last says how many were left out', () => {
    const shown = limitWarnings(many(9_099));
    expect(shown).toHaveLength(100);
    expect(shown.slice(0, 99)).toEqual(many(99));
    expect(shown[99]).toEqual({ code: 'warnings_truncated', message: 'And 9,000 more warnings.' });
  });

  it('name a value once, however often it was in the request', () => {
    const values = Array.from({ length: 1_000 }, () => ({ value: 'x' }));
    expect(buildUnknownValueWarnings('company_ids', values)).toMatchObject([
      { code: 'filter_value_unknown', value: 'x' },
    ]);
  });
});
