import { z } from 'zod';
import type { CoverageWarning } from '../../contract/company-search/answers.ts';
import { maxBroadRows } from '../../contract/limits.ts';
import { toTokyoDay } from '../../text/days/calendar.ts';
import { getCardOrigin } from '../companies/current-facts.ts';
import { describeWritten } from '../row-matching/lookup/name-found.ts';
import type { MatchedCompany } from '../row-matching/rules/explain-match.ts';
import { type NameRuleKey, nameRules } from '../row-matching/rules/match-stages.ts';
import type { CompanyIndex } from './company-index-service.ts';
import {
  buildCursorBinding,
  type CompanySearch,
  type CompanySearchAnswer,
  type CompanySearchRequest,
  parseSearch,
} from './company-search.ts';
import { readFacets } from './facets.ts';
import { conditionsNotApplied } from './filters/unsupported-conditions.ts';
import { renderCompany } from './result-page.ts';
import { buildFacetRequest, buildTotalRequest } from './search-requests.ts';
import { runSearch, type SearchTools } from './search-steps-service.ts';
import { computeTotals } from './total-kind.ts';
import { computeReach } from './warnings/broad-queries.ts';
import { buildCoverageWarnings, type DataReach } from './warnings/coverage-warnings.ts';
import { buildConditionWarnings, buildPageWarnings, nothingFitsNow } from './warnings/search-warnings.ts';
import {
  addNames,
  findSuggestions,
  findWrittenQuery,
  hasAddedCompanies,
  lookUpQuery,
} from './written-query-service.ts';

/**
 * Where the next page begins: after the row with these sort values. `today` is the day of the first page; `written` if it
 * had companies that a part of the query names.
 */
const walkPosition = z.object({
  after: z.array(z.union([z.string(), z.number()])),
  today: z.string(),
  written: z.literal(true).optional(),
});

/** One page of a search, with totals and warnings. @throws ServiceError invalid_cursor */
export async function searchPage<Detail>(
  tools: SearchTools,
  accountId: string,
  request: CompanySearchRequest<Detail>,
  signal: AbortSignal | undefined,
): Promise<CompanySearchAnswer<Detail>> {
  const { narrowing, limit, offset = 0, cursor } = request;
  const read = parseSearch(request, toTokyoDay(tools.now()));
  const binding = buildCursorBinding(accountId, read, narrowing);
  const walk = tools.paging.getPage({ limit, cursor: cursor ?? undefined }, binding, walkPosition);
  const position = walk.after;
  const today = position?.today ?? read.today;
  const run = await runSearch(tools, { ...read, today }, narrowing, (ready) =>
    findByWays(tools, ready, request, position, signal),
  );
  const { found } = run;
  const { search, named } = found;
  const { reading, filters } = search;

  const companies = addNames(found.shown, search.written).flatMap((hit) => {
    const fresh = run.facts.get(hit.card.company.company_id);
    if (fresh === undefined) return [];
    return [renderCompany(hit, { fresh, reading, today })];
  });
  const totals = computeTotals({
    hasText: reading !== null,
    hasCompanyIds: filters.company_ids !== undefined,
    isCursorPage: position !== null,
    offset,
    returned: companies.length,
    dropped: found.shown.length - companies.length,
    ...found,
  });
  const hasMore = totals.has_more && !found.reach.isEnd;
  const more = found.moreFetched && found.reach.hasCursor;

  const unsupported = buildConditionWarnings(found.requested, companies.length === 0);
  const suggestions = await findSuggestions(tools, search, named, signal);
  const given = buildPageWarnings(search, unsupported, companies);
  const coverage = [
    ...(await findPageCoverage(tools, search, run.reach, companies.length)),
    ...(unsupported.length > 0 ? [conditionsNotApplied] : []),
  ];
  const explainEmpty = async () => {
    if (found.shown.length > 0) return [nothingFitsNow];
    if (offset > 0 || position) return [];
    return tools.zeroResults.explain(
      search,
      { warnings: given, coverage: coverage.length > 0, suggestions },
      signal,
    );
  };
  return {
    companies,
    details: run.details,
    facets: found.facets,
    written: search.written && describeWritten(search.written),
    suggestions,
    warnings: [...given, ...(companies.length === 0 ? await explainEmpty() : [])],
    meta: {
      query: reading?.text ?? null,
      returned_companies: companies.length,
      ...totals,
      has_more: hasMore,
      coverage_warnings: coverage,
      data_as_of: await tools.dataAsOf(),
    },
    paging: {
      limit,
      next_cursor: walk.nextCursor({ rows: found.shown, more }, ({ sort }) => ({
        after: [...sort],
        today,
        ...(search.written && { written: true as const }),
      })),
      pagination_supported: true,
      more_results_exist: hasMore || found.truncated,
      results_truncated: found.truncated,
    },
  };
}

