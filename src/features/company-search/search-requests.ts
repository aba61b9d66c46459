import { buildActiveKey } from '../../../mappings/companies.ts';
import { nameRules } from '../../contract/companies/name-rules.ts';
import { maxListedCandidates } from '../../contract/limits.ts';
import {
  type Clause,
  combineAll,
  combineAny,
  matchAnyOf,
  matchAnyValue,
  matchValue,
  scoreClause,
} from '../../search/clauses.ts';
import type { NameResult } from '../row-matching/lookup/name-result.ts';
import {
  buildFormClauses,
  buildIdentityClauses,
  buildNameClauses,
  buildWordRules,
  identifierTerm,
  matchAnyName,
  prominenceClauses,
} from '../row-matching/rules/match-clauses.ts';
import { computeRelevance, fullScore } from '../row-matching/rules/match-scores.ts';
import { canIdentify, type ParsedQuery } from '../row-matching/rules/parsed-query.ts';
import type { CompanySearch } from './company-search.ts';
import type { CompanyFilters } from './filters/company-filters.ts';
import { buildFilterClauses } from './filters/filter-clauses.ts';

/** The requests that a search sends to the company index. */

/** The sort values of a hit. The next page begins after them. */
export type SortValues = readonly (string | number)[];

export interface PageRows {
  readonly from: number;
  /** One more than the page shows, to know whether another page follows. */
  readonly size: number;
  readonly after?: SortValues | null;
  /** Count matches up to this number, for a confirmed lower bound; `true` counts all. */
  readonly countUpTo?: number | true;
}

/** The request for one page. `company_id` breaks ties, so the order is total and no page misses a row. */
export function buildPageRequest(search: CompanySearch, { from, size, after, countUpTo }: PageRows) {
  return {
    query: combineClauses(search),
    sort: buildSort(search.order),
    size,
    ...(after ? { search_after: after } : { from }),
    track_total_hits: countUpTo ?? false,
  };
}

/** The request for the first companies, with only the parts of their cards that tell whether they still fit, and the number of all. */
export function buildGatherRequest(search: CompanySearch, size: number) {
  return {
    ...buildPageRequest(search, { from: 0, size }),
    _source: ['card.company.company_id', 'card.version', 'card.reread'],
    track_total_hits: true,
  };
}

/** How long the engine counts. If its response says `timed_out`, neither the number nor a page beside it is right. */
export const countTimeoutMs = 1_000;

/** The request for the number of matches. @param upTo counts up to this number; `true` counts all */
export function buildTotalRequest(search: CompanySearch, upTo: number | true) {
  const timeout = upTo === true ? { timeout: `${countTimeoutMs}ms` } : {};
  return { query: combineClauses(search), size: 0, track_total_hits: upTo, ...timeout };
}

/** The request for which of some companies meet the filters and conditions. */
export function buildFittingRequest({ filters, today, narrowed }: CompanySearch, ids: readonly string[]) {
  const conditions = [...buildFilterClauses(filters, today).values(), ...(narrowed?.clauses ?? [])];
  return {
    query: combineAll([
      matchAnyValue('company_id', ids),
      ...conditions,
      buildVisibilityClause(null, filters),
    ]),
    size: ids.length,
    track_total_hits: false,
  };
}

/** The request for whether a company has the text as its exact name, identifier or id. */
export function buildNamedRequest(query: ParsedQuery) {
  const named = [...buildIdentityClauses(query), ...matchAnyName([query.name])];
  return {
    query: combineAll([matchValue('hidden', false), combineAny(named)]),
    size: 0,
    track_total_hits: 1,
  };
}

/** What every company found must meet, apart from the text. */
function buildConditions(search: CompanySearch): Clause[] {
  const { filters, today, narrowed } = search;
  const active = buildActiveClause(search);
  const rest = active ? { ...filters, kind: undefined, prefecture: undefined } : filters;
  return [
    ...buildFilterClauses(rest, today).values(),
    ...(narrowed?.clauses ?? []),
    active ?? buildVisibilityClause(search.query, filters),
  ];
}

/** The engine evaluates a list of up to so many values by its entries; a longer one costs time for every document. */
const maxListed = 16;

/**
 * Active companies of some kinds or in some prefectures, as one clause: a page and its total then cost much less than by
 * conditions that each match a large part of all companies. Null if the search has no such filter, or also finds others.
 */
function buildActiveClause({ query, filters }: CompanySearch): Clause | null {
  const { kind = [''], prefecture = [''], status, company_ids } = filters;
  if (!(filters.kind || filters.prefecture) || status || company_ids) return null;
  if (query && canIdentify(query)) return null;
  const keys = kind.flatMap((one) => prefecture.map((place) => buildActiveKey(one, place)));
  if (keys.length <= maxListed) return matchAnyValue('active_keys', keys);
  return null;
}

