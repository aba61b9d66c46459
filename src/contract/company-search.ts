import { z } from 'zod';
import { constructionLicenseTypes } from '../../mappings/companies.ts';
import { companyKinds, companyStatuses, listingStatuses } from './company-vocabulary.ts';
import { boundedInteger, knownFields, queryArray, queryBoolean, queryInteger, queryText } from './fields.ts';

/** `POST /search` and `GET /companies` (specification, "Company search"). */

export const maxHeadCount = 10_000_000;
export const maxOffset = 10_000;
export const maxCompanyIds = 10_000;
const maxQueryLength = 1000;

export const orders = ['name', 'jobs', 'ai', 'construction', 'employees'] as const;
export const facetNames = [
  'prefecture',
  'industry_33_code',
  'market_segment',
  'listing_status',
  'size',
] as const;

const text = z.string().max(maxQueryLength, `must have at most ${maxQueryLength} characters`);
const term = z.string().trim().min(1, 'must not be blank').max(200);
const headCount = { min: 0, max: maxHeadCount };

/** In a body an array filter is an array; one value alone is accepted too. */
function bodyArray<Item extends z.ZodType<unknown, string>>(item: Item, max = 1000) {
  return z.union([item.transform((one) => [one]), z.array(item).max(max, `must have at most ${max} values`)]);
}

const bodyFilterFields = {
  listing_status: bodyArray(z.enum(listingStatuses)),
  market_segment: bodyArray(term),
  prefecture: bodyArray(term),
  city: bodyArray(term),
  industry_33_code: bodyArray(term),
  kind: bodyArray(z.enum(companyKinds)),
  status: bodyArray(z.enum(companyStatuses)),
  company_ids: bodyArray(term, maxCompanyIds),
  has_website: z.boolean(),
  website_domains: bodyArray(term),
  technologies: bodyArray(term),
  has_jobs: z.boolean(),
  ai_jobs: z.boolean(),
  construction: z.boolean(),
  construction_license_types: bodyArray(z.enum(constructionLicenseTypes)),
  min_employees: boundedInteger(headCount),
  max_employees: boundedInteger(headCount),
  min_insured_persons: boundedInteger(headCount),
  max_insured_persons: boundedInteger(headCount),
  semantic_tag: term,
};

const queryFilterFields = {
  listing_status: queryArray(z.enum(listingStatuses)),
  market_segment: queryArray(term),
  prefecture: queryArray(term),
  city: queryArray(term),
  industry_33_code: queryArray(term),
  kind: queryArray(z.enum(companyKinds)),
  status: queryArray(z.enum(companyStatuses)),
  company_ids: queryArray(term, { max: maxCompanyIds }),
  has_website: queryBoolean,
  website_domains: queryArray(term),
  technologies: queryArray(term),
  has_jobs: queryBoolean,
  ai_jobs: queryBoolean,
  construction: queryBoolean,
  construction_license_types: queryArray(z.enum(constructionLicenseTypes)),
  min_employees: queryInteger(headCount),
  max_employees: queryInteger(headCount),
  min_insured_persons: queryInteger(headCount),
  max_insured_persons: queryInteger(headCount),
  semantic_tag: queryText.pipe(term),
};

interface Ranges {
  readonly min_employees?: number | undefined;
  readonly max_employees?: number | undefined;
  readonly min_insured_persons?: number | undefined;
  readonly max_insured_persons?: number | undefined;
}

/** The specification's cross-checks: with both bounds given, the upper is not below the lower. */
function checkRanges(filters: Ranges, context: z.RefinementCtx): void {
  const pairs = [
    ['employees', filters.min_employees, filters.max_employees],
    ['insured_persons', filters.min_insured_persons, filters.max_insured_persons],
  ] as const;
  for (const [name, min, max] of pairs) {
    if (min === undefined || max === undefined || max >= min) continue;
    context.addIssue({ code: 'custom', path: [`max_${name}`], message: `must be at least min_${name}` });
  }
}

export const companyFiltersSchema = knownFields(z.object(bodyFilterFields).partial().shape).superRefine(
  checkRanges,
);

export const companySearchBody = knownFields({
  query: text.nullish(),
  filters: companyFiltersSchema.nullish(),
  order: z.enum(orders).nullish(),
  limit: boundedInteger({ min: 1, max: 100 }).default(20),
  offset: boundedInteger({ min: 0, max: maxOffset }).optional(),
  cursor: z.string().min(1).max(4000).nullish(),
  planner_mode: z.enum(['auto', 'llm', 'deterministic']).optional(),
  facets: z.array(z.enum(facetNames)).max(facetNames.length).optional(),
}).superRefine((body, context) => {
  if (!body.cursor || body.offset === undefined) return;
  context.addIssue({ code: 'custom', path: ['offset'], message: 'must not be combined with cursor' });
});

export const companiesQuery = knownFields({
  q: queryText.pipe(text).optional(),
  ...z.object(queryFilterFields).partial().shape,
  order: z.enum(orders).optional(),
  limit: queryInteger({ min: 1, max: 100 }).default(20),
  offset: queryInteger({ min: 0, max: maxOffset }).default(0),
  facets: queryArray(z.enum(facetNames)).optional(),
}).superRefine(checkRanges);

export const suggestQuery = knownFields({
  q: queryText.pipe(text),
  limit: queryInteger({ min: 1, max: 20 }).default(10),
});

/** Filters as they are on the wire, after the schema of either path. */
export type WireFilters = z.output<typeof companyFiltersSchema>;

export const matchedBySchema = z.object({
  stage: z.enum(['identifier', 'company_id', 'exact_name', 'name_prefix', 'name_words']),
  field: z.string(),
  value: z.string(),
  rule: z.string(),
  strength: z.enum(['exact', 'strong', 'weak']),
  valid_from: z.string().nullish(),
  valid_to: z.string().nullish(),
});
export type MatchedBy = z.output<typeof matchedBySchema>;

export const companyResultSchema = z.object({
  company: z.object({
    company_id: z.string(),
    display_name: z.string(),
    legal_name: z.string(),
    listing_status: z.enum(listingStatuses),
    market_segment: z.string().nullable(),
    corporate_number: z.string().nullable(),
    securities_code: z.string().nullable(),
    industry_33_code: z.string().nullable(),
    kind: z.string().nullable(),
    status: z.string(),
    superseded_by: z.string().nullable(),
    prefecture: z.string().nullable(),
    city: z.string().nullable(),
  }),
  profile: z.object({
    website_domain: z.string().nullable(),
    website_url: z.string().nullable(),
    latest_observed_at: z.string().nullable(),
    observation_counts: z.object({ total: z.number(), by_type: z.record(z.string(), z.number()) }),
    technologies: z.array(
      z.object({ key: z.string(), source: z.string(), observed_at: z.string().nullable() }),
    ),
    employees: z.number().nullable(),
    insured_persons: z.number().nullable(),
  }),
  query_match: z.object({
    identifier_matched: z.boolean(),
    relevance: z.number(),
    rule: z.string().nullable(),
    matched_by: z.array(matchedBySchema),
  }),
  source_context: z
    .object({
      jobs: z
        .object({ open_count: z.number(), ai_count: z.number(), latest_opened_at: z.string().nullable() })
        .nullable(),
      construction: z
        .object({
          valid_count: z.number(),
          license_types: z.array(z.string()),
          latest_valid_until: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable(),
});
export type CompanyResult = z.output<typeof companyResultSchema>;
