import type { CompaniesStore, CurrentFacts } from './companies-store.ts';

/** Companies as Postgres has them now, for features that found them in the index. */
export class CompaniesService {
  constructor(private readonly store: CompaniesStore) {}

  /** In one query; an id that is gone is absent from the answer. */
  currentFacts(companyIds: readonly string[]): Promise<Map<string, CurrentFacts>> {
    return this.store.currentFacts(companyIds);
  }
}
