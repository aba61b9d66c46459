import type { CompanySearch } from './company-search.ts';
import type { CompanySearchStore } from './company-search-store.ts';
import type { EnrichmentViewStatus, SignalCoverage } from './coverage-warnings.ts';

const keptMs = 10_000;

/** How far the data reaches that a search rests on. */
export interface DataReach {
  readonly view: EnrichmentViewStatus;
  readonly coverage: readonly SignalCoverage[];
}

/** Reads how far the data reaches; what was measured is kept for a few seconds. */
export class CoverageService {
  readonly #store: CompanySearchStore;
  readonly #now: () => Date;
  #measured: { readonly at: number; readonly rows: Promise<SignalCoverage[]> } | null = null;

  constructor(store: CompanySearchStore, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  async of(signals: CompanySearch['signals']): Promise<DataReach> {
    // Headcounts are a signal too, so max_employees never passes here.
    if (signals.size === 0) return { view: 'ready', coverage: [] };
    const [view, coverage] = await Promise.all([this.#store.enrichmentViewStatus(), this.measured()]);
    return { view, coverage };
  }

  measured(): Promise<readonly SignalCoverage[]> {
    const at = this.#now().getTime();
    if (!this.#measured || at - this.#measured.at > keptMs) {
      const rows = this.#store.signalCoverage();
      this.#measured = { at, rows };
      // A failure is of the request that met it; the next one asks again.
      rows.catch(() => {
        this.#measured = null;
      });
    }
    return this.#measured.rows;
  }
}
