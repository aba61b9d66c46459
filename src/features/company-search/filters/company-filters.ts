import type { companyOrders, WireFilters } from '../../../contract/company-search/requests.ts';

/**
 * The filters of a company search after `parseFilters`: under the names of the request, with the values that the index has
 * (codes of prefectures, keys of market segments). `semantic_tag` is never applied; the answer warns about it
 * (docs/decisions/0015-search-filters.md).
 */
export type CompanyFilters = WireFilters;

export type FilterName = keyof CompanyFilters;

export type CompanyOrder = 'relevance' | (typeof companyOrders)[number];