/** Companies that the text finds by any rule, if there is one, and that meet the conditions. */
export function combineClauses(
  search: CompanySearch,
  filter: readonly Clause[] = buildConditions(search),
): Clause {
  const { query, words, broad, written } = search;
  if (!query) return combineAll(filter);
  const queries = [
    ...buildIdentityClauses(query),
    ...buildNameClauses(query.name, 'search'),
    // Names of today: see `toPrefixQueryKey`.
    ...matchAnyOf('name_prefix', [query.prefix]).map((clause) =>
      scoreClause('prefix', nameRules.prefix.score, clause),
    ),
    ...buildWordRules((words && !broad && query.words) || '').map(({ code, score, clause }) =>
      scoreClause(code, score, clause),
    ),
    ...buildWrittenClauses(written),
  ];
  return {
    bool: {
      must: [{ dis_max: { queries } }],
      should: [...buildFormClauses(written?.keys ?? query.name), ...prominenceClauses],
      filter,
    },
  };
}

/**
 * Active companies, unless the caller requests another status. An exact identifier, as query or in `company_ids`,
 * always finds its company (docs/decisions/0015-search-filters.md). Companies that the register hides from searches are
 * never shown.
 */
export function buildVisibilityClause(query: ParsedQuery | null, filters: CompanyFilters): Clause {
  // Hidden companies have no status in the index.
  if (filters.status) return matchAnyValue('status', filters.status);
  const visible = matchValue('hidden', false);
  if (filters.company_ids) return visible;
  const active = matchValue('status', 'active');
  const exact = buildIdentityClauses(query);
  if (exact.length > 0) return combineAll([visible, combineAny([active, ...exact])]);
  return active;
}

/** The name of the clause for everything that names find, whatever the rule. */
export const foundByName = 'by_name';

/** A text that can be an identifier, and whether words of names are a stage of its search. */
export interface IdentityQuestion {
  readonly query: ParsedQuery;
  readonly words: boolean;
}

/**
 * The request for the companies that some texts identify, and whether any of them also finds names. All rules for names
 * are one clause here, which is far cheaper than one for each (docs/benchmarks.md). Without an order, because a text is
 * answered by it only if it finds no more than one company.
 * @param conditions that every company found must meet: identityConditions
 */
export function buildIdentityRequest(
  questions: readonly IdentityQuestion[],
  conditions: readonly Clause[],
  size: number,
) {
  const queries = questions.map(({ query }) => query);
  const identifiers = queries.flatMap((query) => query.identifiers.map(identifierTerm));
  const words = questions.flatMap((question) => (question.words && question.query.words) || []);
  const byName = [
    ...matchAnyName(queries.map(({ name }) => name)),
    ...matchAnyOf(
      'name_prefix',
      queries.map(({ prefix }) => prefix),
    ),
    ...words.flatMap(buildWordRules).map(({ clause }) => clause),
  ];
  const named = byName.length > 0 ? [scoreClause(foundByName, 1, combineAny(byName))] : [];
  return {
    query: {
      bool: {
        should: [
          ...matchAnyOf('identifiers', identifiers),
          ...matchAnyOf(
            'ids',
            queries.flatMap(({ companyIds }) => companyIds),
          ),
          ...named,
        ],
        minimum_should_match: 1,
        filter: conditions,
      },
    },
    size,
    track_total_hits: false,
  };
}

/** The conditions that a company must meet to be found by an identity request: the filters, and the status or hidden. */
export function buildIdentityConditions({ filters, today, narrowed }: CompanySearch): Clause[] {
  return [
    ...buildFilterClauses(filters, today).values(),
    ...(narrowed?.clauses ?? []),
    filters.status ? matchAnyValue('status', filters.status) : matchValue('hidden', false),
  ];
}

/**
 * The companies that a written name finds, by the rules that found them, those of its first name first. A crowded name is
 * looked up again, because more companies have it than were found.
 */
function buildWrittenClauses(written: NameResult | null): Clause[] {
  if (!written) return [];
  const { hits, keys } = written;
  if (
    hits.length >= maxListedCandidates &&
    hits.every(({ asName }) => asName?.text === hits[0]?.asName?.text)
  ) {
    return buildNameClauses(keys, 'resolve');
  }
  const names = [...new Set(hits.map(({ asName }) => asName?.text))];
  const idsByScore = new Map<number, string[]>();
  for (const { card, matchedQueries, asName } of hits) {
    const score = fullScore * (maxNames - names.indexOf(asName?.text) + computeRelevance(matchedQueries));
    idsByScore.set(score, [...(idsByScore.get(score) ?? []), card.company.company_id]);
  }
  return [...idsByScore].map(([score, ids]) =>
    scoreClause('written', score, matchAnyValue('company_id', ids)),
  );
}

/** More than one cell has. */
const maxNames = 50;

function buildSort(order: CompanySearch['order']): readonly Clause[] {
  const byName: Clause[] = [{ sort_name: 'asc' }, { company_id: 'asc' }];
  if (typeof order === 'object') return [{ [order.field]: order.direction }, ...byName];
  switch (order) {
    case 'relevance':
      return [{ _score: 'desc' }, { company_id: 'asc' }];
    case 'name':
      return byName;
    case 'jobs':
      return [{ open_job_count: 'desc' }, ...byName];
    case 'ai':
      return [{ open_ai_job_count: 'desc' }, ...byName];
    case 'construction':
      return [{ valid_permit_count: 'desc' }, ...byName];
    case 'employees':
      return [{ sort_employees: 'desc' }, ...byName];
  }
}
