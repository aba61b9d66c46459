import { z } from 'zod';
import { findNameRule } from '../../contract/companies/name-rules.ts';
import type { CoverageWarning, Suggestion } from '../../contract/company-search/answers.ts';
import type { WireFilters } from '../../contract/company-search/requests.ts';
import type { Warning } from '../../contract/envelope.ts';
import { maxBroadRows } from '../../contract/limits.ts';
import type { Clause } from '../../search/clauses.ts';
import { toTokyoDay } from '../../text/days/calendar.ts';
import { getCardOrigin } from '../companies/companies-service.ts';
import { describeWritten } from '../row-matching/lookup/name-result.ts';
import type { MatchedCompany } from '../row-matching/rules/explain-match.ts';
import { buildFacetRequest, readFacets } from './facets.ts';
import type { CompanyFilters } from './filters/company-filters.ts';
import { conditionsNotApplied } from './filters/unsupported-conditions.ts';
import { listUsedSignals } from './filters/used-signals.ts';
import { type GatheredCompanies, gatherCompanies } from './gather-companies-service.ts';
import { renderCompany } from './render-company.ts';
import { CompanyIndex, type CompanyIndexParts } from './requests/company-index-service.ts';
import {
  buildCursorBinding,
  type CompanySearch,
  type CompanySearchAnswer,
  type CompanySearchRequest,
  parseSearch,
  type SearchConditions,
} from './requests/company-search.ts';
import { buildTotalRequest } from './requests/search-requests.ts';
import { computeTotals } from './requests/total-kind.ts';
import {
  addNames,
  findSuggestions,
  findWrittenQuery,
  lookUpQuery,
  runSearch,
  type SearchTools,
} from './search-steps-service.ts';
import { buildSuggestRequest, readSuggestion } from './suggest.ts';
import { buildCoverageWarnings, type DataReach } from './warnings/coverage-warnings.ts';
import {
  buildConditionWarnings,
  buildPageWarnings,
  computeReach,
  nothingFitsNow,
} from './warnings/search-warnings.ts';
import { ZeroResults } from './warnings/zero-results-service.ts';

export interface CompanySearchParts extends CompanyIndexParts, Omit<SearchTools, 'index' | 'zeroResults'> {}

/**
 * Where the next page begins: after the row with these sort values. `today` is the day of the first page; `written` if it
 * had companies that a part of the query names.
 */
const walkPosition = z.object({
  after: z.array(z.union([z.string(), z.number()])),
  today: z.string(),
  written: z.literal(true).optional(),
});

type Position = z.output<typeof walkPosition> | null;

/** Deterministic company search: it runs exactly the given query and filters. */
export class CompanySearchService {
  readonly #tools: SearchTools;

  constructor({ gateway, alias, onCountFailure, ...tools }: CompanySearchParts) {
    const index = new CompanyIndex({ gateway, alias, onCountFailure });
    this.#tools = { ...tools, index, zeroResults: new ZeroResults(index, tools.matching) };
  }