/**
 * The stages of search, and where they find nobody, the companies that a part of the query names. A cursor keeps to the
 * way of its first page, and an offset finds the same way again, so that all pages are of one search.
 */
async function findByWays(
  tools: SearchTools,
  ready: CompanySearch,
  request: CompanySearchRequest,
  position: z.output<typeof walkPosition> | null,
  signal: AbortSignal | undefined,
) {
  const findSearchPage = (search: CompanySearch) => findPage(tools.index, search, request, position, signal);
  if (position?.written) {
    const search = { ...ready, written: await lookUpQuery(tools.lookup, ready, signal) };
    return { search, named: null, ...(await findSearchPage(search)) };
  }
  const found = await findSearchPage(ready);
  const named = position ? null : await findWrittenQuery(tools, ready, found, signal);
  if (!named || !ready.words || !hasAddedCompanies(named)) return { search: ready, named, ...found };
  const search = { ...ready, written: named };
  return { search, named, ...(await findSearchPage(search)) };
}

/** Requests the rows of a page, and what the answer says about all matches. */
async function findPage(
  index: CompanyIndex,
  search: CompanySearch,
  { limit, offset = 0, facets = [] }: CompanySearchRequest,
  position: z.output<typeof walkPosition> | null,
  signal: AbortSignal | undefined,
) {
  const { reading, broad, narrowed } = search;
  const reach = computeReach(broad, limit, offset);
  const rows = { from: offset, size: reach.maxRows + 1, after: position?.after ?? null };
  const counted = reading && !position ? { countUpTo: reach.countUpTo, ...rows } : rows;
  const isCountable = !reading && !position && !narrowed?.truncated;
  const readPage = () => {
    if (isCountable) return index.fetchCountedPage(search, rows, signal);
    if (reading && !position && !search.written) return index.fetchTextPage(search, reading, counted, signal);
    return index.fetchPage(search, counted, signal);
  };
  const [{ page, count }, matching, counts] = await Promise.all([
    readPage(),
    // The matches of a broad query if words of names were searched, to tell whether results are cut.
    broad ? index.search(buildTotalRequest({ ...search, broad: false }, maxBroadRows + 1), signal) : null,
    facets.length > 0 ? index.search(buildFacetRequest(search, facets), signal) : null,
  ]);
  const shown = page.hits.slice(0, reach.maxRows);
  return {
    reach,
    shown,
    origins: shown.map(({ card }) => getCardOrigin(card)),
    moreFetched: page.hits.length > reach.maxRows,
    seen: page.total ?? (shown.length > 0 ? offset + page.hits.length : 0),
    count,
    facets: counts && readFacets(counts.aggregations, facets),
    // A text that identifies or names a company asks for nothing else.
    requested: page.hits.some(isNamed) ? null : await index.findRequestedConditions(reading, signal),
    truncated: matching
      ? (matching.total ?? 0) > Math.min(page.total ?? 0, maxBroadRows)
      : narrowed?.truncated === true,
  };
}

/** Whether the company has the text as its exact name, identifier or id. */
function isNamed({ matchedQueries }: MatchedCompany): boolean {
  return matchedQueries.some(
    (query) =>
      query === 'company_id' ||
      query.startsWith('identifier:') ||
      nameRules[query as NameRuleKey]?.stage === 'exact_name',
  );
}

/** When a domain finds no company, the answer says how many websites are known at all. */
async function findPageCoverage(
  { coverage }: SearchTools,
  { reading, filters, signals }: CompanySearch,
  reach: DataReach,
  returned: number,
): Promise<CoverageWarning[]> {
  const isDomain = reading?.identifiers.some(({ type }) => type === 'domain') === true;
  if (returned > 0 || !isDomain) return buildCoverageWarnings(signals, filters, reach);
  const withWebsites = new Map(signals).set('web', 'needed');
  return buildCoverageWarnings(withWebsites, filters, { ...reach, coverage: await coverage.measured() });
}
