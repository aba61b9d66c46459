import { getTermLabel, industries, marketSegments } from '../../contract/companies/company-vocabulary.ts';
import type { Facets } from '../../contract/company-search/answers.ts';
import type { FacetName } from '../../contract/company-search/requests.ts';
import { type Clause, combineAll } from '../../search/clauses.ts';
import { prefectures } from '../../text/places/prefectures.ts';
import type { FilterName } from './filters/company-filters.ts';
import { buildFilterClauses, fieldsOfLists } from './filters/filter-clauses.ts';
import type { CompanySearch } from './requests/company-search.ts';
import { buildVisibilityClause, combineClauses } from './requests/search-requests.ts';

/** The bands of the facet `size` by number of employees; `to` is excluded. */
export const sizeBands = [
  { key: '1-9', from: 1, to: 10 },
  { key: '10-49', from: 10, to: 50 },
  { key: '50-99', from: 50, to: 100 },
  { key: '100-299', from: 100, to: 300 },
  { key: '300-999', from: 300, to: 1000 },
  { key: '1000+', from: 1000 },
] as const;

const countValues = (name: keyof typeof fieldsOfLists) => ({
  own: name,
  aggregation: { terms: { field: fieldsOfLists[name], size: 50 } },
});

/** The filter that each facet leaves out, and how it counts. */
const countedFacets: Readonly<Record<FacetName, { readonly own: FilterName; readonly aggregation: Clause }>> =
  {
    prefecture: countValues('prefecture'),
    industry_33_code: countValues('industry_33_code'),
    market_segment: countValues('market_segment'),
    listing_status: countValues('listing_status'),
    size: { own: 'min_employees', aggregation: { range: { field: 'employees', ranges: sizeBands } } },
  };

/** The request for the facets. Each facet applies all filters except its own. */
export function buildFacetRequest(search: CompanySearch, facets: readonly FacetName[]) {
  const own = new Set(facets.map((facet) => countedFacets[facet].own));
  const clauses = buildFilterClauses(search.filters, search.today);
  const shared = [
    ...[...clauses].filter(([name]) => !own.has(name)).map(([, clause]) => clause),
    ...(search.narrowed?.clauses ?? []),
  ];
  const aggregations = facets.map((facet) => {
    const { own: filter, aggregation } = countedFacets[facet];
    const others = [...clauses]
      .filter(([name]) => own.has(name) && name !== filter)
      .map(([, clause]) => clause);
    return [facet, { filter: combineAll(others), aggs: { values: aggregation } }] as const;
  });
  return {
    query: combineClauses(search, [...shared, buildVisibilityClause(search.query, search.filters)]),
    size: 0,
    track_total_hits: false,
    aggs: Object.fromEntries(aggregations),
  };
}

interface FacetAggregation {
  readonly values?: { readonly buckets?: readonly { readonly key: string; readonly doc_count: number }[] };
}

const listingLabels: Readonly<Record<string, string>> = {
  listed: '上場',
  delisted: '上場廃止',
  private: '非上場',
  unknown: '不明',
};

/** The values of each facet with their counts, the largest count first; size bands are in their own order. */
export function readFacets(
  aggregations: Readonly<Record<string, unknown>>,
  names: readonly FacetName[],
): Facets {
  return Object.fromEntries(
    names.map((name) => {
      const { values } = (aggregations[name] ?? {}) as FacetAggregation;
      const buckets = (values?.buckets ?? []).filter((bucket) => bucket.doc_count > 0);
      return [name, buckets.map(({ key, doc_count }) => ({ ...toFacetValue(name, key), count: doc_count }))];
    }),
  );
}

/** The value of a facet is a value for the filter with the same name. */
function toFacetValue(name: FacetName, key: string): { value: string; label: string } {
  const prefecture = prefectures.find(({ code }) => code === key)?.name ?? key;
  const labels: Readonly<Record<FacetName, string>> = {
    prefecture,
    industry_33_code: getTermLabel(industries, key),
    market_segment: getTermLabel(marketSegments, key),
    listing_status: listingLabels[key] ?? key,
    size: key.endsWith('+') ? `${key.slice(0, -1)}人以上` : `${key}人`,
  };
  return { value: name === 'prefecture' ? prefecture : key, label: labels[name] };
}
