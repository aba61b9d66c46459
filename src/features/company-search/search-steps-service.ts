import type { Paging } from '../../paging/paging.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CurrentFacts } from '../companies/company-record.ts';
import type { CompanyIndex } from './company-index-service.ts';
import { type CompanySearch, checkMaxEmployees } from './company-search.ts';
import type { CoverageStore } from './coverage-store.ts';
import type { DataReach } from './coverage-warnings.ts';
import type { Narrowing } from './narrowing.ts';
import { stillFits } from './result-page.ts';
import type { ZeroResults } from './zero-results-service.ts';

/** What every run of a search needs. */
export interface SearchTools {
  readonly index: CompanyIndex;
  readonly coverage: CoverageStore;
  readonly zeroResults: ZeroResults;
  readonly companies: CompaniesService;
  readonly paging: Paging;
  now(): Date;
}

/**
 * Finds what a search needs before it runs: the coverage of the data and the conditions of a narrowing search.
 * @throws ServiceError max_employees_unsupported_on_this_path
 */
export async function prepareSearch(
  { coverage }: SearchTools,
  read: CompanySearch,
  narrowing: Narrowing | undefined,
): Promise<{ readonly search: CompanySearch; readonly reach: DataReach }> {
  const reach = await coverage.of(read.signals);
  checkMaxEmployees(read, reach.view);
  return { search: { ...read, narrowed: (await narrowing?.conditions(read.today)) ?? null }, reach };
}

export interface FittingCompanies<Detail> {
  /** In the order of the search. */
  readonly facts: ReadonlyMap<string, CurrentFacts>;
  /** What the narrowing search shows of the companies that it confirms. */
  readonly details: ReadonlyMap<string, Detail>;
}

/** The companies found that still fit the search according to Postgres. */
export async function fittingCompanies<Detail>(
  { companies }: SearchTools,
  companyIds: readonly string[],
  search: CompanySearch,
  narrowing: Narrowing<Detail> | undefined,
): Promise<FittingCompanies<Detail>> {
  const [facts, details] = await Promise.all([
    companies.currentFacts(companyIds),
    narrowing?.confirm(companyIds, search.today),
  ]);
  const fitting = companyIds.flatMap((id) => {
    const now = facts.get(id);
    const fits = now && stillFits(now, search.filters) && (details?.has(id) ?? true);
    return fits ? [[id, now] as const] : [];
  });
  return { facts: new Map(fitting), details: details ?? new Map() };
}
