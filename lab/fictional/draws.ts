/**
 * Random draws that depend only on the seed, the company's index in the series and the topic. A company is the same
 * whatever is generated before it, and a new topic does not change the others.
 */
export class Draws {
  #state: number;

  constructor(seed: number, index: number, topic: number) {
    this.#state = hash3(seed, index, topic);
  }

  /** A whole number from 0 to 2^32 - 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A number from 0 to 1, excluding 1. */
  unit(): number {
    return this.next() / 4294967296;
  }

  /** A whole number from 0 to `limit`, excluding `limit`. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  /** A whole number from `low` to `high`, inclusive. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** Up to `count` different items, in the order of the list. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    const first = this.below(items.length);
    const step = items.length > 2 ? 1 + this.below(Math.floor((items.length - 1) / Math.max(1, count))) : 1;
    const places = new Set<number>();
    for (let n = 0; n < count; n++) places.add((first + n * step) % items.length);
    return items.filter((_, place) => places.has(place));
  }

  /** A log-normal number: half of all draws are below `median`. */
  logNormal(median: number, spread: number): number {
    const distance = Math.sqrt(-2 * Math.log(1 - this.unit()));
    return median * Math.exp(spread * distance * Math.cos(2 * Math.PI * this.unit()));
  }
}

/** Picks by weight; made once for a list, each pick in O(log n). */
export function weighted<Item>(items: readonly (readonly [Item, number])[]): (draws: Draws) => Item {
  const limits: number[] = [];
  let total = 0;
  for (const [, weight] of items) {
    total += weight;
    limits.push(total);
  }
  return (draws) => {
    const point = draws.unit() * total;
    let low = 0;
    let high = limits.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((limits[middle] ?? 0) > point) high = middle;
      else low = middle + 1;
    }
    const found = items[low];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found[0];
  };
}

function hash3(a: number, b: number, c: number): number {
  return scramble(scramble(scramble(a ^ 0x9e3779b9) ^ b) ^ Math.imul(c + 1, 0x85ebca6b));
}

function scramble(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return mixed ^ (mixed >>> 15);
}
