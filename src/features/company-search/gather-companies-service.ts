import type { CoverageWarning } from '../../contract/company-search/answers.ts';
import type { Warning } from '../../contract/envelope.ts';
import { yieldToOthers } from '../../running/time-slices.ts';
import { toTokyoDay } from '../../text/days/calendar.ts';
import { getCardOrigin } from '../companies/companies-service.ts';
import { type CompanySearch, parseSearch, type SearchConditions } from './company-search.ts';
import { parseRequestedConditions } from './filters/requested-conditions.ts';
import { buildComparedWithNamesWarning } from './filters/unsupported-conditions.ts';
import { buildGatherRequest } from './search-requests.ts';
import { findSuggestions, findWrittenQuery, runSearch, type SearchTools } from './search-steps-service.ts';
import { buildCoverageWarnings } from './warnings/coverage-warnings.ts';
import { buildConditionWarnings, buildQueryWarnings, computeReach } from './warnings/search-warnings.ts';

/** The companies that a search finds, by id, in the order of the search. */
export interface GatheredCompanies {
  readonly companyIds: readonly string[];
  /** How many companies match. It can be more than were gathered. */
  readonly total: number;
  readonly totalKind: 'exact' | 'lower_bound';
  readonly order: CompanySearch['order'];
  readonly warnings: readonly Warning[];
  /** Conditions that the query seems to ask for. None of them was applied. */
  readonly unsupported: readonly Warning[];
  readonly coverageWarnings: readonly CoverageWarning[];
}

/**
 * Runs a search without pages, by its stages only: nothing is saved or charged on how a name was read.
 * @returns the ids of the first `max` companies that still fit
 */
export async function gatherCompanies(
  tools: SearchTools,
  conditions: SearchConditions,
  max: number,
  signal: AbortSignal | undefined,
): Promise<GatheredCompanies> {
  const { index } = tools;
  const read = parseSearch({ ...conditions, words: true }, toTokyoDay(tools.now()));
  const { query, filters, broad } = read;
  const run = await runSearch(tools, read, conditions.narrowing, async (ready) => {
    const request = buildGatherRequest(ready, computeReach(broad, max).maxRows);
    const [{ hits, total }, named] = await Promise.all([
      index.searchCards(request, signal),
      query !== null && index.isNamed(query, signal),
    ]);
    await yieldToOthers();
    const matching = broad ? hits.length : (total ?? hits.length);
    return { origins: hits.map(({ card }) => getCardOrigin(card)), matching, named };
  });
  const { search } = run;
  const { origins, matching, named } = run.found;
  const companyIds = [...run.facts.keys()];

  const dropped = origins.length - companyIds.length;
  const total = matching - dropped;
  const isWhole = matching <= origins.length;
  const isExact = search.narrowed?.truncated !== true && (isWhole || (!query && dropped === 0));

  const requested = named || !query ? null : parseRequestedConditions(query.text);
  const unsupported = buildConditionWarnings(requested, companyIds.length === 0);
  const given = [...search.warnings, ...buildQueryWarnings(search)];
  const coverage = buildCoverageWarnings(search.signals, filters, run.reach);
  const stages = { shown: [], seen: matching, requested };
  const near = await findWrittenQuery(tools, search, stages, signal);
  const suggestions = await findSuggestions(tools, search, near, signal);
  const answered = { warnings: [...given, ...unsupported], coverage: coverage.length > 0, suggestions };
  const reasons = companyIds.length === 0 ? await tools.zeroResults.explain(search, answered, signal) : [];
  return {
    companyIds,
    total,
    totalKind: isExact ? 'exact' : 'lower_bound',
    order: search.order,
    warnings: [
      ...given,
      // Filters that match nothing can be a fact. A text that finds nothing may just be the wrong text.
      ...reasons.filter(({ code }) => query !== null || code === 'filter_value_unknown'),
      ...(query && !named && companyIds.length > 0 ? [buildComparedWithNamesWarning(query.text, total)] : []),
    ],
    unsupported,
    coverageWarnings: coverage,
  };
}
