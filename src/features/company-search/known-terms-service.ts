import type { CompanyIndex } from './company-index-service.ts';
import { type KnownValues, knownValues } from './nearest-values.ts';

const keptMs = 10_000;
/** More than the data has municipalities or technologies. */
const maxTerms = 10_000;

/** The values that companies have in a field of the index, cached for a few seconds for all requests. */
export class KnownTerms {
  readonly #kept = new Map<string, { readonly until: number; readonly values: Promise<KnownValues> }>();

  readonly #index: CompanyIndex;
  readonly #now: () => Date;

  constructor(index: CompanyIndex, now: () => Date) {
    this.#index = index;
    this.#now = now;
  }

  of(field: 'city' | 'technologies'): Promise<KnownValues> {
    const now = this.#now().getTime();
    const kept = this.#kept.get(field);
    if (kept && now < kept.until) return kept.values;
    const values = this.#read(field);
    this.#kept.set(field, { until: now + keptMs, values });
    // Failures are not cached: the next request reads again.
    values.catch(() => this.#kept.delete(field));
    return values;
  }

  async #read(field: string): Promise<KnownValues> {
    const { aggregations } = await this.#index.search({
      size: 0,
      track_total_hits: false,
      aggs: { terms: { terms: { field, size: maxTerms } } },
    });
    const { buckets = [] } = (aggregations.terms ?? {}) as { buckets?: { key: string }[] };
    return knownValues(buckets.map(({ key }) => key));
  }
}
