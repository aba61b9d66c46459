import type { DataAsOf } from '../../contract/as-of.ts';
import { makeCachedRead } from '../../running/cached-read.ts';
import { type CoverageTrend, computeFreshness, type Freshness, type RegisterState } from './freshness.ts';
import type { FreshnessStore } from './freshness-store.ts';

/** Any number of readers causes one query in this time. */
const freshMs = 10_000;
const asOfMs = 60_000;

/** How fresh the data of each register is. */
export class FreshnessService {
  readonly #states: () => Promise<RegisterState[]>;
  readonly #asOf: () => Promise<DataAsOf>;
  /** Throws when the database does not answer. */
  readonly coverage: () => Promise<readonly CoverageTrend[]>;
  #lastAsOf: DataAsOf = {};

  constructor(
    store: FreshnessStore,
    private readonly now: () => Date,
  ) {
    this.#states = makeCachedRead(freshMs, () => store.listRegisters());
    this.coverage = makeCachedRead(freshMs, () => store.listCoverage());
    this.#asOf = makeCachedRead(asOfMs, () => this.#readAsOf());
  }

  /** Throws when the database does not answer. */
  async listRegisters(): Promise<Freshness[]> {
    const states = await this.#states();
    const now = this.now();
    return states.map((state) => computeFreshness(state, now));
  }

  /** For answers; while the database does not answer, as it was before. */
  getDataAsOf(): Promise<DataAsOf> {
    return this.#asOf();
  }

  async #readAsOf(): Promise<DataAsOf> {
    const states = await this.#states().catch(() => null);
    if (states === null) return this.#lastAsOf;
    const days: Record<string, string> = {};
    for (const { register, completeThrough } of states)
      if (completeThrough !== null) days[register] = completeThrough;
    this.#lastAsOf = days;
    return days;
  }
}
