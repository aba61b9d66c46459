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
import type { CoverageService, DataReach } from './coverage-service.ts';
import { coverageWarnings } from './coverage-warnings.ts';
import { truncatedConditionsWarning } from './narrowing.ts';
import { renderCompany } from './result-page.ts';
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
  const { narrowing, offset = 0, facets = [] } = request;
  const read = readSearch(request, tokyoDay(tools.now()));
  const { limit: pageLimit, cursor } = request;
  const walk = paging.page(
    { limit: pageLimit, cursor: cursor ?? undefined },
    cursorBinding(accountId, read, narrowing),
    walkPosition,
  );
  const position = walk.after;
  const today = position?.today ?? read.today;
  const { search, reach } = await prepareSearch(tools, { ...read, today }, narrowing);
  const { reading, filters, broad, narrowed } = search;

  const limit = broad ? broadPageLimit(pageLimit, offset) : pageLimit;
  const size = limit + 1;
  const seen = broad ? Math.max(offset + size, maxBroadRows + 1) : offset + size;
  const rows = {
    from: offset,
    size,
    ...(position && { after: position.after }),
    ...(reading && !position && { countUpTo: seen }),
  };
  const isCountable = !reading && !position && !narrowed?.truncated;
  const [page, matching, count, counts, asked] = await Promise.all([
    index.page(search, rows, signal),
    // The matches of a broad query if words of names were searched, to tell whether results are cut.
    broad ? index.countUpTo({ ...search, broad: false }, maxBroadRows + 1, signal) : 0,
    isCountable ? index.count(search, signal) : outOfScope,
    index.facets(search, facets, signal),
    index.conditionsAsked(reading, signal),
  ]);

  const shown = page.hits.slice(0, limit);
  const moreFetched = page.hits.length > limit;
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

  const unsupported = conditionWarnings(asked, companies.length === 0);
  const said = [
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
  const isAtEndOfBroad = broad && offset + limit >= maxBroadRows;
  const resultsTruncated = broad
    ? matching > Math.min(page.total ?? 0, maxBroadRows)
    : narrowed?.truncated === true;
  const hasMore = totals.has_more && !isAtEndOfBroad;
  return {
    companies,
    details,
    facets: counts,
    warnings: [
      ...said,
      ...(shown.length > 0 && companies.length === 0 ? [nothingFitsNow] : []),
      ...(isFirstAndEmpty
        ? await tools.zeroResults.explain(search, { warnings: said, coverage: coverage.length > 0 }, signal)
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
      limit: pageLimit,
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
  data: CoverageService,
  { reading, filters, signals }: CompanySearch,
  reach: DataReach,
  companies: readonly CompanyResult[],
): Promise<CoverageWarning[]> {
  const isDomain = reading?.identifiers.some(({ type }) => type === 'domain') === true;
  if (companies.length > 0 || !isDomain)
    return coverageWarnings(signals, filters, reach.coverage, reach.view);
  const withWebsites = new Map(signals).set('web', 'needed');
  return coverageWarnings(withWebsites, filters, await data.measured(), reach.view);
}
