import type { CompanyResult } from '../src/contract/companies/company-result.ts';
import {
  constructionLicenseTypes,
  financialMetrics,
  firstFiscalYear,
  lastFiscalYear,
} from '../src/contract/companies/company-vocabulary.ts';
import { buildIndexSettings, type IndexSize } from './index-settings.ts';

/**
 * The company index. Fields for queries are indexed but not stored. Fields for display are stored in `card` but not
 * indexed, so that a page costs one small read per hit.
 */

/** Raise this with every change to this file or to the documents; a reindex then builds the new version. */
export const companiesMappingVersion = 12;

/**
 * The mapping version from which on companies have the same order in every list. Raise it to the current version with a change of what
 * lists are sorted by: cursors from before are then refused. Otherwise, callers go on with them during an upgrade.
 */
export const companiesOrderVersion = 10;

/** A company with this prominence is one that people call by less than its name. Every listed company has it. */
export const prominentFrom = 4;

/** Undefined if there are none: the engine takes time for each field, also for an empty one, and JSON leaves these out. */
export type Filled<Values> = Values | undefined;

/** Name keys by the class that the matching stages query, in their order (docs/decisions/0003-matching-stages.md). */
export interface NameKeyFields {
  legal_exact: Filled<string[]>;
  legal_core: Filled<string[]>;
  trade: Filled<string[]>;
  former: Filled<string[]>;
  english: Filled<string[]>;
  kana: Filled<string[]>;
  loose: Filled<string[]>;
  alike: Filled<string[]>;
  alias: Filled<string[]>;
  /** What people may call a company that is well known or files with EDINET (`src/text/names/called-names.ts`). */
  called: Filled<string[]>;
}

/** Where the head office is. A field is left out when that part of the address is unknown. */
export interface PlaceFields {
  /** The city in the forms that people shorten it to. */
  city_keys?: string[];
  /** The postal code and its first three digits. */
  postal_keys?: string[];
  /** The street before its first number: its beginnings, and the whole with a slash. */
  town_keys?: string[];
  /** The town and its numbers: 丸の内2-7-3. */
  street?: string;
}

export interface DateRange {
  gte?: string;
  lte?: string;
  lt?: string;
}

/** One company in the index. Built by `buildCompanyDocument`, queried by the company-search query builder. */
export interface CompanyDocument {
  company_id: string;
  /** The company's own id and every alias. */
  ids: string[];
  /** `<identifier_type>:<value>`, for example `corporate_number:1180301018771`; only those valid today. */
  identifiers: Filled<string[]>;
  name_keys: NameKeyFields;
  /** Loose keys of the names and the forms at their front, for prefix search and completion; the analyzer makes the prefixes. */
  name_prefix: Filled<string[]>;
  /** Romaji keys of the readings, for completion; the analyzer makes the prefixes. */
  romaji_prefix: Filled<string[]>;
  /**
   * Names as written and with their compounds split, for the `name_words` stage. They are separate by kind, so that words
   * of two names never combine into a hit.
   */
  name_words: Record<'legal' | 'trade' | 'former' | 'english', Filled<string[]>>;
  /** Loose keys with one character left out, to find a name despite one wrong character. */
  name_slips: Filled<string[]>;
  /** Loose keys with look-alike glyphs folded, of all names but readings. */
  name_glyphs: Filled<string[]>;
  /** Romaji keys of whole names without legal form: of readings, English names, and names in kana or Latin letters. */
  name_readings: Filled<string[]>;
  /** Runs of three characters of the loose keys of all names but readings, with their ends marked. */
  name_grams: Filled<string[]>;
  /** How well known the company is, from 0 to 14 (`scoreProminence`). */
  prominence: number;
  /** The sort key of the order `name`: the reading, else the name. */
  sort_name: string;
  /** Left out for a hidden company, so that no search by status finds it. */
  status?: string;
  hidden: boolean;
  kind?: string;
  listing_status: string;
  market_segments: Filled<string[]>;
  industry_33_codes: Filled<string[]>;
  prefecture_code?: string;
  /** Of an active company: its kind, its prefecture, and both (`buildActiveKey`), so that the usual filters are one term. */
  active_keys: Filled<string[]>;
  city?: string;
  /** Keys of the head office (`src/text/places/addresses.ts`), to decide between companies with one name. */
  place: PlaceFields;
  has_website: boolean;
  website_domains: Filled<string[]>;
  technologies: Filled<string[]>;
  employees?: number;
  /** Employees, or -1 if unknown: the order `employees` puts these last, and its cursor stays a number. */
  sort_employees: number;
  insured_persons?: number;
  /** When each opening is current; queried with today's date in Tokyo. */
  job_openings: Filled<DateRange[]>;
  ai_job_openings: Filled<DateRange[]>;
  open_job_count: number;
  open_ai_job_count: number;
  permits: Filled<DateRange[]>;
  /** By licence type, when a permit of that type is valid. */
  permits_by_type: Filled<Record<string, DateRange[]>>;
  valid_permit_count: number;
  /** Latest value of each metric, in yen (equity_ratio: ratio). */
  financials_latest: Filled<Record<string, number>>;
  /** `<metric>_<fiscal year>`, in the same units, for the years from `firstFiscalYear` to `lastFiscalYear`. */
  financials_by_year: Filled<Record<string, number>>;
  /** The company's version in Postgres, and pieces of its digest: see `indexers/documents/digest.ts`. */
  version: number;
  digest_bucket: number;
  digest_a: number;
  digest_b: number;
  card: CompanyCard;
}

