import { analysis } from './analysis.ts';

/**
 * The observation index. It answers which observations match and how well; what is shown of them is read from Postgres,
 * so nothing is stored here but what is asked, ranked or grouped by. Facts of the company have the names they have in
 * the company index, so that both are asked by the same filter clauses.
 */

/** Raise with every change to this file or to what the document builder writes; a reindex makes the new version. */
export const observationsMappingVersion = 2;

/** One observation as the index holds it. Built by `buildObservationDocument`. */
export interface ObservationDocument extends ObservationCompanyFields {
  observation_id: string;
  type: string;
  subtype?: string;
  source: string;
  /** What a hit carries back, in one column: see `hitRow`. Five columns take the engine three times as long. */
  row: string;
  /** As it is, then its compounds cut into words. */
  summary: string[];
  /** Every text and number in the evidence, then their compounds cut into words. */
  evidence: string[];
  /** Type, subtype and source, for the words of a query. */
  labels: string[];
  /** Grows with the observation and with its company: the sum of their versions in Postgres. */
  version: number;
  digest_bucket: number;
  digest_a: number;
  digest_b: number;
}

/** What an observation's document holds of its company. */
export interface ObservationCompanyFields {
  /** The company's own id and every alias. */
  ids: string[];
  hidden: boolean;
  has_website: boolean;
  website_domains: string[];
  market_segments: string[];
  industry_33_codes: string[];
  technologies: string[];
  /** Every name, also former ones, as written and with its compounds cut into words. */
  company_names: string[];
  /** Industry, market segment and website, for the words of a query. */
  company_facts: string[];
}

/** A matching observation as far as it is ranked and grouped by. */
export interface HitRow {
  readonly observationId: string;
  readonly companyId: string;
  readonly source: string;
  readonly confidence: number;
  /** Milliseconds since 1970. */
  readonly observedAt: number;
}

/** The id comes last, because it alone may hold spaces. */
export function hitRow({ observationId, companyId, source, confidence, observedAt }: HitRow): string {
  return `${companyId} ${source} ${confidence} ${observedAt} ${observationId}`;
}

/** By position instead of by splitting: this runs for thousands of rows of every search. */
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

/** Asked by exact value only: no sorting, no aggregation. */
const key = { type: 'keyword', doc_values: false } as const;
/** With positions: a word of a query that the analysis splits must stand together. */
const words = { type: 'text', analyzer: 'japanese_words', norms: false } as const;
/** Summed, never asked for. */
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

/**
 * Settings of an observations index.
 * @param options.shards see docs/observations.md for how many
 */
export function observationsSettings({ shards, replicas }: { shards: number; replicas: number }) {
  return {
    number_of_shards: shards,
    number_of_replicas: replicas,
    // The largest scan_limit (docs/specification.md#limits), and one row more to know whether there are more.
    max_result_window: 10_001,
    analysis,
  };
}
