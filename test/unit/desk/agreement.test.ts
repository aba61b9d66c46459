import { describe, expect, it } from '@jest/globals';
import { Agreement } from '../../../desk/pages/review/state/agreement.ts';

/** The storage of a tab. */
function tab() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
}

describe('an agreement', () => {
  it('covers choices that are on their way, and gives back what was not charged', () => {
    const agreement = new Agreement('source', null);
    agreement.setCeiling(2);
    agreement.reserveCredits('first', 'row-1', 1);
    agreement.reserveCredits('second', 'row-2', 1);
    expect([agreement.canCover(1), agreement.canCover(0), agreement.charged]).toEqual([false, true, 0]);
    agreement.settleTask('first', 1);
    agreement.settleTask('second', 0);
    expect([agreement.remaining, agreement.charged]).toEqual([1, 1]);
    // The second answer to a repeated request changes nothing.
    agreement.settleTask('second', 0);
    expect(agreement.remaining).toBe(1);
  });

  it('is asked for again only for what the page before a reload has really cost', async () => {
    const storage = tab();
    const before = new Agreement('source', storage);
    before.setCeiling(5);
    before.reserveCredits('confirmed', 'row-1', 1);
    before.settleTask('confirmed', 1);
    for (const number of [2, 3, 4]) before.reserveCredits(`task ${number}`, `row-${number}`, 1);
    const after = new Agreement('source', storage);
    expect([after.used, after.charged]).toEqual([4, 1]);
    const paid: Readonly<Record<string, boolean | null>> = { 'row-2': true, 'row-3': false, 'row-4': null };
    await after.settleLeft(async (row) => paid[row] ?? null);
    // Nobody knows about the last row yet.
    expect([after.used, after.charged]).toEqual([3, 2]);
    expect(new Agreement('source', storage).used).toBe(3);
    expect(new Agreement('another source', storage).ceiling).toBeNull();
    storage.setItem('company-data-desk.agreed.source', '5 2');
    expect(new Agreement('source', storage).ceiling).toBeNull();
  });
});
