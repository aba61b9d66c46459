import { z } from 'zod';
import { companySchema } from '../companies/company-fields.ts';
import { coverageWarningsField } from '../company-search/answers.ts';
import { maxCompanyIds } from '../company-search/requests.ts';
import { okField, pageMetaFields, warningsSchema } from '../envelope.ts';
import {
  boundedInteger,
  checkPeriod,
  isoDatetime,
  knownFields,
  moment,
  pageCursor,
  pageLimit,
  queryArray,
  searchText,
} from '../fields.ts';
import { isStorable, notStorable } from '../storable.ts';
import { observationSources } from './vocabulary.ts';

/** `POST /observations/search` and `GET /companies/{companyId}/observations`. */

/** Default and largest value: docs/specification.md#limits. */
export const defaultScanLimit = 5000;
export const maxScanLimit = 10_000;
const maxQueryLength = 1000;

const term = z.string().trim().min(1, 'must not be blank').max(200);
const source = z
  .enum(observationSources, { error: `must be one of ${observationSources.join(', ')}` })
  .describe(
    'Where it comes from: the register of corporations, EDINET reports, gBizINFO, a company website, job postings, construction permits or an exchange.',
  );
const terms = (max = 1000) => z.array(term).max(max, `must have at most ${max} values`).optional();

const observationFilters = knownFields({
  company_ids: terms(maxCompanyIds).describe('Only these companies, each by any id it has ever had.'),
  has_website: z
    .boolean()
    .nullish()
    .describe('true: only companies with a known website; false: only those without.'),
  industries: terms().describe('Only companies of these sectors of the exchange (33): code or label.'),
  market_segments: terms().describe('Only companies of these market segments: key or label.'),
  observation_subtypes: terms().describe('Only observations of these subtypes.'),
  observation_types: terms().describe('Only observations of these types, such as `corporate_profile`.'),
  sources: z
    .array(source)
    .max(observationSources.length)
    .optional()
    .describe('Only observations from these sources.'),
  technologies: terms(100).describe(
    'Only companies that use one of these technologies. `generative_ai`, `genai`, `llm` and `ai_agent` are themes instead: they are searched as phrases in the evidence of `edinet`, also without a query.',
  ),
  website_domains: terms().describe('Only companies with a website of one of these domains.'),
});

export const observationSearchBody = knownFields({
  query: searchText(maxQueryLength)
    .nullish()
    .describe(
      'Words, separated by white space, at most 32; every one must match the summary, type, subtype, source or evidence of the observation, or the name, industry, market segment or website of its company. Needed unless a theme is among the technologies.',
    ),
  filters: observationFilters
    .nullish()
    .describe(
      'Conditions; all of them must hold, and of a list one value must. An empty list is no condition, but for `company_ids`: of no company there is nothing.',
    ),
  limit: boundedInteger({ min: 1, max: 100 }).default(20).describe('Companies answered at most.'),
  observations_per_company: boundedInteger({ min: 1, max: 20 })
    .default(3)
    .describe('Observations shown of a company at most.'),
  scan_limit: boundedInteger({ min: 1, max: maxScanLimit })
    .optional()
    .meta({ default: defaultScanLimit })
    .describe(
      'Matching observations read at most, the best first; API keys read 5,000 whatever is asked beyond. `meta.scan_limit` has the number that was applied.',
    ),
});
export type ObservationSearchBody = z.output<typeof observationSearchBody>;
export type WireObservationFilters = z.output<typeof observationFilters>;

const repeated = 'repeated or comma-separated';
const storableTerm = term.refine(isStorable, notStorable);
export const companyObservationsQuery = knownFields({
  type: queryArray(storableTerm).optional().describe(`Only these types, ${repeated}.`),
  subtype: queryArray(storableTerm).optional().describe(`Only these subtypes, ${repeated}.`),
  source: queryArray(source).optional().describe(`Only from these sources, ${repeated}.`),
  from: moment
    .optional()
    .describe('Only observed since: a day in Asia/Tokyo from its beginning, or a time with its offset.'),
  to: moment
    .optional()
    .describe(
      'Only observed until: a day in Asia/Tokyo to its end, or a time with its offset, which is excluded.',
    ),
  limit: pageLimit,
  cursor: pageCursor,
}).superRefine(checkPeriod);
export type CompanyObservationsQuery = z.output<typeof companyObservationsQuery>;

/** An observation on the wire (docs/specification.md#observation-answers). */
export const observationSchema = z
  .object({
    observation_id: z
      .string()
      .describe('Id of the observation; stays the same however often its source is loaded.'),
    type: z
      .string()
      .describe('What kind of evidence it is.')
      .meta({
        examples: ['corporate_profile', 'registry_change', 'procurement', 'patent', 'financials'],
      }),
    subtype: z.string().nullable().describe('The kind more exactly; null when there is none.'),
    source,
    summary: z.string().describe('What was observed, in one or a few sentences.'),
    evidence: z
      .record(z.string(), z.unknown())
      .describe('The record itself, as its source has it; its keys depend on source and type.'),
    confidence: z.number().min(0).max(1).describe('How sure the observation is, 0 to 1.'),
    observed_at: isoDatetime.describe('When it was observed, or when the facts held.'),
  })
  .meta({ id: 'Observation', description: 'One piece of evidence about a company.' });
