import { cached } from '../../cached.ts';
import { type Freshness, freshnessOf, type RegisterState } from './freshness.ts';

interface FreshnessParts {
  registers(): Promise<RegisterState[]>;
  now(): Date;
}

/** Any number of readers causes one query in this time. */
const freshMs = 10_000;

/** How fresh the data of each register is. */
export class FreshnessService {
  readonly #states: () => Promise<RegisterState[]>;
  readonly #now: () => Date;

  constructor({ registers, now }: FreshnessParts) {
    this.#states = cached(freshMs, registers);
    this.#now = now;
  }

  /** Throws when the database does not answer. */
  async registers(): Promise<Freshness[]> {
    const states = await this.#states();
    const now = this.#now();
    return states.map((state) => freshnessOf(state, now));
  }
}
