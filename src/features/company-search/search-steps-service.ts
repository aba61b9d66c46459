import type { DataAsOf } from '../../contract/as-of.ts';
import { findNameRule } from '../../contract/companies/name-rules.ts';
import { getSuggestionText } from '../../contract/company-resolve/suggestions.ts';
import type { SearchSuggestion } from '../../contract/company-search/answers.ts';
import { maxSuggestions } from '../../contract/limits.ts';
import type { Paging } from '../../paging/paging.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CardOrigin, CurrentFacts } from '../companies/company-record.ts';
import { mergeCurrentFacts } from '../companies/current-facts.ts';
import type { NameResult } from '../row-matching/lookup/name-result.ts';
import { findWrittenNames, type NameLookups } from '../row-matching/lookup/written-names-lookup.ts';
import { ParsedName } from '../row-matching/parsed-name.ts';
import type { RowMatching } from '../row-matching/row-matching-service.ts';
import type { MatchedCompany } from '../row-matching/rules/explain-match.ts';
import { canIdentify } from '../row-matching/rules/parsed-query.ts';
import type { Narrowing } from './filters/narrowing.ts';
import type { RequestedConditions } from './filters/requested-conditions.ts';
import { isStillMatch } from './render-company.ts';
import type { CompanyIndex } from './requests/company-index-service.ts';
import { type CompanySearch, checkMaxEmployees } from './requests/company-search.ts';
import { buildFittingRequest, buildTotalRequest } from './requests/search-requests.ts';
import type { CoverageStore } from './warnings/coverage-store.ts';
import type { ZeroResults } from './warnings/zero-results-service.ts';

/** What every run of a search needs. */
export interface SearchTools {
  readonly index: CompanyIndex;
  readonly coverage: CoverageStore;
  readonly zeroResults: ZeroResults;
  readonly companies: CompaniesService;
  /** What a query finds as a written name. */
  readonly lookup: NameLookups;
  readonly matching: Pick<RowMatching, 'findCorporations' | 'findFunds'>;
  readonly paging: Paging;
  dataAsOf(): Promise<DataAsOf>;
  now(): Date;
}

/**
 * The steps of every run: the coverage of the data and the conditions, the requests, the companies that still fit.
 * `facts` has an entry for each of them: null if its card is current.
 * @throws ServiceError max_employees_unsupported_on_this_path
 */
export async function runSearch<Found extends { readonly origins: readonly CardOrigin[] }, Detail>(
  { coverage, companies }: SearchTools,
  read: CompanySearch,
  narrowing: Narrowing<Detail> | undefined,
  find: (search: CompanySearch) => Promise<Found>,
) {
  const reach = await coverage.getDataReach(read.signals);
  checkMaxEmployees(read, reach.view);
  const search = { ...read, narrowed: (await narrowing?.findConditions(read.today)) ?? null };
  const found = await find(search);
  const { origins } = found;
  const current = new Set<CardOrigin>();
  for (const origin of origins) if (companies.isCurrent(origin)) current.add(origin);
  const [facts, details] = await Promise.all([
    current.size < origins.length
      ? companies.findCurrentFacts(origins.flatMap((each) => (current.has(each) ? [] : [each.companyId])))
      : null,
    narrowing?.confirm(
      origins.map(({ companyId }) => companyId),
      search.today,
    ),
  ]);
  const fitting = new Map<string, CurrentFacts | null>();
  for (const origin of origins) {
    const { companyId } = origin;
    if (details && !details.has(companyId)) continue;
    // The index has applied the filters to what a current card shows.
    if (current.has(origin)) fitting.set(companyId, null);
    else {
      const now = facts?.get(companyId);
      if (now && isStillMatch(now, search.filters)) fitting.set(companyId, now);
    }
  }
  return { search, reach, found, facts: fitting, details: details ?? new Map<string, Detail>() };
}

