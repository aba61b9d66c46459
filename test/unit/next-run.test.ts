import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { computeNextRun } from '../../src/features/lists/saved/next-run.ts';
import { scheduleRecurring } from '../../src/running/recurring.ts';

/** 06:00 in Tokyo is 21:00 UTC of the previous day; 2027-03-08 is a Monday in Tokyo. */
const list = {
  schedule: 'daily',
  status: 'active',
  published_version: 1,
  schedule_since: new Date('2027-03-03T10:00:00Z'),
  scheduled_for: null,
} as const;

const at = (changes: Partial<Parameters<typeof computeNextRun>[0]>, now: string) =>
  computeNextRun({ ...list, ...changes }, new Date(now)).next_run_at;

describe('the next run of a schedule', () => {
  it.each([
    ['daily', '2027-03-03T10:00:00Z', '2027-03-03T21:00:00.000Z'],
    ['daily', '2027-03-03T20:59:59Z', '2027-03-03T21:00:00.000Z'],
    ['weekly', '2027-03-03T10:00:00Z', '2027-03-07T21:00:00.000Z'],
    ['weekly', '2027-03-07T20:59:59Z', '2027-03-07T21:00:00.000Z'],
  ] as const)('is the first time after it was set: %s at %s', (schedule, now, next) => {
    expect(at({ schedule }, now)).toBe(next);
  });

  it('is the time that has just passed until it is claimed, then the following one', () => {
    expect(at({}, '2027-03-03T21:00:30Z')).toBe('2027-03-03T21:00:00.000Z');
    // After a downtime only the last missed run is made up for.
    expect(at({}, '2027-03-09T00:00:00Z')).toBe('2027-03-08T21:00:00.000Z');
    const scheduled_for = new Date('2027-03-03T21:00:00Z');
    expect(at({ scheduled_for }, '2027-03-03T21:00:30Z')).toBe('2027-03-04T21:00:00.000Z');
  });

  it.each([
    ['manual', { schedule: 'manual', status: 'archived' }],
    ['archived', { status: 'archived', published_version: null }],
    ['paused', { status: 'paused' }],
    ['not_published', { published_version: null }],
  ] as const)('is none, and the reason is %s', (no_next_run_because, changes) => {
    expect(computeNextRun({ ...list, ...changes }, new Date())).toEqual({
      next_run_at: null,
      no_next_run_because,
    });
  });
});

describe('recurring work', () => {
  it('repeats, even after a failure, never twice at once, until it is stopped', async () => {
    let runs = 0;
    let running = 0;
    let maxRunning = 0;
    const failures: unknown[] = [];
    const work = scheduleRecurring(
      1,
      async () => {
        runs += 1;
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await wait(3);
        running -= 1;
        if (runs === 2) throw new Error('second');
      },
      (error) => failures.push(error),
    );
    while (runs < 4) await wait(1);
    await work.stop();
    expect([maxRunning, running]).toEqual([1, 0]);
    expect(failures).toEqual([new Error('second')]);
    const stoppedAt = runs;
    await wait(15);
    expect(runs).toBe(stoppedAt);
  });
});
