import type { Knex } from 'knex';
import { makeCachedRead } from '../../../running/cached-read.ts';
import type { CompanySearch } from '../company-search.ts';
import type { DataReach, EnrichmentViewStatus, SignalCoverage } from './coverage-warnings.ts';

const maxAgeMs = 10_000;

/** Reads the coverage of the loaded data. Nothing here belongs to an account. */
export class CoverageStore {
  /** The measured coverage of all signals, cached for a few seconds. */
  readonly measured: () => Promise<readonly SignalCoverage[]>;

  constructor(private readonly knex: Knex) {
    this.measured = makeCachedRead(maxAgeMs, async () =>
      knex('signal_coverage').select('signal', 'companies_with_value', 'companies_total'),
    );
  }

  async getDataReach(signals: CompanySearch['signals']): Promise<DataReach> {
    // Safe for max_employees: headcounts are a signal too, so they never take this shortcut.
    if (signals.size === 0) return { view: 'ready', coverage: [] };
    const [view, coverage] = await Promise.all([this.#readViewStatus(), this.measured()]);
    return { view, coverage };
  }

  async #readViewStatus(): Promise<EnrichmentViewStatus> {
    const row = await this.knex('enrichment_view_state').first<
      { status: 'ready' | 'rebuilding' } | undefined
    >('status');
    return row?.status ?? 'missing';
  }
}
