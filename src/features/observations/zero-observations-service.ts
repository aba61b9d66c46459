import type { CoverageWarning } from '../../contract/company-search/answers.ts';
import type { Warning } from '../../contract/envelope.ts';
import { equals } from '../../search/clauses.ts';
import type { SearchGateway } from '../../search/gateway.ts';
import {
  buildMatchCountRequest,
  type ObservationFilters,
  type ObservationQuery,
} from './observation-query.ts';
import type { ObservationReading } from './read-request.ts';

interface Index {
  readonly gateway: SearchGateway;
  readonly alias: string;
}

export interface ZeroExplanation {
  readonly warnings: readonly Warning[];
  /** Sources that were searched and hold nothing. */
  readonly coverage: readonly CoverageWarning[];
}

/** Values of one filter that are looked up by themselves. */
const maxValues = 20;
/** How far matches are counted that another search would have. */
const countedAtMost = 10_000;
const countTimeoutMs = 1_000;

/** What might explain that no observation was found. */
export async function explainNoObservations(
  index: Index,
  reading: ObservationReading,
  said: { readonly warnings: readonly Warning[]; readonly coverage: boolean },
  signal?: AbortSignal,
): Promise<ZeroExplanation> {
  const query = reading.main ?? reading.evidence;
  const [words, filters, values, sources] = await Promise.all([
    query ? unknownWords(index, query, signal) : [],
    query ? excludingFilters(index, query, reading.main === null, signal) : [],
    query ? unknownValues(index, query.filters, said.warnings, signal) : [],
    emptySources(index, [...reading.searched], signal),
  ]);
  const reasons = [...words, ...filters, ...values];
  const see = [
    ...(reasons.length > 0 || said.warnings.length > 0 ? ['the other warnings'] : []),
    ...(sources.length > 0 || said.coverage ? ['meta.coverage_warnings'] : []),
  ];
  const explanation =
    see.length > 0
      ? `See ${see.join(' and ')}.`
      : 'No loaded observation has all of the words: try fewer or shorter ones.';
  return {
    warnings: [
      {
        code: 'zero_results',
        message: `No observation matches; this is not proof that there is none. ${explanation}`,
      },
      ...reasons,
    ],
    coverage: sources,
  };
}

/** Words that no observation has, whatever the filters. */
async function unknownWords(
  index: Index,
  { tokens }: ObservationQuery,
  signal?: AbortSignal,
): Promise<Warning[]> {
  const totals = await count(
    index,
    tokens.map((token) => ({ tokens: [token], phrases: [], filters: { company: {} } })),
    1,
    signal,
  );
  const unknown = tokens.filter((_, at) => totals[at] === 0);
  if (unknown.length === 0) return [];
  return [
    {
      code: 'words_not_found',
      message: 'No loaded observation has these words.',
      field: 'query',
      value: unknown,
    },
  ];
}

/**
 * Filters without which observations match, the one that lets most through first.
 * @param ofTheme a theme is searched alone: its source belongs to it and is not a filter
 */
async function excludingFilters(
  index: Index,
  query: ObservationQuery,
  ofTheme: boolean,
  signal?: AbortSignal,
): Promise<Warning[]> {
  const { sources } = query.filters;
  const none: ObservationFilters = ofTheme && sources ? { company: {}, sources } : { company: {} };
  const without = Object.entries(filterParts).filter(
    ([name, part]) => part.isGiven(query.filters) && !(ofTheme && name === 'sources'),
  );
  const totals = await count(
    index,
    [
      ...without.map(([, part]) => ({ ...query, filters: part.removed(query.filters) })),
      { ...query, filters: none },
    ],
    countedAtMost,
    signal,
  );
  const suggestions = without
    .map(([name], at) => ({ without: `filters.${name}`, matched_observations: totals[at] ?? 0 }))
    .filter(({ matched_observations }) => matched_observations > 0)
    .sort((one, other) => other.matched_observations - one.matched_observations);
  const all = totals.at(-1) ?? 0;
  if (without.length === 0 || all === 0) return [];
  return [
    {
      code: 'filters_exclude_matches',
      message:
        suggestions.length > 0
          ? 'Observations match the query; without one of these filters some are found.'
          : 'Observations match the query; the filters together leave none of them.',
      field: 'filters',
      suggestions: suggestions.length > 0 ? suggestions : [{ without: 'filters', matched_observations: all }],
    },
  ];
}