  /** @throws ServiceError invalid_cursor, max_employees_unsupported_on_this_path, search_unavailable */
  async search<Detail>(
    accountId: string,
    request: CompanySearchRequest<Detail>,
    signal?: AbortSignal,
  ): Promise<CompanySearchAnswer<Detail>> {
    const tools = this.#tools;
    const { narrowing, limit, offset = 0, cursor } = request;
    const read = parseSearch(request, toTokyoDay(tools.now()));
    const binding = buildCursorBinding(accountId, read, narrowing);
    const walk = tools.paging.getPage({ limit, cursor: cursor ?? undefined }, binding, walkPosition);
    const position = walk.after;
    const today = position?.today ?? read.today;
    const run = await runSearch(tools, { ...read, today }, narrowing, (ready) =>
      this.#findByWays(ready, request, position, signal),
    );
    const { found } = run;
    const { search, named } = found;
    const { query, filters } = search;

    const companies = addNames(found.shown, search.written).flatMap((hit) => {
      const fresh = run.facts.get(hit.card.company.company_id);
      if (fresh === undefined) return [];
      return [renderCompany(hit, { fresh, query, today })];
    });
    const totals = computeTotals({
      hasText: query !== null,
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
      ...(await this.#findPageCoverage(search, run.reach, companies.length)),
      ...(unsupported.length > 0 ? [conditionsNotApplied] : []),
    ];
    let reasons: readonly Warning[] = [];
    if (companies.length === 0 && found.shown.length > 0) reasons = [nothingFitsNow];
    else if (companies.length === 0 && offset === 0 && !position) {
      const answered = { warnings: given, coverage: coverage.length > 0, suggestions };
      reasons = await tools.zeroResults.explain(search, answered, signal);
    }
    return {
      companies,
      details: run.details,
      facets: found.facets,
      written: search.written && describeWritten(search.written),
      suggestions,
      warnings: [...given, ...reasons],
      meta: {
        query: query?.text ?? null,
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
   * @param max at most 10,000
   * @throws ServiceError max_employees_unsupported_on_this_path, search_unavailable
   */
  gatherCompanies(request: SearchConditions, max: number, signal?: AbortSignal): Promise<GatheredCompanies> {
    return gatherCompanies(this.#tools, request, max, signal);
  }

  /** How many companies match the filters and the conditions; null when counting takes too long. */
  async countMatches(
    filters: WireFilters,
    clauses: readonly Clause[],
    today: string,
    signal?: AbortSignal,
  ): Promise<number | null> {
    const search = parseSearch({ filters }, today);
    const narrowed = { clauses, truncated: false };
    const outcome = await this.#tools.index.countMatches({ ...search, narrowed }, signal);
    if (outcome.kind === 'counted') return outcome.total;
    return null;
  }

  /** Coverage warnings for these filters, for searches other than company search. */
  async findCoverageWarnings(filters: CompanyFilters): Promise<CoverageWarning[]> {
    const signals = listUsedSignals(filters, 'name', []);
    return buildCoverageWarnings(signals, filters, await this.#tools.coverage.getDataReach(signals));
  }

  /** Names that complete what was typed; see `suggest.ts`. */
  async suggestNames(typed: string, limit: number, signal?: AbortSignal): Promise<Suggestion[]> {
    const request = buildSuggestRequest(typed, limit);
    if (!request) return [];
    const { hits } = await this.#tools.index.search(request, signal);
    return hits.map(({ card }) => readSuggestion(card, typed));
  }

  /**
   * The stages of search, and where they find nobody, the companies that a part of the query names. A cursor keeps to the
   * way of its first page, and an offset finds the same way again, so that all pages are of one search.
   */
  async #findByWays(
    ready: CompanySearch,
    request: CompanySearchRequest,
    position: Position,
    signal: AbortSignal | undefined,
  ) {
    const tools = this.#tools;
    if (position?.written) {
      const search = { ...ready, written: await lookUpQuery(tools.lookup, ready, signal) };
      return { search, named: null, ...(await this.#findPage(search, request, position, signal)) };
    }
    const found = await this.#findPage(ready, request, position, signal);
    const named = position ? null : await findWrittenQuery(tools, ready, found, signal);
    // Companies that were found in ways that search does not have: by a part, or as well-known ones called so.
    const addsCompanies = named?.hits.some((hit) => hit.asName || hit.matchedQueries.includes('called'));
    if (!named || !ready.words || !addsCompanies) return { search: ready, named, ...found };
    const search = { ...ready, written: named };
    return { search, named, ...(await this.#findPage(search, request, position, signal)) };
  }

  /** Requests the rows of a page, and what the answer says about all matches. */
  async #findPage(
    search: CompanySearch,
    { limit, offset = 0, facets = [] }: CompanySearchRequest,
    position: Position,
    signal: AbortSignal | undefined,
  ) {
    const { index } = this.#tools;
    const { query, broad, narrowed } = search;
    const reach = computeReach(broad, limit, offset);
    const rows = { from: offset, size: reach.maxRows + 1, after: position?.after ?? null };
    const counted = query && !position ? { countUpTo: reach.countUpTo, ...rows } : rows;
    const isCountable = !query && !position && !narrowed?.truncated;
    const isText = query && !position && !search.written;
    const byText = isText ? index.fetchTextPage(search, query, counted, signal) : null;
    const byFilters = isCountable ? index.fetchCountedPage(search, rows, signal) : null;
    const [{ page, count }, matching, counts] = await Promise.all([
      byText ?? byFilters ?? index.fetchPage(search, counted, signal),
      // The matches of a broad query if words of names were searched, to tell whether results are cut.
      broad ? index.search(buildTotalRequest({ ...search, broad: false }, maxBroadRows + 1), signal) : null,
      facets.length > 0 ? index.search(buildFacetRequest(search, facets), signal) : null,
    ]);
    const shown = page.hits.slice(0, reach.maxRows);
    return {
      reach,
      shown,
      origins: shown.map((hit) => getCardOrigin(hit.card)),
      moreFetched: page.hits.length > reach.maxRows,
      seen: page.total ?? (shown.length > 0 ? offset + page.hits.length : 0),
      count,
      facets: counts && readFacets(counts.aggregations, facets),
      // A text that identifies or names a company asks for nothing else.
      requested: page.hits.some(isExactHit) ? null : await index.findRequestedConditions(query, signal),
      truncated: matching
        ? (matching.total ?? 0) > Math.min(page.total ?? 0, maxBroadRows)
        : narrowed?.truncated === true,
    };
  }

  /** When a domain finds no company, the answer says how many websites are known at all. */
  async #findPageCoverage(
    { query, filters, signals }: CompanySearch,
    reach: DataReach,
    returned: number,
  ): Promise<CoverageWarning[]> {
    const isDomain = query?.identifiers.some(({ type }) => type === 'domain') === true;
    if (returned > 0 || !isDomain) return buildCoverageWarnings(signals, filters, reach);
    const withWebsites = new Map(signals).set('web', 'needed');
    return buildCoverageWarnings(withWebsites, filters, {
      ...reach,
      coverage: await this.#tools.coverage.measured(),
    });
  }
}

/** Whether the company has the text as its exact name, identifier or id. */
function isExactHit({ matchedQueries }: MatchedCompany): boolean {
  return matchedQueries.some(
    (query) =>
      query === 'company_id' ||
      query.startsWith('identifier:') ||
      findNameRule(query)?.answer.stage === 'exact_name',
  );
}
