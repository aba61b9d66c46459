import { setImmediate as othersFirst } from 'node:timers/promises';

/** How long one piece of work keeps others waiting, in milliseconds. */
const turnMs = 15;

/** Work in turns: each is short, and between two of them all other requests have theirs. */
export class FairTurns {
  #begun = performance.now();

  /** To be called between two small steps of the work; waits only when a turn has been used up. */
  async pause(): Promise<void> {
    if (performance.now() - this.#begun < turnMs) return;
    await othersFirst();
    this.#begun = performance.now();
  }
}

/** The results of a function for many items, in their order. */
export async function inTurns<Item, Result>(
  items: Iterable<Item>,
  each: (item: Item, place: number) => Result,
): Promise<Result[]> {
  const turns = new FairTurns();
  const results: Result[] = [];
  for (const item of items) {
    results.push(each(item, results.length));
    await turns.pause();
  }
  return results;
}

/** Does the work on all items, so many at once. */
export async function someAtOnce<Item>(
  items: AsyncIterator<Item> | Iterator<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const worker = async () => {
    for (let next = await items.next(); !next.done; next = await items.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
