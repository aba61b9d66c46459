import type { Paging } from '../../paging/paging.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { FoundCard } from '../companies/company-record.ts';
import type { CompanyLookup } from '../company-resolve/company-lookup-service.ts';
import type { CompanyIndex } from './company-index-service.ts';
import { type CompanySearch, checkMaxEmployees } from './company-search.ts';
import type { CoverageStore } from './coverage-store.ts';
import type { Narrowing } from './narrowing.ts';
import { stillFits } from './result-page.ts';
import type { ZeroResults } from './zero-results-service.ts';

/** What every run of a search needs. */
export interface SearchTools {
  readonly index: CompanyIndex;
  readonly coverage: CoverageStore;
  readonly zeroResults: ZeroResults;
  readonly companies: CompaniesService;
  /** What a query finds as a written name. */
  readonly lookup: Pick<CompanyLookup, 'byWrittenNames'>;
  readonly paging: Paging;
  now(): Date;
}

/**
 * The steps of every run: the coverage of the data and the conditions, the requests, the companies that still fit.
 * @throws ServiceError max_employees_unsupported_on_this_path
 */
export async function runSearch<Found extends { readonly cards: readonly FoundCard[] }, Detail>(
  { coverage, companies }: SearchTools,
  read: CompanySearch,
  narrowing: Narrowing<Detail> | undefined,
  find: (search: CompanySearch) => Promise<Found>,
) {
  const reach = await coverage.of(read.signals);
  checkMaxEmployees(read, reach.view);
  const search = { ...read, narrowed: (await narrowing?.conditions(read.today)) ?? null };
  const found = await find(search);
  const ids = found.cards.map(({ company }) => company.company_id);
  const [facts, details] = await Promise.all([
    companies.factsOf(found.cards),
    narrowing?.confirm(ids, search.today),
  ]);
  const fitting = ids.flatMap((id) => {
    const now = facts.get(id);
    const fits = now && stillFits(now, search.filters) && (details?.has(id) ?? true);
    return fits ? [[id, now] as const] : [];
  });
  return { search, reach, found, facts: new Map(fitting), details: details ?? new Map<string, Detail>() };
}
