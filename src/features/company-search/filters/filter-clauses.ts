import {
  type Clause,
  combineAny,
  matchAnyValue,
  matchRange,
  matchValue,
  mustNot,
} from '../../../search/clauses.ts';
import type { CompanyFilters, FilterName } from './company-filters.ts';

/** The index field of each filter that lists values. */
export const fieldsOfLists = {
  company_ids: 'ids',
  kind: 'kind',
  listing_status: 'listing_status',
  market_segment: 'market_segments',
  prefecture: 'prefecture_code',
  city: 'city',
  industry_33_code: 'industry_33_codes',
  website_domains: 'website_domains',
  technologies: 'technologies',
} as const satisfies Partial<Record<FilterName, string>>;

/** The index field of each filter on openings or permits: the periods in which there are any. */
const fieldsOfPeriods = { has_jobs: 'job_openings', ai_jobs: 'ai_job_openings', construction: 'permits' };

/** The index field of each range of numbers. */
const fieldsOfRanges = {
  employees: 'employees',
  insured_persons: 'insured_persons',
  capital_yen: 'financials_latest.capital',
} as const;

/**
 * One clause for each filter, by its name, so that facets can leave out their own filter. A range has the name of its
 * lower bound.
 *
 * @param today day in Asia/Tokyo, `YYYY-MM-DD`: openings and permits must be valid on it, so the index does not go
 *   stale at midnight
 */
export function buildFilterClauses(filters: CompanyFilters, today: string): Map<FilterName, Clause> {
  const clauses = new Map<FilterName, Clause>();
  for (const name of Object.keys(fieldsOfLists) as (keyof typeof fieldsOfLists)[]) {
    const values = filters[name];
    if (values) clauses.set(name, matchAnyValue(fieldsOfLists[name], values));
  }
  if (filters.has_website !== undefined)
    clauses.set('has_website', matchValue('has_website', filters.has_website));
  for (const name of Object.keys(fieldsOfPeriods) as (keyof typeof fieldsOfPeriods)[]) {
    const clause = matchValue(fieldsOfPeriods[name], today);
    if (filters[name] !== undefined) clauses.set(name, filters[name] ? clause : mustNot(clause));
  }
  const types = filters.construction_license_types?.map((type) =>
    matchValue(`permits_by_type.${type}`, today),
  );
  if (types) clauses.set('construction_license_types', combineAny(types));
  for (const name of Object.keys(fieldsOfRanges) as (keyof typeof fieldsOfRanges)[]) {
    const [min, max] = [filters[`min_${name}`], filters[`max_${name}`]];
    if (min === undefined && max === undefined) continue;
    clauses.set(`min_${name}`, matchRange(fieldsOfRanges[name], min, max));
  }
  return clauses;
}