/** What a result entry needs, stored and never indexed. */
export interface CompanyCard {
  /** As answers show it, but without its successor: see `reread`. */
  company: CompanyResult['company'];
  profile: CompanyResult['profile'];
  /** The version of the company in Postgres that this was made from. */
  version: number;
  /** Set if the card cannot tell all of it: the id of a successor, or a listing that begins or ends in the future. */
  reread?: true;
  /** The index that it comes from; set when it is read. */
  index?: string;
  /** When it got its corporate number, and when it ended: `YYYY-MM-DD`. */
  assigned_on: string | null;
  closed_on: string | null;
  superseded_by_number: string | null;
  securities_codes: string[];
  /** Names that explain a match to a person, and when they were valid. */
  names: {
    kind: string;
    name: string;
    valid_from: string | null;
    valid_to: string | null;
    /** The days on which EDINET states it; no last one while it is the legal name. */
    filed_from?: string;
    filed_to?: string;
    /** Only EDINET states it, so that its period has only limits. */
    filed_only?: true;
    /** Only for an alias by which no other company is known. */
    exclusive?: true;
  }[];
  /** How well known the company is, from 0 to 14. */
  prominence: number;
  /** Whether the index has what people call it. Undefined in cards of before mapping version 12, too. */
  called?: true;
  jobs: { opened_at: string; closed_at: string | null; ai_related: boolean }[];
  permits: { license_types: string[]; valid_from: string; valid_until: string }[];
}

/** Active companies of a kind, in a prefecture, or both. @param kind empty for any kind @param prefecture empty for any */
export function buildActiveKey(kind: string, prefecture: string): string {
  return `${kind}/${prefecture}`;
}

/**
 * The field of a metric and year in `financials_by_year`. Each is a field, because there are no nested documents here
 * (docs/traps.md#expensive-queries).
 */
export function toMetricField(metric: string, fiscalYear: number): string {
  return `${metric}_${fiscalYear}`;
}

const metricsByYear = Array.from(
  { length: lastFiscalYear - firstFiscalYear + 1 },
  (_, at) => firstFiscalYear + at,
).flatMap((year) => financialMetrics.map((metric) => toMetricField(metric, year)));

const keyword = { type: 'keyword' } as const;
/** Queried only by exact value: no sorting, no aggregation. */
const key = { type: 'keyword', doc_values: false } as const;
const prefixes = {
  type: 'text',
  analyzer: 'key_prefixes',
  search_analyzer: 'whole_key',
  index_options: 'docs',
  norms: false,
} as const;
const words = { type: 'text', analyzer: 'japanese_words', index_options: 'docs', norms: false } as const;
const days = { type: 'date_range', format: 'strict_date' } as const;
const integer = { type: 'integer' } as const;
/** For sums and sorting, never queried. */
const column = { type: 'integer', index: false } as const;

const mapNames = <Name extends string, Field>(names: readonly Name[], field: Field) =>
  Object.fromEntries(names.map((name) => [name, field]));

export const companiesMapping = {
  dynamic: 'strict',
  // Ids and identifiers are kept to match a hit with one of many looked-up values.
  _source: { includes: ['card', 'ids', 'identifiers'] },
  _meta: { mapping_version: companiesMappingVersion },
  properties: {
    company_id: keyword,
    ids: key,
    identifiers: key,
    name_keys: {
      properties: {
        legal_exact: key,
        legal_core: key,
        trade: key,
        former: key,
        english: key,
        kana: key,
        // Also counted, to recognise names that very many companies have.
        loose: keyword,
        alike: key,
        alias: key,
        called: key,
      },
    },
    name_prefix: prefixes,
    romaji_prefix: prefixes,
    name_words: { properties: { legal: words, trade: words, former: words, english: words } },
    name_slips: key,
    name_glyphs: key,
    name_readings: key,
    name_grams: key,
    prominence: column,
    sort_name: { type: 'keyword', index: false },
    status: keyword,
    hidden: { type: 'boolean' },
    kind: keyword,
    listing_status: keyword,
    market_segments: keyword,
    industry_33_codes: keyword,
    prefecture_code: keyword,
    active_keys: key,
    city: keyword,
    place: { properties: { city_keys: key, postal_keys: key, town_keys: key, street: key } },
    has_website: { type: 'boolean' },
    website_domains: key,
    technologies: keyword,
    employees: integer,
    sort_employees: column,
    insured_persons: integer,
    job_openings: days,
    ai_job_openings: days,
    open_job_count: column,
    open_ai_job_count: column,
    permits: days,
    permits_by_type: { properties: mapNames(constructionLicenseTypes, days) },
    valid_permit_count: column,
    financials_latest: { properties: mapNames(financialMetrics, { type: 'double' }) },
    financials_by_year: { properties: mapNames(metricsByYear, { type: 'double' }) },
    version: { type: 'long', index: false },
    digest_bucket: integer,
    digest_a: column,
    digest_b: column,
    card: { type: 'object', enabled: false },
  },
} as const;

/** @param size one shard is right for a single machine: 5.7 million documents are about 5 GB */
export function buildCompaniesSettings(size: IndexSize) {
  return {
    ...buildIndexSettings(size),
    // Offset 10,000 and limit 100 must both be allowed, plus one row (docs/traps.md#result-windows).
    max_result_window: 10_101,
    // Browsing by name then reads the first entries instead of sorting all (docs/traps.md#sorting-speed).
    'sort.field': ['sort_name', 'company_id'],
    'sort.order': ['asc', 'asc'],
  };
}
