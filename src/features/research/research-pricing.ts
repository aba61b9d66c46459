import { researchPrices, resultsOfPage } from '../../contract/credits/prices.ts';
import { defaultResultCount, defaultSourceCount } from '../../contract/limits.ts';
import type { ResearchEstimate, ResearchEstimateBody } from '../../contract/research/research.ts';
import type { ResearchSourceType } from '../../contract/research/research-source-types.ts';

/** The number of pages when pageCount is not given. */
const pageCounts: Readonly<Record<ResearchSourceType, (results: number, sources: number) => number>> = {
  manual: () => 1,
  web_search: (results) => Math.ceil(results / resultsOfPage),
  crawler: () => 1,
  pdf_extract: () => 1,
  deep_search: (_, sources) => sources,
};

export type PricedWork = Omit<ResearchEstimateBody, 'companyId' | 'listId'>;

/** The price of an item, in basic credits. Defaults: a web search, and the pages computed from results and sources. */
export function estimateResearch(work: PricedWork): ResearchEstimate {
  const sourceType = work.sourceType ?? 'web_search';
  const { base, perPage } = researchPrices[sourceType];
  const resultCount = work.resultCount ?? defaultResultCount;
  const sourceCount = work.sourceCount ?? defaultSourceCount;
  const pages = work.pageCount ?? pageCounts[sourceType](resultCount, sourceCount);
  return {
    job: work.job ?? null,
    source_type: sourceType,
    result_count: resultCount,
    source_count: sourceCount,
    page_count: pages,
    credit_class: 'basic',
    estimated_credits: base + perPage * pages,
    price: { base_credits: base, credits_per_page: perPage, charged_pages: perPage === 0 ? 0 : pages },
  };
}
