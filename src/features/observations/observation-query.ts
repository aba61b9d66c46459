import { type Clause, combineAll, matchAnyValue, matchValue } from '../../search/clauses.ts';
import { cutCompounds } from '../../text/names/compound-words.ts';
import type { CompanyFilters } from '../company-search/filters/company-filters.ts';
import { buildFilterClauses } from '../company-search/filters/filter-clauses.ts';

/** A search for observations, as it is understood. */
export interface ObservationQuery {
  /** Each of these must match at least one field. */
  readonly tokens: readonly string[];
  /** At least one of these phrases must be in summary or evidence; empty without a theme. */
  readonly phrases: readonly string[];
  readonly filters: ObservationFilters;
}

export interface ObservationFilters {
  /** Conditions on the company, as in company search. */
  readonly company: Pick<
    CompanyFilters,
    'company_ids' | 'has_website' | 'industry_33_code' | 'market_segment' | 'website_domains' | 'technologies'
  >;
  /** The company must also have one of these technologies. */
  readonly themeTechnologies?: readonly string[];
  readonly types?: readonly string[];
  readonly subtypes?: readonly string[];
  readonly sources?: readonly string[];
}

/**
 * How much a word in each field counts, 0 to 1. The fields of docs/specification.md#observation-search: summary;
 * evidence; type, subtype, source; company name; industry, market segment and website.
 */
const fieldWeights: readonly (readonly [field: string, weight: number])[] = [
  ['summary', 1],
  ['evidence', 0.8],
  ['labels', 0.6],
  ['company_names', 0.5],
  ['company_facts', 0.3],
];
const themeFields = fieldWeights.filter(([field]) => field === 'summary' || field === 'evidence');

/**
 * The request for the best matching observations. Scores are constants by field, and only the score orders hits, so the
 * engine can stop when it has enough of the best, whatever the number of matches.
 * @param size maximum number of observations to read
 */
export function buildScanRequest(query: ObservationQuery, size: number) {
  return {
    query: buildMatchClause(query),
    size,
    // One more than is read, to know whether there are more.
    track_total_hits: size + 1,
    _source: false,
    stored_fields: '_none_',
    // A hit returns only this. Texts are read from Postgres, and only those that are shown.
    docvalue_fields: ['row'],
  };
}

/** The request for the number of matching observations of one source, counted up to `maxCount`. */
export function buildSourceCountRequest(query: ObservationQuery, source: string, maxCount: number) {
  return {
    query: combineAll([matchValue('source', source), buildMatchClause(query)]),
    size: 0,
    track_total_hits: maxCount,
  };
}

/** The request for the number of matches, up to `maxCount`. Callers must check `timed_out` in the response. */
export function buildMatchCountRequest(query: ObservationQuery, maxCount: number, timeoutMs: number) {
  return {
    query: buildMatchClause(query),
    size: 0,
    track_total_hits: maxCount,
    timeout: `${timeoutMs}ms`,
  };
}

/**
 * The two stages of docs/specification.md#observation-filters: first the pre-filter, then conditions on the company,
 * and relevance.
 */
function buildMatchClause(query: ObservationQuery): Clause {
  const refined = { bool: { filter: buildRefineClauses(query.filters), must: buildRelevanceClauses(query) } };
  return { bool: { filter: buildPrefilterClauses(query.filters), must: [refined] } };
}

function buildPrefilterClauses({ company, types, subtypes, sources }: ObservationFilters): Clause[] {
  const { company_ids } = company;
  return [
    matchValue('hidden', false),
    ...buildFilterClauses({ ...(company_ids && { company_ids }) }, '').values(),
    types && matchAnyValue('type', types),
    subtypes && matchAnyValue('subtype', subtypes),
    sources && matchAnyValue('source', sources),
  ].filter((each) => each !== undefined);
}

function buildRefineClauses({ company, themeTechnologies }: ObservationFilters): Clause[] {
  const { company_ids: _, ...rest } = company;
  return [
    ...buildFilterClauses(rest, '').values(),
    themeTechnologies && matchAnyValue('technologies', themeTechnologies),
  ].filter((each) => each !== undefined);
}

/** Every word has an equal share in the relevance, and so has the theme. */
function buildRelevanceClauses({ tokens, phrases }: ObservationQuery): Clause[] {
  const parts = tokens.length + Number(phrases.length > 0);
  return [
    ...tokens.map((token) =>
      buildBestFieldClause(fieldWeights, [...new Set([token, cutCompounds(token)])], parts),
    ),
    phrases.length > 0 && buildBestFieldClause(themeFields, phrases, parts),
  ].filter((each) => each !== false);
}

/** Scores by the best field that has one of the phrases, word for word. */
function buildBestFieldClause(
  fields: typeof fieldWeights,
  phrases: readonly string[],
  parts: number,
): Clause {
  const queries = fields.map(([field, weight]) => ({
    constant_score: { filter: buildPhraseClause(field, phrases), boost: weight / parts },
  }));
  return { dis_max: { queries } };
}

function buildPhraseClause(field: string, phrases: readonly string[]): Clause {
  const clauses = phrases.map((phrase) => ({ match_phrase: { [field]: phrase } }));
  const [only] = clauses;
  if (clauses.length === 1 && only) return only;
  return { bool: { should: clauses, minimum_should_match: 1 } };
}
