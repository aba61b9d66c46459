import type { CoverageWarning } from '../../contract/company-search/answers.ts';
import type { Warning } from '../../contract/envelope.ts';
import { matchValue } from '../../search/clauses.ts';
import type { Question } from '../../search/search-answer.ts';
import {
  buildMatchCountRequest,
  type ObservationFilters,
  type ObservationQuery,
} from './observation-query.ts';
import type { ParsedObservationRequest } from './read-request.ts';

type IndexQuestions<Meaning> = Question<never, Meaning[]>;

/** How many values of one filter are looked up one by one. */
const maxValues = 20;
/** The maximum when counting the matches of alternative searches. */
const maxCountedMatches = 10_000;
const countTimeoutMs = 1_000;

/** Questions to the index about why no observation was found. @param earlier warnings that the answer already has */
export function buildZeroObservationsQuestions(
  { main, evidence }: ParsedObservationRequest,
  earlier: readonly Warning[],
): IndexQuestions<Warning>[] {
  const query = main ?? evidence;
  if (!query) return [];
  return [
    buildUnknownWordQuestions(query),
    ...buildExcludingFilterQuestions(query, main === null),
    buildUnknownValueQuestions(query.filters, earlier),
  ];
}

/** @param others the other warnings of the answer. @param coverage whether it has coverage warnings */
export function buildZeroResultsWarning(others: readonly Warning[], coverage: boolean): Warning {
  const see = [others.length > 0 && 'the other warnings', coverage && 'meta.coverage_warnings']
    .filter((each) => each !== false)
    .join(' and ');
  const explanation =
    (see && `See ${see}.`) || 'No loaded observation has all of the words. Try fewer or shorter ones.';
  const message = `No observation matches. This is not proof that there is none. ${explanation}`;
  return { code: 'zero_results', message };
}

/** Words that no observation has, whatever the filters. */
function buildUnknownWordQuestions({ tokens }: ObservationQuery): IndexQuestions<Warning> {
  const queries = tokens.map((token) => ({ tokens: [token], phrases: [], filters: { company: {} } }));
  return buildCountQuestions(queries, 1, (totals) => {
    const unknown = tokens.filter((_, at) => totals[at] === 0);
    if (unknown.length === 0) return [];
    const message = 'No loaded observation has these words.';
    return [{ code: 'words_not_found', message, field: 'query', value: unknown }];
  });
}

/**
 * The filters without which observations match, the one with the most matches first.
 * @param ofTheme whether only a theme is searched for; then the source belongs to the theme and is not a filter
 */
function buildExcludingFilterQuestions(query: ObservationQuery, ofTheme: boolean): IndexQuestions<Warning>[] {
  const { sources } = query.filters;
  const none: ObservationFilters = { company: {}, ...(ofTheme && sources && { sources }) };
  const names = Object.keys(filterParts).filter(
    (name) => isGiven(name, query.filters) && !(ofTheme && name === 'sources'),
  );
  if (names.length === 0) return [];
  const filters = [...names.map((name) => removeFilter(name, query.filters)), none];
  const queries = filters.map((remaining) => ({ ...query, filters: remaining }));
  const readCounts = (totals: readonly number[]): Warning[] => {
    const all = totals.at(-1) ?? 0;
    if (all === 0) return [];
    const suggestions = names
      .map((name, at) => ({ without: `filters.${name}`, matched_observations: totals[at] ?? 0 }))
      .filter(({ matched_observations }) => matched_observations > 0)
      .sort((one, other) => other.matched_observations - one.matched_observations);
    const message =
      suggestions.length > 0
        ? 'Observations match the query, but the filters exclude them. Leave out one of these filters to find some.'
        : 'Observations match the query, but the filters together exclude all of them.';
    if (suggestions.length === 0) suggestions.push({ without: 'filters', matched_observations: all });
    return [{ code: 'filters_exclude_matches', message, field: 'filters', suggestions }];
  };
  return [buildCountQuestions(queries, maxCountedMatches, readCounts)];
}

/** Values of filters that no observation has. */
function buildUnknownValueQuestions(
  { company, types, subtypes }: ObservationFilters,
  earlier: readonly Warning[],
): IndexQuestions<Warning> {
  const lookups = [
    { name: 'company_ids', field: 'ids', values: company.company_ids },
    { name: 'observation_types', field: 'type', values: types },
    { name: 'observation_subtypes', field: 'subtype', values: subtypes },
    { name: 'technologies', field: 'technologies', values: company.technologies },
    { name: 'website_domains', field: 'website_domains', values: company.website_domains },
  ]
    .flatMap(({ name, field, values = [] }) =>
      values.slice(0, maxValues).map((value) => ({ name, field, value })),
    )
    // The answer already warns about malformed values.
    .filter(
      ({ name, value }) => !earlier.some((one) => one.field === `filters.${name}` && one.value === value),
    );
  return {
    requests: lookups.map(({ field, value }) => buildExistenceRequest(field, value)),
    read: (answers) =>
      lookups
        .filter((_, at) => answers[at]?.total === 0)
        .map(({ name, value }) => ({
          code: 'filter_value_unknown',
          message: `No loaded observation has this value of ${name}.`,
          field: `filters.${name}`,
          value,
        })),
  };
}

/** Sources without any loaded observation. */
export function buildEmptySourceQuestions(sources: readonly string[]): IndexQuestions<CoverageWarning> {
  return {
    requests: sources.map((source) => buildExistenceRequest('source', source)),
    read: (answers) => {
      const empty = sources.filter((_, at) => answers[at]?.total === 0);
      if (empty.length === 0) return [];
      const message = `No observation of these sources is loaded: ${empty.join(', ')}. Zero results say nothing about what they publish.`;
      return [{ code: 'observations_no_data', signal: 'observations', state: 'no_data', message }];
    },
  };
}

type FilterKey = keyof ObservationFilters | keyof ObservationFilters['company'];

/** The filters of a request by name, and their keys in `ObservationFilters`. */
const filterParts: Readonly<Record<string, readonly FilterKey[]>> = {
  company_ids: ['company_ids'],
  observation_types: ['types'],
  observation_subtypes: ['subtypes'],
  sources: ['sources'],
  has_website: ['has_website'],
  industries: ['industry_33_code'],
  market_segments: ['market_segment'],
  website_domains: ['website_domains'],
  technologies: ['technologies', 'themeTechnologies'],
};

function isGiven(name: string, { company, ...own }: ObservationFilters): boolean {
  const filters: Partial<Record<FilterKey, unknown>> = { ...company, ...own };
  return filterParts[name]?.some((key) => filters[key] !== undefined) ?? false;
}

function removeFilter(name: string, { company, ...own }: ObservationFilters): ObservationFilters {
  const removed: readonly string[] = filterParts[name] ?? [];
  const omitRemoved = <Part extends object>(part: Part) =>
    Object.fromEntries(Object.entries(part).filter(([key]) => !removed.includes(key))) as Partial<Part>;
  return { ...omitRemoved(own), company: omitRemoved(company) };
}

function buildExistenceRequest(field: string, value: string) {
  return { query: matchValue(field, value), size: 0, track_total_hits: 1 };
}

/** Counts the matches of each query; 0 when counting takes too long. */
function buildCountQuestions(
  queries: readonly ObservationQuery[],
  maxCount: number,
  read: (totals: readonly number[]) => Warning[],
): IndexQuestions<Warning> {
  return {
    requests: queries.map((query) => buildMatchCountRequest(query, maxCount, countTimeoutMs)),
    read: (answers) => read(answers.map(({ timedOut, total }) => (timedOut ? 0 : (total ?? 0)))),
  };
}