export type ObservationView = z.output<typeof observationSchema>;

const matchedObservationSchema = observationSchema
  .extend({
    match_relevance: z
      .number()
      .min(0)
      .max(1)
      .describe('How well it matches, 0 to 1: for each word the best field it stands in, on average.'),
  })
  .meta({ id: 'MatchedObservation', description: 'An observation that a search found.' });
export type MatchedObservation = z.output<typeof matchedObservationSchema>;

const count = z.int().min(0);

const observationSearchResultSchema = z
  .object({
    company: companySchema
      .pick({
        company_id: true,
        display_name: true,
        legal_name: true,
        listing_status: true,
        market_segment: true,
        industry_33_code: true,
        corporate_number: true,
        status: true,
      })
      .describe('The company.'),
    matched_observations: z
      .array(matchedObservationSchema)
      .readonly()
      .describe('The observations that stand for the company, the best first.'),
    score: z
      .object({
        matched_observation_count: count.describe('Matching observations of the company that were read.'),
        max_confidence: z.number().min(0).max(1).describe('The greatest confidence among them.'),
        max_relevance: z.number().min(0).max(1).describe('The greatest relevance among them.'),
      })
      .describe('Of all matching observations of the company that were read, not only those shown.'),
  })
  .meta({ id: 'ObservationSearchResult', description: 'A company with what was found about it.' });
export type ObservationSearchResult = z.output<typeof observationSearchResultSchema>;

const sourceSearchSchema = z
  .object({
    source,
    searched: z.boolean().describe('Whether it was searched: false when the request leaves it out.'),
    scanned: count.describe('Matching observations that were read, grouped and counted in the scores.'),
    matched: count.describe('Matching observations that there are.'),
    matched_kind: z
      .enum(['exact', 'lower_bound'])
      .describe('Whether `matched` is the number itself or a number below it.'),
    truncated: z.boolean().describe('Whether there are matching observations that were not read.'),
  })
  .meta({ id: 'SourceSearch', description: 'What was read of one source.' });
export type SourceSearch = z.output<typeof sourceSearchSchema>;

const technologyAliasesSchema = z
  .object({
    applied: z.boolean().describe('Whether a theme was searched.'),
    aliased: z
      .array(
        z.object({
          input: z.string().describe('The theme, as given.'),
          query: z.string().describe('What it means: phrases joined by OR.'),
        }),
      )
      .readonly()
      .describe('The themes among the technologies.'),
    effective_query: z.string().describe('What was searched for: the words, and the phrases of the themes.'),
    passthrough: z
      .array(z.string())
      .readonly()
      .describe('Technologies that are no theme; they filter the companies.'),
  })
  .meta({ id: 'TechnologyAliases', description: 'How the technologies of the request were understood.' });
export type TechnologyAliases = z.output<typeof technologyAliasesSchema>;

export const observationSearchAnswer = z.object({
  ok: okField,
  object: z.literal('observation_search').describe('What the answer is.'),
  status: z.literal('ready').describe('The search is done.'),
  results: z
    .array(observationSearchResultSchema)
    .describe('One entry for each company, by best relevance, then by how many of its observations match.'),
  warnings: warningsSchema.describe(
    'What keeps the answer from being read as more than it is; read it before concluding from no results. Codes: `zero_results`, `words_not_found`, `filters_exclude_matches`, `filter_value_unknown`, `unsupported_conditions`, `scan_truncated`, `technology_alias_not_applied`, `warnings_truncated`.',
  ),
  meta: z
    .object({
      returned_companies: count.describe('Companies in `results`.'),
      matched_companies: count.describe('Companies that the observations read are about.'),
      matched_observations: count.describe('Matching observations that were read.'),
      scan_limit: z
        .int()
        .min(1)
        .describe('Matching observations that could be read at most, as the server applied it.'),
      scan_limit_requested: z
        .int()
        .min(1)
        .nullable()
        .describe('The `scan_limit` that the request sent; null when it sent none.'),
      technology_aliases: technologyAliasesSchema,
      source_search: z.array(sourceSearchSchema).describe('What was read of each source.'),
      coverage_warnings: coverageWarningsField,
    })
    .describe('What was searched, and how far.'),
});

export const companyObservationsAnswer = z.object({
  ok: okField,
  items: z.array(observationSchema).describe('Observations, the newest first.'),
  meta: z
    .object({
      ...pageMetaFields,
      company_id: companySchema.shape.company_id,
    })
    .describe('The page.'),
});
export type CompanyObservationsAnswer = z.output<typeof companyObservationsAnswer>;
