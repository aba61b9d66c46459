import { buildIndexSettings, type IndexSize } from './index-settings.ts';

/**
 * The observation index. It says which observations match and how well. The observations themselves are read from
 * Postgres, so the index has only the fields for queries, ranking and grouping. Fields of the company have the same names
 * as in the company index, so that the same filter clauses work for both.
 */

/** Raise this with every change to this file or to the documents; a reindex then builds the new version. */
export const observationsMappingVersion = 2;

/** One observation in the index. Built by `buildObservationDocument`. */
export interface ObservationDocument extends ObservationCompanyFields {
  observation_id: string;
  type: string;
  subtype?: string;
  source: string;
  /** What a hit returns, in one column: see `writeHitRow`. Five columns would take the engine three times as long. */
  row: string;
  /** The text, then its compounds split into words. */
  summary: string[];
  /** Every text and number in the evidence, then their compounds split into words. */
  evidence: string[];
  /** Type, subtype and source, for the words of a query. */
  labels: string[];
  /** Grows with the observation and with its company: the sum of their versions in Postgres. */
  version: number;
  digest_bucket: number;
  digest_a: number;
  digest_b: number;
}

/** The fields of the company in an observation's document. */
export interface ObservationCompanyFields {
  /** The company's own id and every alias. */
  ids: string[];
  hidden: boolean;
  has_website: boolean;
  website_domains: string[];
  market_segments: string[];
  industry_33_codes: string[];
  technologies: string[];
  /** Every name, including former ones, as written and with its compounds split into words. */
  company_names: string[];
  /** Industry, market segment and website, for the words of a query. */
  company_facts: string[];
}

/** The values of a matching observation for ranking and grouping. */
export interface HitRow {
  readonly observationId: string;
  readonly companyId: string;
  readonly source: string;
  readonly confidence: number;
  /** Milliseconds since 1970. */
  readonly observedAt: number;
}

/** The id comes last, because only it may contain spaces. */
export function writeHitRow({ observationId, companyId, source, confidence, observedAt }: HitRow): string {
  return `${companyId} ${source} ${confidence} ${observedAt} ${observationId}`;
}

/** Reads by position instead of splitting, because this runs for thousands of rows of every search. */
export function readHitRow(row: string): HitRow {
  const source = row.indexOf(' ') + 1;
  const confidence = row.indexOf(' ', source) + 1;
  const observedAt = row.indexOf(' ', confidence) + 1;
  const id = row.indexOf(' ', observedAt) + 1;
  return {
    companyId: row.slice(0, source - 1),
    source: row.slice(source, confidence - 1),
    confidence: Number(row.slice(confidence, observedAt - 1)),
    observedAt: Number(row.slice(observedAt, id - 1)),
    observationId: row.slice(id),
  };
}

/** Queried only by exact value: no sorting, no aggregation. */
const key = { type: 'keyword', doc_values: false } as const;
/** With positions, because the parts of a query word that the analysis splits must be adjacent. */
const words = { type: 'text', analyzer: 'japanese_words', norms: false } as const;
/** For sums, never queried. */
const integer = { type: 'integer', index: false } as const;

export const observationsMapping = {
  dynamic: 'strict',
  _source: { enabled: false },
  _meta: { mapping_version: observationsMappingVersion },
  properties: {
    observation_id: { type: 'keyword' },
    row: { type: 'keyword', index: false },
    ids: key,
    type: key,
    subtype: key,
    source: key,
    summary: words,
    evidence: words,
    labels: words,
    company_names: words,
    company_facts: words,
    hidden: { type: 'boolean', doc_values: false },
    has_website: { type: 'boolean', doc_values: false },
    website_domains: key,
    market_segments: key,
    industry_33_codes: key,
    technologies: key,
    version: { type: 'long', index: false, doc_values: false },
    digest_bucket: { type: 'integer' },
    digest_a: integer,
    digest_b: integer,
  },
} as const;

/** @param size docs/observations.md says how many shards */
export function buildObservationsSettings(size: IndexSize) {
  return {
    ...buildIndexSettings(size),
    // The largest scan_limit (docs/specification.md#limits), plus one row to know whether there are more.
    max_result_window: 10_001,
  };
}
