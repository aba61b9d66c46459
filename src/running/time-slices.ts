/** The longest that long work may block other requests, in milliseconds, however many pieces of it run at once. */
const sliceMs = 3;

/**
 * A queue of pieces of work, of which one begins in each round of the event loop: `setImmediate` alone would let every piece have its
 * turn before the next answer of a store is read.
 * @returns a function whose promise resolves when it is the turn of the piece
 */
export function createRoundQueue(): () => Promise<void> {
  const waiting: (() => void)[] = [];

  function beginNext(): void {
    const begin = waiting.shift();
    // Only in the next round of the event loop.
    if (waiting.length > 0) setImmediate(beginNext);
    begin?.();
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(beginNext);
    });
}

/** Resolves after other requests have had their turn. */
export const yieldToOthers = createRoundQueue();

/** Splits long work into short turns. Other requests run between two turns. */
export class TimeSlice {
  #begun = performance.now();

  /** Asked between two small steps of the work; if so, wait for `next`. Two methods, because most steps need not wait. */
  get isUsedUp(): boolean {
    return performance.now() - this.#begun >= sliceMs;
  }

  /** The next turn, after other requests. */
  async startNext(): Promise<void> {
    await yieldToOthers();
    this.#begun = performance.now();
  }
}

/** Maps many items in turns. The results keep the order of the items. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  each: (item: Item, place: number) => Result,
): Promise<Result[]> {
  const slice = new TimeSlice();
  const results: Result[] = [];
  for (const item of items) {
    results.push(each(item, results.length));
    if (slice.isUsedUp) await slice.startNext();
  }
  return results;
}

/** Does the work on all items, at most `atOnce` at the same time. */
export async function runConcurrently<Item>(
  items: AsyncIterator<Item> | Iterator<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const runNextItems = async () => {
    for (let next = await items.next(); !next.done; next = await items.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, runNextItems));
}

/** A place in an order of work that otherwise runs at the same time. */
export interface OrderedPlace {
  /** Resolves when all earlier ones have left. */
  readonly turn: Promise<void>;
  leave(): void;
}

/** Lets pieces of work take a step in the order in which they began. Each must leave, also if it fails. */
export class OrderedSteps {
  #last = Promise.resolve();

  joinQueue(): OrderedPlace {
    const turn = this.#last;
    let leave: () => void = () => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    // Leaving early does not let later ones overtake earlier ones.
    this.#last = turn.then(() => left);
    return { turn, leave };
  }
}

/**
 * Makes each item while the one before is used. An item that nobody asks for any more is still waited for, and dropped
 * with its failure.
 */
export async function* readAhead<Item>(items: AsyncIterator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (let made = await next; !made.done; made = await next) {
      next = items.next();
      // It is reported when the item is asked for.
      next.catch(() => undefined);
      yield made.value;
    }
  } finally {
    await next.catch(() => undefined);
  }
}
