import { anyOf, between, type Clause, containsDay, equals, not, someOf } from '../../search/clauses.ts';
import type { CompanyFilters, FilterName } from './company-filters.ts';

/**
 * One clause for each filter, by its name, so that facets can leave out their own filter.
 *
 * @param today day in Asia/Tokyo, `YYYY-MM-DD`: openings and permits must be valid on it, so the index does not go
 *   stale at midnight
 */
export function filterClauses(filters: CompanyFilters, today: string): Map<FilterName, Clause> {
  const clauses = new Map<FilterName, Clause>();
  const terms = (name: FilterName, field: string, values: readonly string[] | undefined) => {
    if (values) clauses.set(name, anyOf(field, values));
  };
  const current = (name: FilterName, field: string, wanted: boolean | undefined) => {
    if (wanted === undefined) return;
    const clause = containsDay(field, today);
    clauses.set(name, wanted ? clause : not(clause));
  };

  terms('companyIds', 'ids', filters.companyIds);
  terms('kind', 'kind', filters.kind);
  terms('listingStatus', 'listing_status', filters.listingStatus);
  terms('marketSegments', 'market_segments', filters.marketSegments);
  terms('prefectureCodes', 'prefecture_code', filters.prefectureCodes);
  terms('cities', 'city', filters.cities);
  terms('industry33Codes', 'industry_33_codes', filters.industry33Codes);
  terms('websiteDomains', 'website_domains', filters.websiteDomains);
  terms('technologies', 'technologies', filters.technologies);
  if (filters.hasWebsite !== undefined) clauses.set('hasWebsite', equals('has_website', filters.hasWebsite));
  current('hasJobs', 'job_openings', filters.hasJobs);
  current('aiJobs', 'ai_job_openings', filters.aiJobs);
  current('construction', 'permits', filters.construction);
  if (filters.constructionLicenseTypes) {
    const types = filters.constructionLicenseTypes.map((type) =>
      containsDay(`permits_by_type.${type}`, today),
    );
    clauses.set('constructionLicenseTypes', someOf(types));
  }
  if (filters.minEmployees !== undefined || filters.maxEmployees !== undefined) {
    clauses.set('minEmployees', between('employees', filters.minEmployees, filters.maxEmployees));
  }
  if (filters.minInsuredPersons !== undefined || filters.maxInsuredPersons !== undefined) {
    clauses.set(
      'minInsuredPersons',
      between('insured_persons', filters.minInsuredPersons, filters.maxInsuredPersons),
    );
  }
  return clauses;
}
