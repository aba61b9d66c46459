import type { CoverageWarning, Suggestion } from '../../contract/company-search/answers.ts';
import type { WireFilters } from '../../contract/company-search/requests.ts';
import type { Clause } from '../../search/clauses.ts';
import { CompanyIndex, type CompanyIndexParts } from './company-index-service.ts';
import {
  type CompanySearchAnswer,
  type CompanySearchRequest,
  parseSearch,
  type SearchConditions,
} from './company-search.ts';
import type { CompanyFilters } from './filters/company-filters.ts';
import { type GatheredCompanies, gatherCompanies } from './gather-companies-service.ts';
import { searchPage } from './search-page-service.ts';
import type { SearchTools } from './search-steps-service.ts';
import { buildSuggestRequest, readSuggestion } from './suggest.ts';
import { buildCoverageWarnings, listUsedSignals } from './warnings/coverage-warnings.ts';
import { ZeroResults } from './warnings/zero-results-service.ts';

export interface CompanySearchParts extends CompanyIndexParts, Omit<SearchTools, 'index' | 'zeroResults'> {}

/** Deterministic company search: it runs exactly the given query and filters. */
export class CompanySearchService {
  readonly #tools: SearchTools;

  constructor({ gateway, alias, onCountFailure, ...tools }: CompanySearchParts) {
    const index = new CompanyIndex({ gateway, alias, onCountFailure });
    this.#tools = { ...tools, index, zeroResults: new ZeroResults(index) };
  }

  /** @throws ServiceError invalid_cursor, max_employees_unsupported_on_this_path, search_unavailable */
  search<Detail>(
    accountId: string,
    request: CompanySearchRequest<Detail>,
    signal?: AbortSignal,
  ): Promise<CompanySearchAnswer<Detail>> {
    return searchPage(this.#tools, accountId, request, signal);
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
}
