interface Waiting {
  readonly key: string;
  /** Whether it waits for any time. */
  readonly lasting: boolean;
  admit(): void;
  miss(): void;
}

/** Somebody waited for a turn for as long as they would wait, or made room for another key. */
export class AcquireTimeout extends Error {
  override readonly name = 'AcquireTimeout';
}

/**
 * Limits concurrent holders, in all and by key. The next turn goes to the key that holds the fewest; among its equals, to one that has not
 * just had a turn while it had more waiting; then first come, first served.
 */
export class KeyedSemaphore {
  readonly #waiting: Waiting[] = [];
  readonly #heldBy = new Map<string, number>();
  /** The turns that ended, counted, when the last one of a key ended that still waits for others. */
  readonly #lastEnds = new Map<string, number>();
  #ends = 0;
  #held = 0;

  constructor(private readonly bounds: { readonly maxTotal: number; readonly maxPerKey: number }) {}

  get held(): number {
    return this.#held;
  }

  /** Without those that wait for any time. */
  get waiting(): number {
    return this.#listDroppable().length;
  }

  /** @returns a function that ends the turn, which may be called more than once; null if the key has to wait */
  tryAcquire(key: string): (() => void) | null {
    if (!this.#hasRoom(key)) return null;
    this.#addToHeld(key, 1);
    return this.#createRelease(key);
  }

  /**
   * Waits for a turn.
   * @param timeoutMs how long at most; default any time
   * @returns a function that ends the turn; it may be called more than once
   * @throws AcquireTimeout
   */
  async acquire(key: string, timeoutMs?: number): Promise<() => void> {
    const now = this.tryAcquire(key);
    if (now) return now;
    await new Promise<void>((resolve, reject) => {
      let limit: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        key,
        lasting: timeoutMs === undefined,
        admit() {
          clearTimeout(limit);
          resolve();
        },
        miss: () => {
          clearTimeout(limit);
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          reject(new AcquireTimeout());
        },
      };
      this.#waiting.push(waiting);
      if (timeoutMs !== undefined) limit = setTimeout(waiting.miss, timeoutMs);
    });
    return this.#createRelease(key);
  }

  /** Whether the key gets a turn now, or could wait in the place of another key that has more waiting. */
  canAcquire(key: string): boolean {
    return this.#hasRoom(key) || this.#findDroppable(key) !== undefined;
  }

  /** Lets the newest of the key that has most waiting miss its turn. @returns false if no other key has more waiting than this one */
  dropNewest(key: string): boolean {
    const displaced = this.#findDroppable(key);
    displaced?.miss();
    return displaced !== undefined;
  }

  #findDroppable(key: string): Waiting | undefined {
    const counts = new Map<string, number>();
    const missing = this.#listDroppable();
    for (const { key: each } of missing) counts.set(each, (counts.get(each) ?? 0) + 1);
    const [most] = [...counts].sort(([, a], [, b]) => b - a);
    if (!most || most[1] <= (counts.get(key) ?? 0) + 1) return undefined;
    return missing.findLast((waiting) => waiting.key === most[0]);
  }

  /** Those that may miss their turn. */
  #listDroppable(): readonly Waiting[] {
    return this.#waiting.filter(({ lasting }) => !lasting);
  }

  #createRelease(key: string): () => void {
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#addToHeld(key, -1);
      this.#ends += 1;
      if (this.#waiting.some((waiting) => waiting.key === key)) this.#lastEnds.set(key, this.#ends);
      else this.#lastEnds.delete(key);
      this.#admitNext();
    };
  }

  #admitNext(): void {
    let next: Waiting | undefined;
    for (const waiting of this.#waiting)
      if (this.#hasRoom(waiting.key) && (!next || this.#hasPriority(waiting.key, next.key))) next = waiting;
    if (!next) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#addToHeld(next.key, 1);
    next.admit();
  }

  #hasPriority(key: string, other: string): boolean {
    const fewer = this.#getHeld(key) - this.#getHeld(other);
    const earlier = (this.#lastEnds.get(key) ?? 0) - (this.#lastEnds.get(other) ?? 0);
    return (fewer || earlier) < 0;
  }

  #getHeld(key: string): number {
    return this.#heldBy.get(key) ?? 0;
  }

  #hasRoom(key: string): boolean {
    return this.#held < this.bounds.maxTotal && this.#getHeld(key) < this.bounds.maxPerKey;
  }

  #addToHeld(key: string, change: 1 | -1): void {
    this.#held += change;
    const held = this.#getHeld(key) + change;
    if (held === 0) this.#heldBy.delete(key);
    else this.#heldBy.set(key, held);
  }
}
