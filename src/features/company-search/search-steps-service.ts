import type { DataAsOf } from '../../contract/as-of.ts';
import type { Paging } from '../../paging/paging.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CardOrigin, CurrentFacts } from '../companies/company-record.ts';
import type { NameLookups } from '../row-matching/lookup/written-names-service.ts';
import type { CompanyIndex } from './company-index-service.ts';
import { type CompanySearch, checkMaxEmployees } from './company-search.ts';
import type { Narrowing } from './filters/narrowing.ts';
import { isStillMatch } from './result-page.ts';
import type { CoverageStore } from './warnings/coverage-store.ts';
import type { ZeroResults } from './warnings/zero-results-service.ts';

/** What every run of a search needs. */
export interface SearchTools {
  readonly index: CompanyIndex;
  readonly coverage: CoverageStore;
  readonly zeroResults: ZeroResults;
  readonly companies: CompaniesService;
  /** What a query finds as a written name. */
  readonly lookup: NameLookups;
  readonly paging: Paging;
  dataAsOf(): Promise<DataAsOf>;
  now(): Date;
}

/**
 * The steps of every run: the coverage of the data and the conditions, the requests, the companies that still fit.
 * `facts` has an entry for each of them: null if its card is current.
 * @throws ServiceError max_employees_unsupported_on_this_path
 */
export async function runSearch<Found extends { readonly origins: readonly CardOrigin[] }, Detail>(
  { coverage, companies }: SearchTools,
  read: CompanySearch,
  narrowing: Narrowing<Detail> | undefined,
  find: (search: CompanySearch) => Promise<Found>,
) {
  const reach = await coverage.getDataReach(read.signals);
  checkMaxEmployees(read, reach.view);
  const search = { ...read, narrowed: (await narrowing?.findConditions(read.today)) ?? null };
  const found = await find(search);
  const { origins } = found;
  const current = new Set<CardOrigin>();
  for (const origin of origins) if (companies.isCurrent(origin)) current.add(origin);
  const [facts, details] = await Promise.all([
    current.size < origins.length
      ? companies.findCurrentFacts(listCompanyIds(origins.filter((each) => !current.has(each))))
      : null,
    narrowing?.confirm(listCompanyIds(origins), search.today),
  ]);
  const fitting = new Map<string, CurrentFacts | null>();
  for (const origin of origins) {
    const { companyId } = origin;
    if (details && !details.has(companyId)) continue;
    // The index has applied the filters to what a current card shows.
    if (current.has(origin)) fitting.set(companyId, null);
    else {
      const now = facts?.get(companyId);
      if (now && isStillMatch(now, search.filters)) fitting.set(companyId, now);
    }
  }
  return { search, reach, found, facts: fitting, details: details ?? new Map<string, Detail>() };
}

function listCompanyIds(origins: readonly CardOrigin[]): string[] {
  return origins.map(({ companyId }) => companyId);
}
