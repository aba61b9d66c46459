import { describe, expect, it } from '@jest/globals';
import { type DiffRow, listWantedAdditions } from '../../desk/pages/lists/diff-rows.ts';
import { splitSuppressions } from '../../desk/pages/lists/suppressions.ts';

function row(company_id: string, more: Partial<DiffRow> = {}): DiffRow {
  return {
    diff_row_id: `row of ${company_id}`,
    kind: 'added',
    company_id,
    display_name: company_id,
    changes: [],
    review: null,
    exclusion: null,
    ...more,
  };
}
const reviewed = (outcome: 'accepted' | 'rejected') => ({
  outcome,
  note: null,
  reviewed_at: '2026-01-01T00:00:00Z',
});

describe('rows of a diff', () => {
  const rows = [
    row('cn_1'),
    row('cn_2', { review: reviewed('accepted') }),
    row('cn_3', { review: reviewed('rejected') }),
    row('cn_4', { exclusion: { excluded: true, reason: null, excluded_at: '2026-01-01T00:00:00Z' } }),
    row('cn_5', { kind: 'removed' }),
  ];

  it('are added to the List unless a person rejected or excluded them', () => {
    expect(listWantedAdditions(rows)).toEqual(['cn_1', 'cn_2']);
  });
});

describe('suppressions', () => {
  it('are sent in calls that the API accepts', () => {
    const add = Array.from({ length: 2500 }, (_, at) => ({ company_id: `cn_${at}` }));
    const calls = splitSuppressions({ add, remove: ['cn_x'] });
    expect(calls.map((call) => [call.add.length, call.remove.length])).toEqual([
      [1000, 1],
      [1000, 0],
      [500, 0],
    ]);
    expect(calls.flatMap((call) => call.add)).toEqual(add);
  });
});
