/** Wrong keys that an address may send at once, and how many more a second. */
const burst = 100;
const refillPerSecond = 1;
/** Addresses and keys that are remembered; the oldest are forgotten first. */
const addressesKept = 10_000;
const keysKept = 10_000;

/** Wrong keys an address had left at a moment. */
interface Allowance {
  readonly left: number;
  readonly at: number;
}

/**
 * Slows down an address that tries keys: after many wrong ones, those that follow have to wait. Keys that have been right
 * in this process are not affected, so that a neighbour behind the same address works on. Counted by each process for
 * itself: the point is to spare the database, as keys are too long to be found by trying.
 */
export class WrongKeys {
  readonly #now: () => number;
  readonly #allowances = new Map<string, Allowance>();
  readonly #right = new Set<string>();
  readonly #checking = new Set<string>();

  /** @param now milliseconds of any clock that does not go back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts a key as wrong until `settle` says what it was, so that those that come together are counted too.
   * @param keyHash null for a key that is malformed
   * @returns seconds to wait before a key from this address is checked; 0 when it may be now
   */
  secondsToWait(address: string, keyHash: string | null): number {
    if (keyHash !== null && (this.#right.has(keyHash) || this.#checking.has(keyHash))) return 0;
    const network = networkOf(address);
    const left = this.#left(network);
    if (left < 1) return Math.ceil((1 - left) / refillPerSecond);
    this.#set(network, left - 1);
    if (keyHash !== null) this.#checking.add(keyHash);
    return 0;
  }

  /** @param outcome of checking a key that was let through; `unknown` when it could not be checked */
  settle(address: string, keyHash: string, outcome: 'right' | 'wrong' | 'unknown'): void {
    const counted = this.#checking.delete(keyHash);
    if (outcome === 'wrong') this.#right.delete(keyHash);
    else if (counted) {
      const network = networkOf(address);
      this.#set(network, Math.min(burst, this.#left(network) + 1));
    }
    if (outcome === 'right') this.noteRight(keyHash);
  }

  noteRight(keyHash: string): void {
    // Written again at the end: the first are those not used for longest.
    this.#right.delete(keyHash);
    this.#right.add(keyHash);
    forgetOldest(this.#right, keysKept);
  }

  #left(network: string): number {
    const known = this.#allowances.get(network);
    return known ? Math.min(burst, known.left + ((this.#now() - known.at) / 1000) * refillPerSecond) : burst;
  }

  #set(network: string, left: number): void {
    // Written again at the end: the first are the oldest.
    this.#allowances.delete(network);
    this.#allowances.set(network, { left, at: this.#now() });
    forgetOldest(this.#allowances, addressesKept);
  }
}

function forgetOldest(kept: Map<string, unknown> | Set<string>, max: number): void {
  if (kept.size <= max) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

/** What one customer of a network has: an IPv4 address, or the first 64 bits of an IPv6 one. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [front = '', back] = plain.split('::');
  const groups = front.split(':');
  const missing = back === undefined ? 0 : 8 - groups.length - back.split(':').length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(back ?? '').split(':')]
    .slice(0, 4)
    .join(':');
}