/**
 * A query read as people write names (docs/decisions/0006-written-names.md): the companies that a part of it names, and
 * companies with a similar name. Only for a query that may be a name and that the stages of search find nobody good for.
 */

/** What the stages of search found for the first page. */
export interface StageResults {
  readonly shown: readonly MatchedCompany[];
  /** Matches on all pages. */
  readonly seen: number;
  readonly requested: RequestedConditions | null;
}

/** What the query finds as a written name; null if the stages answer it, or if it is no name. */
export async function findWrittenQuery(
  { index, lookup }: SearchTools,
  search: CompanySearch,
  found: StageResults,
  signal: AbortSignal | undefined,
): Promise<NameResult | null> {
  const { query, broad } = search;
  if (!query?.name || broad || found.requested?.certain) return null;
  if (canIdentify(query) || query.faults.length > 0) return null;
  // A text with a legal form is a name, so companies that only have its words in their names are hardly meant.
  const hasForm = query.name.loose !== query.name.looseExact;
  const isOpen = found.seen === 0 || (hasForm && found.shown.every(hasWordsOnly));
  if (!isOpen) return null;
  if (found.seen > 0) {
    const exact = await index.search(buildTotalRequest({ ...search, words: false }, 1), signal);
    if (exact.total !== 0) return null;
  }
  return lookUpQuery(lookup, search, signal);
}

/** What the query finds as a written name, whatever the stages find. */
export async function lookUpQuery(
  lookup: SearchTools['lookup'],
  { query }: CompanySearch,
  signal: AbortSignal | undefined,
): Promise<NameResult | null> {
  if (!query?.name) return null;
  const { text, name } = query;
  return (await findWrittenNames(lookup, [new ParsedName(text, name)], signal)).get(text) ?? null;
}

/** Whether only words of its names found the company. */
function hasWordsOnly({ matchedQueries }: MatchedCompany): boolean {
  return matchedQueries.every((rule) => findNameRule(rule)?.answer.stage === 'name_words');
}

/** The companies with a similar name, those that meet the conditions of the search first. */
export async function findSuggestions(
  { index, companies }: SearchTools,
  search: CompanySearch,
  named: NameResult | null,
  signal: AbortSignal | undefined,
): Promise<SearchSuggestion[]> {
  const near = named?.suggestions.slice(0, maxSuggestions) ?? [];
  if (near.length === 0) return [];
  const cards = near.map(({ card }) => card);
  const ids = cards.map(({ company }) => company.company_id);
  const [facts, { hits }] = await Promise.all([
    companies.findFactsForCards(cards),
    index.search(buildFittingRequest(search, ids), signal),
  ]);
  const fitting = new Set(hits.map(({ card }) => card.company.company_id));
  const shown = near.flatMap(({ card, name, reason }): SearchSuggestion[] => {
    const company = mergeCurrentFacts(card, facts);
    const now = facts.get(card.company.company_id);
    if (!company || !now) return [];
    const meets_conditions = fitting.has(card.company.company_id) && isStillMatch(now, search.filters);
    return [{ ...company, name, reason, message: getSuggestionText(reason), meets_conditions }];
  });
  return shown.toSorted((one, other) => Number(other.meets_conditions) - Number(one.meets_conditions));
}

/** The hits of a page; those found by a part of the query say by which name. */
export function addNames<Hit extends MatchedCompany>(
  hits: readonly Hit[],
  written: NameResult | null,
): readonly Hit[] {
  if (!written) return hits;
  const byId = new Map(written.hits.map((hit) => [hit.card.company.company_id, hit]));
  const whole = { text: written.name, name: written.keys };
  return hits.map((hit) => {
    const known = byId.get(hit.card.company.company_id);
    if (known) return { ...hit, matchedQueries: known.matchedQueries, asName: known.asName ?? whole };
    if (hasWordsOnly(hit)) return hit;
    return { ...hit, asName: whole };
  });
}
