import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { OrderedSteps, readAhead, yieldToOthers } from '../../src/running/time-slices.ts';

async function* making(log: string[], failAt?: number) {
  for (let item = 1; item <= 3; item += 1) {
    log.push(`make ${item}`);
    if (item === failAt) throw new Error('not made');
    yield item;
  }
}

describe('items made one ahead', () => {
  it('are made while the one before is used, in order', async () => {
    const log: string[] = [];
    for await (const item of readAhead(making(log))) {
      await nextRound();
      log.push(`use ${item}`);
    }
    expect(log).toEqual(['make 1', 'make 2', 'use 1', 'make 3', 'use 2', 'use 3']);
  });

  it('fail when they are asked for', async () => {
    const used: number[] = [];
    const use = async () => {
      for await (const item of readAhead(making([], 3))) used.push(item);
    };
    await expect(use()).rejects.toThrow('not made');
    expect(used).toEqual([1, 2]);
  });

  it('are waited for and dropped when nobody asks for them', async () => {
    const log: string[] = [];
    for await (const item of readAhead(making(log, 2))) if (item === 1) break;
    expect(log).toEqual(['make 1', 'make 2']);
  });
});

describe('long pieces of work', () => {
  it('have one turn in each round of the event loop, all together', async () => {
    const turns: string[] = [];
    const work = async (name: string) => {
      for (let turn = 0; turn < 2; turn += 1) {
        await yieldToOthers();
        turns.push(name);
      }
    };
    const working = Promise.all(['a', 'b', 'c'].map(work));
    const perRound: number[] = [];
    while (turns.length < 6) {
      const before = turns.length;
      await nextRound();
      perRound.push(turns.length - before);
    }
    await working;
    expect(Math.max(...perRound)).toBe(1);
    expect(turns).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });
});

describe('work that takes a step in the order in which it began', () => {
  it('waits for all earlier ones, also if a later one leaves first', async () => {
    const log: string[] = [];
    const order = new OrderedSteps();
    const places = ['a', 'b', 'c'].map((name) => {
      const place = order.joinQueue();
      void place.turn.then(() => log.push(name));
      return place;
    });
    places[1]?.leave();
    await nextRound();
    expect(log).toEqual(['a']);
    places[0]?.leave();
    await nextRound();
    expect(log).toEqual(['a', 'b', 'c']);
  });
});
