import { getTermLabel, industries, marketSegments } from '../../contract/companies/company-vocabulary.ts';
import type { Facets } from '../../contract/company-search/answers.ts';
import type { FacetName } from '../../contract/company-search/requests.ts';
import { prefectures } from '../../text/places/prefectures.ts';

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
