import { z } from 'zod';
import { maxCompanyIds } from './company-search.ts';
import { boundedInteger, knownFields, moment, queryArray, queryInteger, queryText } from './fields.ts';
import { observationSources } from './observation-vocabulary.ts';

/** `POST /observations/search` and `GET /companies/{companyId}/observations`. */

/** The specification's default and largest value. */
export const defaultScanLimit = 5000;
export const maxScanLimit = 10_000;
const maxQueryLength = 1000;

const term = z.string().trim().min(1, 'must not be blank').max(200);
const source = z.enum(observationSources, { error: `must be one of ${observationSources.join(', ')}` });
const terms = (max = 1000) => z.array(term).max(max, `must have at most ${max} values`).optional();

const observationFilters = knownFields({
  company_ids: terms(maxCompanyIds),
  has_website: z.boolean().nullish(),
  industries: terms(),
  market_segments: terms(),
  observation_subtypes: terms(),
  observation_types: terms(),
  sources: z.array(source).max(observationSources.length).optional(),
  technologies: terms(100),
  website_domains: terms(),
});

export const observationSearchBody = knownFields({
  query: z.string().max(maxQueryLength, `must have at most ${maxQueryLength} characters`).nullish(),
  filters: observationFilters.nullish(),
  limit: boundedInteger({ min: 1, max: 100 }).default(20),
  observations_per_company: boundedInteger({ min: 1, max: 20 }).default(3),
  scan_limit: boundedInteger({ min: 1, max: maxScanLimit }).default(defaultScanLimit),
});
export type ObservationSearchBody = z.output<typeof observationSearchBody>;
export type WireObservationFilters = z.output<typeof observationFilters>;

/** A date means the whole day in Asia/Tokyo; a time bounds exactly, `to` excluded. */
export const companyObservationsQuery = knownFields({
  type: queryArray(term).optional(),
  subtype: queryArray(term).optional(),
  source: queryArray(source).optional(),
  from: moment.optional(),
  to: moment.optional(),
  limit: queryInteger({ min: 1, max: 100 }).default(20),
  cursor: queryText.optional(),
});
export type CompanyObservationsQuery = z.output<typeof companyObservationsQuery>;

/** An observation on the wire (specification, "Observation"). */
export interface ObservationView {
  readonly observation_id: string;
  readonly type: string;
  readonly subtype: string | null;
  readonly source: string;
  readonly summary: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly confidence: number;
  readonly observed_at: string;
}

/** How well it matches, 0 to 1. */
export interface MatchedObservation extends ObservationView {
  readonly match_relevance: number;
}

export interface ObservationSearchResult {
  readonly company: {
    readonly company_id: string;
    readonly display_name: string;
    readonly legal_name: string;
    readonly listing_status: string;
    readonly market_segment: string | null;
    readonly industry_33_code: string | null;
    readonly corporate_number: string | null;
    readonly status: string;
  };
  readonly matched_observations: readonly MatchedObservation[];
  readonly score: {
    readonly matched_observation_count: number;
    readonly max_confidence: number;
    readonly max_relevance: number;
  };
}

/** What was read of one source. */
export interface SourceSearch {
  readonly source: string;
  /** False when the request leaves the source out. */
  readonly searched: boolean;
  /** Matching observations that were read, grouped and counted in the scores. */
  readonly scanned: number;
  /** Matching observations that there are. */
  readonly matched: number;
  readonly matched_kind: 'exact' | 'lower_bound';
  /** There are matching observations that were not read. */
  readonly truncated: boolean;
}

export interface TechnologyAliases {
  readonly applied: boolean;
  readonly aliased: readonly { readonly input: string; readonly query: string }[];
  readonly effective_query: string;
  readonly passthrough: readonly string[];
}
