import { describe, expect, it } from '@jest/globals';
import { KeyedSemaphore } from '../../src/running/keyed-semaphore.ts';

/** Requests a turn for each key, in order. `admitted` grows as turns begin; `end` ends the turn at this index. */
function queue(turns: KeyedSemaphore, keys: readonly string[]) {
  const admitted: string[] = [];
  const ends: (() => void)[] = [];
  for (const key of keys) {
    turns.acquire(key).then((end) => {
      admitted.push(key);
      ends.push(end);
    });
  }
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    admitted,
    async end(place: number) {
      ends[place]?.();
      await settled();
    },
    settled,
  };
}

describe('turns', () => {
  it('admit up to the total limit, in order', async () => {
    const { admitted, end, settled } = queue(new KeyedSemaphore({ maxTotal: 2, maxPerKey: 2 }), [
      'a',
      'b',
      'c',
      'd',
    ]);
    await settled();
    expect(admitted).toEqual(['a', 'b']);
    await end(1);
    expect(admitted).toEqual(['a', 'b', 'c']);
    await end(1);
    expect(admitted).toEqual(['a', 'b', 'c']);
    await end(0);
    expect(admitted).toEqual(['a', 'b', 'c', 'd']);
  });

  it('let others pass a key that has used all of its own', async () => {
    const { admitted, end, settled } = queue(new KeyedSemaphore({ maxTotal: 3, maxPerKey: 1 }), [
      'a',
      'a',
      'a',
      'b',
      'c',
    ]);
    await settled();
    expect(admitted).toEqual(['a', 'b', 'c']);
    await end(1);
    expect(admitted).toEqual(['a', 'b', 'c']);
    await end(0);
    expect(admitted).toEqual(['a', 'b', 'c', 'a']);
  });

  it('go from one key to the next, although the first have more waiting for longer', async () => {
    const keys = ['a', 'b', 'a', 'b', 'c'];
    const { admitted, end, settled } = queue(new KeyedSemaphore({ maxTotal: 2, maxPerKey: 1 }), keys);
    await settled();
    for (const place of [0, 1, 2, 3]) await end(place);
    expect(admitted).toEqual(['a', 'b', 'c', 'a', 'b']);
  });
});
