import type { CompanyKind, CompanyStatus, ListingStatus } from '../../contract/company-vocabulary.ts';

/**
 * The conditions of a company search after reading: aliases of values are resolved (prefecture names to codes, segment
 * labels to keys), absent conditions are absent. The same for both paths.
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
  /** Accepted and never applied; the answer warns (decisions.md, "Company search"). */
  readonly semanticTag?: string;
}

export type FilterName = keyof CompanyFilters;

export const companyOrders = ['relevance', 'name', 'jobs', 'ai', 'construction', 'employees'] as const;
export type CompanyOrder = (typeof companyOrders)[number];
