import type { FacetName } from '../../../contract/company-search/requests.ts';
import type { CompanyFilters, CompanyOrder, FilterName } from './company-filters.ts';
import type { Signal, ValueOrder } from './narrowing.ts';

const signalsOfFilters: Partial<Record<FilterName, Signal>> = {
  has_website: 'web',
  website_domains: 'web',
  has_jobs: 'jobs',
  ai_jobs: 'jobs',
  construction: 'construction',
  construction_license_types: 'construction',
  min_employees: 'employees',
  max_employees: 'employees',
  min_insured_persons: 'insured_persons',
  max_insured_persons: 'insured_persons',
  min_capital_yen: 'financials',
  max_capital_yen: 'financials',
  technologies: 'technologies',
};

const signalsOfOrders: Readonly<Record<string, Signal>> = {
  jobs: 'jobs',
  ai: 'jobs',
  construction: 'construction',
  employees: 'employees',
};

export type EnrichmentViewStatus = 'ready' | 'rebuilding' | 'missing';

/**
 * How a search uses a signal: a company must have a value (`needed`), must have no known value (`absent`), or the value
 * only orders companies (`ordered`) or is counted in a facet (`counted`).
 */
export type SignalUse = 'needed' | 'absent' | 'ordered' | 'counted';

/**
 * The signals that the conditions, order and facets of a search use, in a fixed order, each with its strictest use.
 *
 * @param needed signals of conditions other than the filters
 */
export function listUsedSignals(
  filters: CompanyFilters,
  order: CompanyOrder | ValueOrder,
  facets: readonly FacetName[],
  needed: readonly Signal[] = [],
): Map<Signal, SignalUse> {
  const used = new Map<Signal, SignalUse>();
  for (const [name, signal] of Object.entries(signalsOfFilters) as [FilterName, Signal][]) {
    if (filters[name] === undefined || used.get(signal) === 'needed') continue;
    used.set(signal, filters[name] === false ? 'absent' : 'needed');
  }
  const ordered = typeof order === 'string' ? signalsOfOrders[order] : undefined;
  if (ordered && !used.has(ordered)) used.set(ordered, 'ordered');
  if (facets.includes('size') && !used.has('employees')) used.set('employees', 'counted');
  for (const signal of needed) used.set(signal, 'needed');
  return used;
}
