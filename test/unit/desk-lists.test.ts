import { describe, expect, it } from '@jest/globals';
import { type DiffRow, forEachAtOnce, toReview, wantedAdditions } from '../../desk/pages/lists/diff-rows.ts';
import { inCalls } from '../../desk/pages/lists/suppressions.ts';

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
    expect(wantedAdditions(rows)).toEqual(['cn_1', 'cn_2']);
  });

  it('get the same review once', () => {
    expect(toReview(rows, 'added', 'accepted').map(({ company_id }) => company_id)).toEqual([
      'cn_1',
      'cn_3',
      'cn_4',
    ]);
  });
});

describe('work on many items', () => {
  it('does each once, a few at a time', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await forEachAtOnce([1, 2, 3, 4, 5, 6, 7], new AbortController().signal, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      done.push(item);
    });
    expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(4);
  });

  it('stops at the first error, and when it is told to', async () => {
    const tried: number[] = [];
    const failing = forEachAtOnce([1, 2, 3, 4, 5, 6, 7, 8], new AbortController().signal, async (item) => {
      tried.push(item);
      await Promise.resolve();
      throw new Error(`item ${item}`);
    });
    await expect(failing).rejects.toThrow('item 1');
    expect(tried).toEqual([1, 2, 3, 4]);
    await forEachAtOnce([9], AbortSignal.abort(), async (item) => void tried.push(item));
    expect(tried).not.toContain(9);
  });
});

describe('suppressions', () => {
  it('are sent in calls that the API accepts', () => {
    const add = Array.from({ length: 2500 }, (_, at) => ({ company_id: `cn_${at}` }));
    const calls = inCalls({ add, remove: ['cn_x'] });
    expect(calls.map((call) => [call.add.length, call.remove.length])).toEqual([
      [1000, 1],
      [1000, 0],
      [500, 0],
    ]);
    expect(calls.flatMap((call) => call.add)).toEqual(add);
  });
});
