import type { CompanyOrder, FlagFilter, ListFilter, NumberFilter } from '../../../client/index.ts';
import type { Api } from '../../api.ts';
import { useLoaded } from '../../loading.ts';
import { readOnce } from './read-once.ts';

type Asked = ListFilter | FlagFilter | NumberFilter | CompanyOrder;

/** The signal of which filters and orders need values; the others are about what every company has. */
const signals: Readonly<Partial<Record<Asked, string>>> = {
  has_website: 'web',
  website_domains: 'web',
  has_jobs: 'jobs',
  ai_jobs: 'jobs',
  jobs: 'jobs',
  ai: 'jobs',
  construction: 'construction',
  construction_license_types: 'construction',
  employees: 'employees',
  min_employees: 'employees',
  max_employees: 'employees',
  min_insured_persons: 'insured_persons',
  max_insured_persons: 'insured_persons',
  min_capital_yen: 'financials',
  max_capital_yen: 'financials',
  technologies: 'technologies',
};

/** A search that needs a value of each signal: its warnings say which of them no loaded company has. */
const readUnloaded = readOnce(async (api, signal): Promise<ReadonlySet<string>> => {
  const filters = {
    has_website: true,
    has_jobs: true,
    construction: true,
    technologies: ['-'],
    min_employees: 0,
    min_insured_persons: 0,
    min_capital_yen: 0,
  };
  // Behind the first row, so that the service does not look for reasons why nothing is found.
  const { meta } = await api.post('/search', { body: { filters, limit: 1, offset: 1 }, signal });
  const unloaded = meta.coverage_warnings.filter(({ state }) => state === 'no_data');
  return new Set(unloaded.map((warning) => warning.signal));
});

/** Whether the service has values for a filter or order. Everything is offered until that is known. */
export function useLoadedFacts(api: Api): (asked: string) => boolean {
  const { data } = useLoaded((signal) => readUnloaded(api, signal), [api]);
  return (asked) => !data?.has(signals[asked as Asked] ?? '');
}
