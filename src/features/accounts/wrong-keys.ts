/** Wrong keys that an address may send at once, and how many more per second. */
const burst = 100;
const refillPerSecond = 1;
/** How many addresses and keys are remembered. The oldest are dropped first. */
const maxAddresses = 10_000;
const maxKeys = 10_000;

/** How many wrong keys an address could still send at a moment. */
interface Allowance {
  readonly remaining: number;
  readonly at: number;
}

/**
 * Slows down an address that tries keys: after many wrong keys, further keys have to wait. Keys that this process knows
 * as valid are not affected, so other customers with the same address can continue. Each process counts for itself: this
 * protects the database. Keys are too long to guess.
 */
export class WrongKeys {
  readonly #allowances = new Map<string, Allowance>();
  readonly #right = new Set<string>();
  readonly #checking = new Set<string>();

  /** @param now milliseconds, of any clock that never runs backwards */
  constructor(private readonly now: () => number) {}

  /**
   * Counts a key as wrong until `finishCheck` reports what it was, so that concurrent keys count too.
   * @param keyHash null for a key that is malformed
   * @returns seconds until a key from this address may be checked; 0 for now
   */
  startCheck(address: string, keyHash: string | null): number {
    if (keyHash !== null && (this.#right.has(keyHash) || this.#checking.has(keyHash))) return 0;
    const network = toNetwork(address);
    const remaining = this.#computeRemaining(network);
    if (remaining < 1) return Math.ceil((1 - remaining) / refillPerSecond);
    this.#setRemaining(network, remaining - 1);
    if (keyHash !== null) this.#checking.add(keyHash);
    return 0;
  }

  /** @param outcome of checking a key that was let through; `unknown` when it could not be checked */
  finishCheck(address: string, keyHash: string, outcome: 'right' | 'wrong' | 'unknown'): void {
    const counted = this.#checking.delete(keyHash);
    if (outcome === 'wrong') this.#right.delete(keyHash);
    else if (counted) {
      const network = toNetwork(address);
      this.#setRemaining(network, Math.min(burst, this.#computeRemaining(network) + 1));
    }
    if (outcome === 'right') this.noteRight(keyHash);
  }

  noteRight(keyHash: string): void {
    // Moves the key to the end: the least recently used come first.
    this.#right.delete(keyHash);
    this.#right.add(keyHash);
    forgetOldest(this.#right, maxKeys);
  }

  #computeRemaining(network: string): number {
    const known = this.#allowances.get(network);
    if (known) return Math.min(burst, known.remaining + ((this.now() - known.at) / 1000) * refillPerSecond);
    return burst;
  }

  #setRemaining(network: string, remaining: number): void {
    // Moves the network to the end: the oldest come first.
    this.#allowances.delete(network);
    this.#allowances.set(network, { remaining, at: this.now() });
    forgetOldest(this.#allowances, maxAddresses);
  }
}

/** Bounds a collection in which the oldest entry comes first. */
export function forgetOldest(kept: Map<string, unknown> | Set<string>, max: number): void {
  if (kept.size <= max) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

/** The addresses that one customer has: an IPv4 address, or the first 64 bits of an IPv6 address. */
function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [front = '', back] = plain.split('::');
  const groups = front.split(':');
  const missing = back === undefined ? 0 : 8 - groups.length - back.split(':').length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(back ?? '').split(':')]
    .slice(0, 4)
    .join(':');
}
