interface Waiting {
  readonly key: string;
  admit(): void;
}

/** Somebody waited for a turn for as long as they would wait. */
export class TurnMissed extends Error {
  override readonly name = 'TurnMissed';
}

/**
 * Limits concurrent holders, in all and by key. First come, first served, but holders of a full key let others pass.
 */
export class Turns {
  readonly #waiting: Waiting[] = [];
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  readonly #bounds: { readonly inAll: number; readonly ofOneKey: number };

  constructor(bounds: { readonly inAll: number; readonly ofOneKey: number }) {
    this.#bounds = bounds;
  }

  get held(): number {
    return this.#held;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** @returns a function that ends the turn, which may be called more than once; null if the key has to wait */
  takeNow(key: string): (() => void) | null {
    if (!this.#hasRoom(key)) return null;
    this.#count(key, 1);
    return this.#ending(key);
  }

  /**
   * Waits for a turn.
   * @param patienceMs how long at most; default any time
   * @returns a function that ends the turn; it may be called more than once
   * @throws TurnMissed
   */
  async take(key: string, patienceMs?: number): Promise<() => void> {
    const now = this.takeNow(key);
    if (now) return now;
    await new Promise<void>((resolve, reject) => {
      let limit: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        key,
        admit() {
          clearTimeout(limit);
          resolve();
        },
      };
      this.#waiting.push(waiting);
      if (patienceMs === undefined) return;
      limit = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new TurnMissed());
      }, patienceMs);
    });
    return this.#ending(key);
  }

  #ending(key: string): () => void {
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#count(key, -1);
      this.#admitNext();
    };
  }

  #admitNext(): void {
    const next = this.#waiting.findIndex(({ key }) => this.#hasRoom(key));
    const [admitted] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (!admitted) return;
    this.#count(admitted.key, 1);
    admitted.admit();
  }

  #hasRoom(key: string): boolean {
    return this.#held < this.#bounds.inAll && (this.#heldBy.get(key) ?? 0) < this.#bounds.ofOneKey;
  }

  #count(key: string, change: 1 | -1): void {
    this.#held += change;
    const held = (this.#heldBy.get(key) ?? 0) + change;
    if (held === 0) this.#heldBy.delete(key);
    else this.#heldBy.set(key, held);
  }
}
