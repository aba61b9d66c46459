import { getSuggestionText } from '../../contract/company-resolve/suggestions.ts';
import type { SearchSuggestion } from '../../contract/company-search/answers.ts';
import { maxSuggestions } from '../../contract/limits.ts';
import { mergeCurrentFacts } from '../companies/current-facts.ts';
import type { NameFound } from '../row-matching/lookup/name-found.ts';
import { findWrittenNames } from '../row-matching/lookup/written-names-service.ts';
import { ParsedName } from '../row-matching/parsed-name.ts';
import type { MatchedCompany } from '../row-matching/rules/explain-match.ts';
import { nameRules } from '../row-matching/rules/match-stages.ts';
import { canIdentify, hasForm } from '../row-matching/rules/query-reading.ts';
import type { CompanySearch } from './company-search.ts';
import type { RequestedConditions } from './filters/requested-conditions.ts';
import { isStillMatch } from './result-page.ts';
import { buildFittingRequest, buildTotalRequest } from './search-requests.ts';
import type { SearchTools } from './search-steps-service.ts';

/**
 * A query read as people write names (docs/decisions/0006-written-names.md): the companies that a part of it names, and
 * companies with a similar name. Only for a query that may be a name and that the stages of search find nobody good for.
 */

type Signal = AbortSignal | undefined;

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
  signal: Signal,
): Promise<NameFound | null> {
  if (!mayBeName(search, found.requested)) return null;
  // A text with a legal form is a name, so companies that only have its words in their names are hardly meant.
  const isName = search.reading !== null && hasForm(search.reading);
  const isOpen = found.seen === 0 || (isName && isWordsOnly(found.shown));
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
  { reading, today }: CompanySearch,
  signal: Signal,
): Promise<NameFound | null> {
  if (!reading) return null;
  const { text } = reading;
  return (await findWrittenNames(lookup, [new ParsedName(text)], today, signal)).get(text) ?? null;
}

/** Whether some companies were found in ways that search does not have: by a part, or as well-known ones called so. */
export function hasAddedCompanies({ hits }: NameFound): boolean {
  return hits.some(({ asName, matchedQueries }) => asName || matchedQueries.includes('called'));
}

function mayBeName({ reading, broad }: CompanySearch, requested: RequestedConditions | null): boolean {
  if (!reading?.name || broad || requested?.certain) return false;
  return !canIdentify(reading) && reading.faults.length === 0;
}

function isWordsOnly(hits: readonly MatchedCompany[]): boolean {
  const isWords = (rule: string) => nameRules[rule as keyof typeof nameRules]?.stage === 'name_words';
  return hits.every(({ matchedQueries }) => matchedQueries.every(isWords));
}

/** The companies with a similar name, those that meet the conditions of the search first. */
export async function findSuggestions(
  { index, companies }: SearchTools,
  search: CompanySearch,
  named: NameFound | null,
  signal: Signal,
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
  written: NameFound | null,
): readonly Hit[] {
  if (!written) return hits;
  const byId = new Map(written.hits.map((hit) => [hit.card.company.company_id, hit]));
  const whole = { text: written.name, name: written.keys };
  return hits.map((hit) => {
    const known = byId.get(hit.card.company.company_id);
    if (known) return { ...hit, matchedQueries: known.matchedQueries, asName: known.asName ?? whole };
    if (isWordsOnly([hit])) return hit;
    return { ...hit, asName: whole };
  });
}
