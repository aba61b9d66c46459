import type { CompanySearch } from './company-search.ts';
import type { CompanySearchStore } from './company-search-store.ts';
import type { EnrichmentViewStatus, SignalCoverage } from './coverage-warnings.ts';

const keptMs = 10_000;

/** The coverage of the data that a search uses. */
export interface DataReach {
  readonly view: EnrichmentViewStatus;
  readonly coverage: readonly SignalCoverage[];
}

/** Reads the coverage of the data, and caches it for a few seconds. */
export class CoverageService {
  readonly #store: CompanySearchStore;
  readonly #now: () => Date;
  #measured: { readonly at: number; readonly rows: Promise<SignalCoverage[]> } | null = null;

  constructor(store: CompanySearchStore, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  async of(signals: CompanySearch['signals']): Promise<DataReach> {
    // Safe for max_employees: headcounts are a signal too, so they never take this shortcut.
    if (signals.size === 0) return { view: 'ready', coverage: [] };
    const [view, coverage] = await Promise.all([this.#store.enrichmentViewStatus(), this.measured()]);
    return { view, coverage };
  }

  measured(): Promise<readonly SignalCoverage[]> {
    const at = this.#now().getTime();
    if (!this.#measured || at - this.#measured.at > keptMs) {
      const rows = this.#store.signalCoverage();
      this.#measured = { at, rows };
      // Failures are not cached: the next request reads again.
      rows.catch(() => {
        this.#measured = null;
      });
    }
    return this.#measured.rows;
  }
}