/** Values of filters that no observation has. */
async function unknownValues(
  index: Index,
  { company, types, subtypes }: ObservationFilters,
  said: readonly Warning[],
  signal?: AbortSignal,
): Promise<Warning[]> {
  const asked = [
    { name: 'company_ids', field: 'ids', values: company.companyIds },
    { name: 'observation_types', field: 'type', values: types },
    { name: 'observation_subtypes', field: 'subtype', values: subtypes },
    { name: 'technologies', field: 'technologies', values: company.technologies },
    { name: 'website_domains', field: 'website_domains', values: company.websiteDomains },
  ]
    .flatMap(({ name, field, values = [] }) =>
      values.slice(0, maxValues).map((value) => ({ name, field, value })),
    )
    // What cannot be such a value has been said.
    .filter(({ name, value }) => !said.some((one) => one.field === `filters.${name}` && one.value === value));
  const answers = await index.gateway.multiSearch(
    index.alias,
    asked.map(({ field, value }) => ({ query: equals(field, value), size: 0, track_total_hits: 1 })),
    { ...(signal && { signal }) },
  );
  return asked
    .filter((_, at) => answers[at]?.total === 0)
    .map(({ name, value }) => ({
      code: 'filter_value_unknown',
      message: `No loaded observation has this value of ${name}.`,
      field: `filters.${name}`,
      value,
    }));
}

async function emptySources(
  index: Index,
  sources: readonly string[],
  signal?: AbortSignal,
): Promise<CoverageWarning[]> {
  const answers = await index.gateway.multiSearch(
    index.alias,
    sources.map((source) => ({ query: equals('source', source), size: 0, track_total_hits: 1 })),
    { ...(signal && { signal }) },
  );
  const empty = sources.filter((_, at) => answers[at]?.total === 0);
  if (empty.length === 0) return [];
  return [
    {
      code: 'observations_no_data',
      signal: 'observations',
      state: 'no_data',
      message: `No observation of these sources is loaded: ${empty.join(', ')}. Zero results say nothing about what they publish.`,
    },
  ];
}

/** The filters of a request by their names, and how to leave each out. */
const filterParts: Readonly<
  Record<
    string,
    {
      isGiven(filters: ObservationFilters): boolean;
      removed(filters: ObservationFilters): ObservationFilters;
    }
  >
> = {
  company_ids: ofCompany('companyIds'),
  observation_types: own('types'),
  observation_subtypes: own('subtypes'),
  sources: own('sources'),
  has_website: ofCompany('hasWebsite'),
  industries: ofCompany('industry33Codes'),
  market_segments: ofCompany('marketSegments'),
  website_domains: ofCompany('websiteDomains'),
  technologies: {
    isGiven: ({ company, themeTechnologies }) =>
      company.technologies !== undefined || themeTechnologies !== undefined,
    removed: ({ themeTechnologies: _, ...filters }) => ofCompany('technologies').removed(filters),
  },
};

function own(name: 'types' | 'subtypes' | 'sources') {
  return {
    isGiven: (filters: ObservationFilters) => filters[name] !== undefined,
    removed: ({ [name]: _, ...filters }: ObservationFilters): ObservationFilters => filters,
  };
}

function ofCompany(name: keyof ObservationFilters['company']) {
  return {
    isGiven: ({ company }: ObservationFilters) => company[name] !== undefined,
    removed: ({
      company: { [name]: _, ...company },
      ...filters
    }: ObservationFilters): ObservationFilters => ({
      ...filters,
      company,
    }),
  };
}

/** How many observations each query matches; 0 where counting takes too long. */
async function count(
  { gateway, alias }: Index,
  queries: readonly ObservationQuery[],
  most: number,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const answers = await gateway.multiSearch(
    alias,
    queries.map((query) => buildMatchCountRequest(query, most, countTimeoutMs)),
    { ...(signal && { signal }) },
  );
  return answers.map((answer) => (answer.timedOut ? 0 : (answer.total ?? 0)));
}
