import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { recurring } from '../../src/recurring.ts';

describe('recurring work', () => {
  it('repeats, even after a failure, never twice at once, until it is stopped', async () => {
    let runs = 0;
    let running = 0;
    let most = 0;
    const failures: unknown[] = [];
    const work = recurring(
      1,
      async () => {
        runs += 1;
        running += 1;
        most = Math.max(most, running);
        await wait(3);
        running -= 1;
        if (runs === 2) throw new Error('second');
      },
      (error) => failures.push(error),
    );
    while (runs < 4) await wait(1);
    await work.stop();
    expect([most, running]).toEqual([1, 0]);
    expect(failures).toEqual([new Error('second')]);
    const stoppedAt = runs;
    await wait(15);
    expect(runs).toBe(stoppedAt);
  });
});
