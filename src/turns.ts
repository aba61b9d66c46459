interface Waiting {
  readonly key: string;
  admit(): void;
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

  /** Waits for a turn. @returns a function that ends the turn; it may be called more than once */
  async take(key: string): Promise<() => void> {
    await new Promise<void>((admit) => {
      this.#waiting.push({ key, admit });
      this.#admitNext();
    });
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#count(key, -1);
      this.#admitNext();
    };
  }

  #admitNext(): void {
    const { inAll, ofOneKey } = this.#bounds;
    while (this.#held < inAll) {
      const next = this.#waiting.findIndex(({ key }) => (this.#heldBy.get(key) ?? 0) < ofOneKey);
      const [admitted] = next < 0 ? [] : this.#waiting.splice(next, 1);
      if (!admitted) return;
      this.#count(admitted.key, 1);
      admitted.admit();
    }
  }

  #count(key: string, change: 1 | -1): void {
    this.#held += change;
    const held = (this.#heldBy.get(key) ?? 0) + change;
    if (held === 0) this.#heldBy.delete(key);
    else this.#heldBy.set(key, held);
  }
}
