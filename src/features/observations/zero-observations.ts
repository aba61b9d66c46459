import type { CoverageWarning } from '../../contract/company-search/answers.ts';
import type { Warning } from '../../contract/envelope.ts';
import { equals } from '../../search/clauses.ts';
import type { Question } from '../../search/search-answer.ts';
import {
  buildMatchCountRequest,
  type ObservationFilters,
  type ObservationQuery,
} from './observation-query.ts';
import type { ObservationReading } from './read-request.ts';

type AskedOfIndex<Meaning> = Question<never, Meaning[]>;

export interface ZeroExplanation {
  readonly warnings: readonly Warning[];
  /** About sources that were searched but have no observations. */
  readonly coverage: readonly CoverageWarning[];
}

/** How many values of one filter are looked up one by one. */
const maxValues = 20;
/** The maximum when counting the matches of alternative searches. */
const countedAtMost = 10_000;
const countTimeoutMs = 1_000;

/** Questions to the index about why no observation was found. @param said warnings of the answer so far */
export function zeroObservationsQuestions(
  reading: ObservationReading,
  said: readonly Warning[],
): AskedOfIndex<Warning>[] {
  const query = reading.main ?? reading.evidence;
  if (!query) return [];
  return [
    unknownWords(query),
    ...excludingFilters(query, reading.main === null),
    unknownValues(query.filters, said),
  ];
}

/** @param said what the answer already says; `coverage` is whether it has coverage warnings */
export function explainNoObservations(
  reasons: readonly Warning[],
  emptySources: readonly CoverageWarning[],
  said: { readonly warnings: readonly Warning[]; readonly coverage: boolean },
): ZeroExplanation {
  const see = [
    ...(reasons.length > 0 || said.warnings.length > 0 ? ['the other warnings'] : []),
    ...(emptySources.length > 0 || said.coverage ? ['meta.coverage_warnings'] : []),
  ];
  const explanation =
    see.length > 0
      ? `See ${see.join(' and ')}.`
      : 'No loaded observation has all of the words. Try fewer or shorter ones.';
  return {
    warnings: [
      {
        code: 'zero_results',
        message: `No observation matches. This is not proof that there is none. ${explanation}`,
      },
      ...reasons,
    ],
    coverage: emptySources,
  };
}

/** Words that no observation has, whatever the filters. */
function unknownWords({ tokens }: ObservationQuery): AskedOfIndex<Warning> {
  const queries = tokens.map((token) => ({ tokens: [token], phrases: [], filters: { company: {} } }));
  return counting(queries, 1, (totals) => {
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
  });
}

/**
 * The filters without which observations match, the one with the most matches first.
 * @param ofTheme whether only a theme is searched for; then the source belongs to the theme and is not a filter
 */
function excludingFilters(query: ObservationQuery, ofTheme: boolean): AskedOfIndex<Warning>[] {
  const { sources } = query.filters;
  const none: ObservationFilters = ofTheme && sources ? { company: {}, sources } : { company: {} };
  const without = Object.entries(filterParts).filter(
    ([name, part]) => part.isGiven(query.filters) && !(ofTheme && name === 'sources'),
  );
  if (without.length === 0) return [];
  const filters = [...without.map(([, part]) => part.removed(query.filters)), none];
  const queries = filters.map((remaining) => ({ ...query, filters: remaining }));
  const read = (totals: readonly number[]): Warning[] => {
    const all = totals.at(-1) ?? 0;
    if (all === 0) return [];
    const suggestions = without
      .map(([name], at) => ({ without: `filters.${name}`, matched_observations: totals[at] ?? 0 }))
      .filter(({ matched_observations }) => matched_observations > 0)
      .sort((one, other) => other.matched_observations - one.matched_observations);
    return [
      {
        code: 'filters_exclude_matches',
        message:
          suggestions.length > 0
            ? 'Observations match the query, but the filters exclude them. Leave out one of these filters to find some.'
            : 'Observations match the query, but the filters together exclude all of them.',
        field: 'filters',
        suggestions:
          suggestions.length > 0 ? suggestions : [{ without: 'filters', matched_observations: all }],
      },
    ];
  };
  return [counting(queries, countedAtMost, read)];
}

/** Values of filters that no observation has. */
function unknownValues(
  { company, types, subtypes }: ObservationFilters,
  said: readonly Warning[],
): AskedOfIndex<Warning> {
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
    // The answer already warns about malformed values.
    .filter(({ name, value }) => !said.some((one) => one.field === `filters.${name}` && one.value === value));
  return {
    requests: asked.map(({ field, value }) => existing(field, value)),
    read: (answers) =>
      asked
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
export function emptySources(sources: readonly string[]): AskedOfIndex<CoverageWarning> {
  return {
    requests: sources.map((source) => existing('source', source)),
    read: (answers) => {
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
    },
  };
}

/** The filters of a request by name, and how to remove each. */
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

function existing(field: string, value: string) {
  return { query: equals(field, value), size: 0, track_total_hits: 1 };
}

/** Counts the matches of each query; 0 when counting takes too long. */
function counting(
  queries: readonly ObservationQuery[],
  maxCount: number,
  read: (totals: readonly number[]) => Warning[],
): AskedOfIndex<Warning> {
  return {
    requests: queries.map((query) => buildMatchCountRequest(query, maxCount, countTimeoutMs)),
    read: (answers) => read(answers.map(({ timedOut, total }) => (timedOut ? 0 : (total ?? 0)))),
  };
}
