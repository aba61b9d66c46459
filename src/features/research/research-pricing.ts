import type {
  ResearchEstimate,
  ResearchEstimateBody,
  ResearchSourceType,
} from '../../contract/research/research.ts';

/** The price list of research items, in basic credits (docs/decisions/0034-research.md). */

interface Price {
  readonly base: number;
  readonly perPage: number;
  /** The number of pages when pageCount is not given. */
  pagesOf(results: number, sources: number): number;
}

const maxResultsPerPage = 10;
const countOnePage = () => 1;

const prices: Readonly<Record<ResearchSourceType, Price>> = {
  manual: { base: 0, perPage: 0, pagesOf: countOnePage },
  web_search: { base: 0, perPage: 1, pagesOf: (results) => Math.ceil(results / maxResultsPerPage) },
  crawler: { base: 0, perPage: 1, pagesOf: countOnePage },
  pdf_extract: { base: 1, perPage: 1, pagesOf: countOnePage },
  deep_search: { base: 5, perPage: 1, pagesOf: (_, sources) => sources },
};

export type PricedWork = Omit<ResearchEstimateBody, 'companyId' | 'listId'>;

/** The price of an item. Defaults: a web search, 10 results, 1 source, and the pages computed from these. */
export function estimateResearch(work: PricedWork): ResearchEstimate {
  const sourceType = work.sourceType ?? 'web_search';
  const { base, perPage, pagesOf } = prices[sourceType];
  const resultCount = work.resultCount ?? 10;
  const sourceCount = work.sourceCount ?? 1;
  const pages = work.pageCount ?? pagesOf(resultCount, sourceCount);
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
