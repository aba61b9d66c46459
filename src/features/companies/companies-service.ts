import type { CompanySummary } from '../../contract/companies/company-fields.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { CompaniesStore } from './companies-store.ts';
import type { CurrentFacts, HeadOffice } from './company-record.ts';
import { companySummary } from './company-summary.ts';

/** Companies read in one query. */
const recordsAtOnce = 1_000;

/** Current facts from Postgres about companies that features found in the index. */
export class CompaniesService {
  readonly #store: CompaniesStore;

  constructor(store: CompaniesStore) {
    this.#store = store;
  }

  /** By id; an id that is gone is absent from the answer. */
  async currentFacts(companyIds: readonly string[]): Promise<Map<string, CurrentFacts>> {
    if (companyIds.length <= recordsAtOnce) return this.#store.currentFacts(companyIds);
    const facts = new Map<string, CurrentFacts>();
    for (let from = 0; from < companyIds.length; from += recordsAtOnce) {
      const some = await this.#store.currentFacts(companyIds.slice(from, from + recordsAtOnce));
      for (const [id, now] of some) facts.set(id, now);
    }
    return facts;
  }

  /** By id; an id that is gone is absent from the answer. */
  async summaries(
    companyIds: readonly string[],
    transaction?: Transaction,
  ): Promise<Map<string, CompanySummary>> {
    const summaries = new Map<string, CompanySummary>();
    for (let from = 0; from < companyIds.length; from += recordsAtOnce) {
      for (const record of await this.#store.records(
        companyIds.slice(from, from + recordsAtOnce),
        transaction,
      ))
        summaries.set(record.company_id, companySummary(record));
    }
    return summaries;
  }

  /** The canonical id for each current or former id. Hidden and unknown companies are absent. */
  canonicalIds(givenIds: readonly string[]): Promise<Map<string, string>> {
    return this.#store.canonicalIds(givenIds);
  }

  /** Head offices by company_id; an id that is gone is absent. */
  headOffices(companyIds: readonly string[]): Promise<Map<string, HeadOffice>> {
    return this.#store.headOffices(companyIds);
  }

  /** Those of the ids that are canonical ids of companies, not aliases. */
  existing(companyIds: readonly string[]): Promise<Set<string>> {
    return this.#store.existing(companyIds);
  }

  /** The id that replaced each company's id, or the id of its successor. Companies without either are absent. */
  async superseding(companyIds: readonly string[]): Promise<Map<string, string>> {
    const [facts, owners] = await Promise.all([
      this.#store.currentFacts(companyIds),
      this.#store.aliasOwners(companyIds),
    ]);
    return new Map(
      companyIds.flatMap((id) => {
        const next = owners.get(id) ?? facts.get(id)?.superseded_by;
        return next ? [[id, next] as const] : [];
      }),
    );
  }
}
