import type { DataAsOf } from '../../contract/as-of.ts';
import { makeCachedRead } from '../../running/cached-read.ts';
import { type CoverageTrend, computeFreshness, type Freshness, type RegisterState } from './freshness.ts';

interface FreshnessParts {
  registers(): Promise<RegisterState[]>;
  coverage(): Promise<CoverageTrend[]>;
  now(): Date;
}

/** Any number of readers causes one query in this time. */
const freshMs = 10_000;
const asOfMs = 60_000;

/** How fresh the data of each register is. */
export class FreshnessService {
  readonly #states: () => Promise<RegisterState[]>;
  readonly #now: () => Date;
  readonly #asOf: () => Promise<DataAsOf>;
  /** Throws when the database does not answer. */
  readonly coverage: () => Promise<readonly CoverageTrend[]>;
  #lastAsOf: DataAsOf = {};

  constructor({ registers, coverage, now }: FreshnessParts) {
    this.#states = makeCachedRead(freshMs, registers);
    this.#now = now;
    this.coverage = makeCachedRead(freshMs, coverage);
    this.#asOf = makeCachedRead(asOfMs, () => this.#readAsOf());
  }

  /** Throws when the database does not answer. */
  async listRegisters(): Promise<Freshness[]> {
    const states = await this.#states();
    const now = this.#now();
    return states.map((state) => computeFreshness(state, now));
  }

  /** For answers; while the database does not answer, as it was before. */
  getDataAsOf(): Promise<DataAsOf> {
    return this.#asOf();
  }

  async #readAsOf(): Promise<DataAsOf> {
    const states = await this.#states().catch(() => null);
    if (states !== null) {
      this.#lastAsOf = Object.fromEntries(
        states.flatMap(({ register, completeThrough }) =>
          completeThrough === null ? [] : [[register, completeThrough]],
        ),
      );
    }
    return this.#lastAsOf;
  }
}
