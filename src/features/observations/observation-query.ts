import { allOf, anyOf, type Clause, equals } from '../../search/clauses.ts';
import { cutCompounds } from '../../text/compound-words.ts';
import type { CompanyFilters } from '../company-search/company-filters.ts';
import { filterClauses } from '../company-search/filter-clauses.ts';

/** One search for observations, as it was understood. */
export interface ObservationQuery {
  /** Each must match at least one field. */
  readonly tokens: readonly string[];
  /** Phrases of which one must stand in summary or evidence; empty without a theme. */
  readonly phrases: readonly string[];
  readonly filters: ObservationFilters;
}

export interface ObservationFilters {
  /** Conditions on the company, as company search has them; `technologies` any of these. */
  readonly company: Pick<
    CompanyFilters,
    'companyIds' | 'hasWebsite' | 'industry33Codes' | 'marketSegments' | 'websiteDomains' | 'technologies'
  >;
  /** Technologies of which the company must have one beside those of `company`. */
  readonly themeTechnologies?: readonly string[];
  readonly types?: readonly string[];
  readonly subtypes?: readonly string[];
  readonly sources?: readonly string[];
}

/**
 * How much it says that a word stands in a field, 0 to 1. The fields of docs/specification.md#observation-search:
 * summary; evidence; type, subtype, source; company name; industry, market segment and website.
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
 * The request for the best matching observations. Scores are constants by field, and nothing but the score orders hits:
 * so the engine can stop as soon as it has enough of the best, whatever the number of matches.
 * @param size how many to read at most
 */
export function buildScanRequest(query: ObservationQuery, size: number) {
  return {
    query: matchingObservations(query),
    size,
    // One more than is read tells whether there are more.
    track_total_hits: size + 1,
    _source: false,
    stored_fields: '_none_',
    // All that a hit carries back; the text is read from Postgres, and only of what is shown.
    docvalue_fields: ['row'],
  };
}

/** The request for how many observations of one source match, counted no further than `most`. */
export function buildSourceCountRequest(query: ObservationQuery, source: string, maxCount: number) {
  return {
    query: allOf([equals('source', source), matchingObservations(query)]),
    size: 0,
    track_total_hits: maxCount,
  };
}

/** The request for how many observations match, counted no further than `most`. `timed_out` of its answer must be read. */
export function buildMatchCountRequest(query: ObservationQuery, maxCount: number, timeoutMs: number) {
  return {
    query: matchingObservations(query),
    size: 0,
    track_total_hits: maxCount,
    timeout: `${timeoutMs}ms`,
  };
}

/**
 * The two stages of docs/specification.md#observation-filters: first the pre-filter, then conditions on the company and
 * relevance.
 */
function matchingObservations(query: ObservationQuery): Clause {
  const relevance = relevanceClauses(query);
  const refined = { bool: { filter: refineClauses(query.filters), must: relevance } };
  return { bool: { filter: prefilterClauses(query.filters), must: [refined] } };
}

function prefilterClauses({ company, types, subtypes, sources }: ObservationFilters): Clause[] {
  const { companyIds } = company;
  return [
    equals('hidden', false),
    ...filterClauses(companyIds ? { companyIds } : {}, '').values(),
    ...(types ? [anyOf('type', types)] : []),
    ...(subtypes ? [anyOf('subtype', subtypes)] : []),
    ...(sources ? [anyOf('source', sources)] : []),
  ];
}

function refineClauses({ company, themeTechnologies }: ObservationFilters): Clause[] {
  const { companyIds: _, ...rest } = company;
  return [
    ...filterClauses(rest, '').values(),
    ...(themeTechnologies ? [anyOf('technologies', themeTechnologies)] : []),
  ];
}

/** Every word, and the theme when there is one, has an equal share in the relevance. */
function relevanceClauses({ tokens, phrases }: ObservationQuery): Clause[] {
  const parts = tokens.length + (phrases.length > 0 ? 1 : 0);
  return [
    ...tokens.map((token) => bestOf(fieldWeights, [...new Set([token, cutCompounds(token)])], parts)),
    ...(phrases.length > 0 ? [bestOf(themeFields, phrases, parts)] : []),
  ];
}

/** The best field in which one of the phrases stands, word for word. */
function bestOf(fields: typeof fieldWeights, phrases: readonly string[], parts: number): Clause {
  const queries = fields.map(([field, weight]) => ({
    constant_score: { filter: phraseIn(field, phrases), boost: weight / parts },
  }));
  return { dis_max: { queries } };
}

function phraseIn(field: string, phrases: readonly string[]): Clause {
  const clauses = phrases.map((phrase) => ({ match_phrase: { [field]: phrase } }));
  const [only] = clauses;
  return clauses.length === 1 && only ? only : { bool: { should: clauses, minimum_should_match: 1 } };
}
