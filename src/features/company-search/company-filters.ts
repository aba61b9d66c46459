import type {
  CompanyKind,
  CompanyStatus,
  ListingStatus,
} from '../../contract/companies/company-vocabulary.ts';
import type { WireFilters } from '../../contract/company-search/requests.ts';

/**
 * The filters of a company search after reading: aliases are resolved (prefecture names to codes, segment labels to
 * keys). Both paths use them.
 */
export interface CompanyFilters {
  readonly companyIds?: readonly string[];
  readonly status?: readonly CompanyStatus[];
  readonly kind?: readonly CompanyKind[];
  readonly listingStatus?: readonly ListingStatus[];
  readonly marketSegments?: readonly string[];
  readonly prefectureCodes?: readonly string[];
  readonly cities?: readonly string[];
  readonly industry33Codes?: readonly string[];
  readonly hasWebsite?: boolean;
  readonly websiteDomains?: readonly string[];
  readonly technologies?: readonly string[];
  readonly hasJobs?: boolean;
  readonly aiJobs?: boolean;
  readonly construction?: boolean;
  readonly constructionLicenseTypes?: readonly string[];
  readonly minEmployees?: number;
  readonly maxEmployees?: number;
  readonly minInsuredPersons?: number;
  readonly maxInsuredPersons?: number;
  /** Accepted but never applied. The answer warns about it (docs/decisions/0015-search-filters.md). */
  readonly semanticTag?: string;
}

export type FilterName = keyof CompanyFilters;

/** The name of each filter in a request. */
export const wireNames: Readonly<Record<FilterName, keyof WireFilters>> = {
  companyIds: 'company_ids',
  status: 'status',
  kind: 'kind',
  listingStatus: 'listing_status',
  marketSegments: 'market_segment',
  prefectureCodes: 'prefecture',
  cities: 'city',
  industry33Codes: 'industry_33_code',
  hasWebsite: 'has_website',
  websiteDomains: 'website_domains',
  technologies: 'technologies',
  hasJobs: 'has_jobs',
  aiJobs: 'ai_jobs',
  construction: 'construction',
  constructionLicenseTypes: 'construction_license_types',
  minEmployees: 'min_employees',
  maxEmployees: 'max_employees',
  minInsuredPersons: 'min_insured_persons',
  maxInsuredPersons: 'max_insured_persons',
  semanticTag: 'semantic_tag',
};

export const companyOrders = ['relevance', 'name', 'jobs', 'ai', 'construction', 'employees'] as const;
export type CompanyOrder = (typeof companyOrders)[number];
