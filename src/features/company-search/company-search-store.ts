import type { Knex } from 'knex';
import type { EnrichmentViewStatus, SignalCoverage } from './coverage-warnings.ts';

/** What company search reads from Postgres. Nothing here belongs to an account. */
export class CompanySearchStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async enrichmentViewStatus(): Promise<EnrichmentViewStatus> {
    const row = await this.#knex('enrichment_view_state').first<
      { status: 'ready' | 'rebuilding' } | undefined
    >('status');
    return row?.status ?? 'missing';
  }

  async signalCoverage(): Promise<SignalCoverage[]> {
    return this.#knex('signal_coverage').select('signal', 'companies_with_value', 'companies_total');
  }
}
