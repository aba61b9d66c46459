import { z } from 'zod';
import { tokyoDay } from '../../calendar.ts';
import type { CompanyResult } from '../../contract/companies/company-result.ts';
import type { CoverageWarning } from '../../contract/company-search/answers.ts';
import { maxBroadRows } from '../../contract/company-search/requests.ts';
import { broadPageLimit } from './broad-queries.ts';
import {
  type CompanySearch,
  type CompanySearchAnswer,
  type CompanySearchRequest,
  cursorBinding,
  readSearch,
} from './company-search.ts';
import type { CoverageStore } from './coverage-store.ts';
import { coverageWarnings, type DataReach } from './coverage-warnings.ts';
import { readFacets } from './facets.ts';
import { truncatedConditionsWarning } from './narrowing.ts';
import { renderCompany } from './result-page.ts';
import { buildFacetRequest, buildPageRequest, buildTotalRequest } from './search-requests.ts';
import { fittingCompanies, prepareSearch, type SearchTools } from './search-steps-service.ts';
import { conditionWarnings, formerNameWarnings, nothingFitsNow, queryWarnings } from './search-warnings.ts';
import { type CountOutcome, totalsOf } from './total-kind.ts';
import { conditionsNotApplied } from './unsupported-conditions.ts';

/** Where the next page begins: after the row with these sort values. `today` is the day of the first page. */
const walkPosition = z.object({ after: z.array(z.union([z.string(), z.number()])), today: z.string() });

/** One page of a search, with totals and warnings. @throws ServiceError invalid_cursor */
export async function searchPage<Detail>(
  tools: SearchTools,
  accountId: string,
  request: CompanySearchRequest<Detail>,
  signal: AbortSignal | undefined,
): Promise<CompanySearchAnswer<Detail>> {
  const { index, paging } = tools;
  const { narrowing, limit, offset = 0, cursor, facets = [] } = request;
  const read = readSearch(request, tokyoDay(tools.now()));
  const binding = cursorBinding(accountId, read, narrowing);
  const walk = paging.page({ limit, cursor: cursor ?? undefined }, binding, walkPosition);
  const position = walk.after;
  const today = position?.today ?? read.today;
  const { search, reach } = await prepareSearch(tools, { ...read, today }, narrowing);
  const { reading, filters, broad, narrowed } = search;

  const pageSize = broad ? broadPageLimit(limit, offset) : limit;
  const size = pageSize + 1;
  const seen = broad ? Math.max(offset + size, maxBroadRows + 1) : offset + size;
  const rows = {
    from: offset,
    size,
    ...(position && { after: position.after }),
    ...(reading && !position && { countUpTo: seen }),
  };
  const isCountable = !reading && !position && !narrowed?.truncated;
  const [page, matching, count, counts, requested] = await Promise.all([
    index.search(buildPageRequest(search, rows), signal),
    // The matches of a broad query if words of names were searched, to tell whether results are cut.
    broad ? index.search(buildTotalRequest({ ...search, broad: false }, maxBroadRows + 1), signal) : null,
    isCountable ? index.count(search, signal) : outOfScope,
    facets.length > 0 ? index.search(buildFacetRequest(search, facets), signal) : null,
    index.conditionsAsked(reading, signal),
  ]);

  const shown = page.hits.slice(0, pageSize);
  const moreFetched = page.hits.length > pageSize;
  const ids = shown.map(({ card }) => card.company_id);
  const { facts, details } = await fittingCompanies(tools, ids, search, narrowing);
  const companies = shown.flatMap((hit) => {
    const fresh = facts.get(hit.card.company_id);
    return fresh ? [renderCompany({ ...hit, fresh }, reading, today)] : [];
  });
  const totals = totalsOf({
    hasText: reading !== null,
    hasCompanyIds: filters.company_ids !== undefined,
    isCursorPage: position !== null,
    offset,
    returned: companies.length,
    dropped: shown.length - companies.length,
    moreFetched,
    seen: page.total ?? (shown.length > 0 ? offset + page.hits.length : 0),
    count,
  });

  const unsupported = conditionWarnings(requested, companies.length === 0);
  const given = [
    ...search.warnings,
    ...unsupported,
    ...queryWarnings(search),
    ...formerNameWarnings(companies),
    ...(narrowed?.truncated ? [truncatedConditionsWarning] : []),
  ];
  const coverage = [
    ...(await pageCoverage(tools.coverage, search, reach, companies)),
    ...(unsupported.length > 0 ? [conditionsNotApplied] : []),
  ];
  const isFirstAndEmpty = shown.length === 0 && offset === 0 && !position;
  const isAtEndOfBroad = broad && offset + pageSize >= maxBroadRows;
  const resultsTruncated = broad
    ? (matching?.total ?? 0) > Math.min(page.total ?? 0, maxBroadRows)
    : narrowed?.truncated === true;
  const hasMore = totals.has_more && !isAtEndOfBroad;
  return {
    companies,
    details,
    facets: counts && readFacets(counts.aggregations, facets),
    warnings: [
      ...given,
      ...(shown.length > 0 && companies.length === 0 ? [nothingFitsNow] : []),
      ...(isFirstAndEmpty
        ? await tools.zeroResults.explain(search, { warnings: given, coverage: coverage.length > 0 }, signal)
        : []),
    ],
    meta: {
      query: reading?.text ?? null,
      returned_companies: companies.length,
      ...totals,
      has_more: hasMore,
      coverage_warnings: coverage,
    },
    paging: {
      limit,
      next_cursor: walk.nextCursor({ rows: shown, more: moreFetched && !broad }, ({ sort }) => ({
        after: [...sort],
        today,
      })),
      pagination_supported: true,
      more_results_exist: hasMore || resultsTruncated,
      results_truncated: resultsTruncated,
    },
  };
}

const outOfScope: CountOutcome = { kind: 'out_of_scope' };

/** When a domain finds no company, the answer says how many websites are known at all. */
async function pageCoverage(
  data: CoverageStore,
  { reading, filters, signals }: CompanySearch,
  reach: DataReach,
  companies: readonly CompanyResult[],
): Promise<CoverageWarning[]> {
  const isDomain = reading?.identifiers.some(({ type }) => type === 'domain') === true;
  if (companies.length > 0 || !isDomain) return coverageWarnings(signals, filters, reach);
  const withWebsites = new Map(signals).set('web', 'needed');
  return coverageWarnings(withWebsites, filters, { ...reach, coverage: await data.measured() });
}
