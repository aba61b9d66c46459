import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { dataAsOfField } from '../as-of.ts';
import { companySchema } from '../companies/company-fields.ts';
import { countKinds, coverageWarningsField } from '../company-search/answers.ts';
import { pageMetaFields, warningsSchema } from '../envelope.ts';
import {
  checkPeriod,
  defineBoundedInteger,
  defineKnownFields,
  defineQueryArray,
  defineSearchText,
  moment,
  pageCursor,
  pageLimit,
} from '../fields.ts';
import {
  defaultScanLimit,
  formatLimit,
  maxCompanyIds,
  maxPageItems,
  maxQueryLength,
  maxScanLimit,
  maxScanLimitOfKeys,
} from '../limits.ts';
import { isStorable, notStorable } from '../storable.ts';
import { observationSources } from './vocabulary.ts';

/** `POST /observations/search` and `GET /companies/{companyId}/observations`. */

const term = z.string().trim().min(1).max(200);
const source = z
  .enum(observationSources)
  .describe(
    'Source: the register of corporations, EDINET reports, gBizINFO, a company website, job postings, construction permits or an exchange.',
  );
const defineTerms = (max = 1000) => z.array(term).max(max).optional();

const observationFilters = defineKnownFields({
  company_ids: defineTerms(maxCompanyIds).describe('Only these companies, by current or former company_id.'),
  has_website: z
    .boolean()
    .nullish()
    .describe('true: only companies with a known website; false: only those without.'),
  industries: defineTerms().describe(
    "Only companies in these of the exchange's 33 sectors, by code or label.",
  ),
  market_segments: defineTerms().describe('Only companies in these market segments, by key or label.'),
  observation_subtypes: defineTerms().describe('Only observations of these subtypes.'),
  observation_types: defineTerms().describe('Only observations of these types, such as `corporate_profile`.'),
  sources: z
    .array(source)
    .max(observationSources.length)
    .optional()
    .describe('Only observations from these sources.'),
  technologies: defineTerms(100).describe(
    'Only companies that use one of these technologies. `generative_ai`, `genai`, `llm` and `ai_agent` are themes instead: they are searched as phrases in `edinet` evidence, even without a query.',
  ),
  website_domains: defineTerms().describe('Only companies whose website has one of these domains.'),
});

export const observationSearchBody = defineKnownFields({
  query: defineSearchText(maxQueryLength)
    .nullish()
    .describe(
      "Words, separated by white space, at most 32. Every word must match the observation's summary, type, subtype, source or evidence, or its company's name, industry, market segment or website. Required unless the technologies include a theme.",
    ),
  filters: observationFilters
    .nullish()
    .describe(
      'Conditions. All of them must hold; in a list, one value must match. An empty list is ignored, except that an empty `company_ids` matches nothing.',
    ),
  limit: defineBoundedInteger({ min: 1, max: maxPageItems })
    .default(20)
    .describe(`Maximum number of companies in the answer, 1 to ${maxPageItems}.`),
  observations_per_company: defineBoundedInteger({ min: 1, max: 20 })
    .default(3)
    .describe('Maximum number of observations shown per company, 1 to 20.'),
  scan_limit: defineBoundedInteger({ min: 1, max: maxScanLimit })
    .optional()
    .meta({ default: defaultScanLimit })
    .describe(
      `Maximum number of matching observations to read, best first. Requests with an API key read at most ${formatLimit(maxScanLimitOfKeys)}, even if more are requested; \`meta.scan_limit\` has the applied number.`,
    ),
});
export type ObservationSearchBody = z.output<typeof observationSearchBody>;
export type WireObservationFilters = z.output<typeof observationFilters>;

const repeated = 'repeated or comma-separated';
const storableTerm = term.refine(isStorable, notStorable);
export const companyObservationsQuery = defineKnownFields({
  type: defineQueryArray(storableTerm).optional().describe(`Only these types, ${repeated}.`),
  subtype: defineQueryArray(storableTerm).optional().describe(`Only these subtypes, ${repeated}.`),
  source: defineQueryArray(source).optional().describe(`Only from these sources, ${repeated}.`),
  from: moment
    .optional()
    .describe(
      'Only observations from this time on: a day in Asia/Tokyo, from its start, or a time with its offset.',
    ),
  to: moment
    .optional()
    .describe(
      'Only observations up to this time: a day in Asia/Tokyo, to its end, or a time with its offset, exclusive.',
    ),
  limit: pageLimit,
  cursor: pageCursor,
}).superRefine(checkPeriod);
export type CompanyObservationsQuery = z.output<typeof companyObservationsQuery>;

/** An observation, as the API shows it (docs/specification.md#observation-answers). */
export const observationSchema = defineComponent('Observation', 'One piece of evidence about a company.', {
  observation_id: field.text('Id of the observation; stays the same when its source is loaded again.'),
  type: field.text('Kind of evidence.').meta({
    examples: ['corporate_profile', 'registry_change', 'procurement', 'patent', 'financials'],
  }),
  subtype: field.textOrNull('More exact kind of evidence; null if there is none.'),
  source,
  summary: field.text('What was observed, in one or a few sentences.'),
  evidence: z
    .record(z.string(), z.unknown())
    .describe('The original record from the source; its keys depend on source and type.'),
  confidence: field.ratio('How certain the observation is, 0 to 1.'),
  observed_at: field.time('When it was observed, or when the facts were true.'),
});
export type ObservationView = z.output<typeof observationSchema>;

const matchedObservationSchema = observationSchema
  .extend({
    match_relevance: field.ratio(
      'How well it matches, 0 to 1: the average over all words of the best matching field.',
    ),
  })
  .meta({ id: 'MatchedObservation', description: 'An observation found by a search.' });
export type MatchedObservation = z.output<typeof matchedObservationSchema>;

const observationSearchResultSchema = defineComponent(
  'ObservationSearchResult',
  'A company with its matching observations.',
  {
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
      .describe("The company's best matching observations, best first."),
    score: groupFields(
      "Totals of all the company's matching observations that were read, not only those shown.",
      {
        matched_observation_count: field.count(
          'Number of matching observations of the company that were read.',
        ),
        max_confidence: field.ratio('The highest confidence among them.'),
        max_relevance: field.ratio('The highest relevance among them.'),
      },
    ),
  },
);
export type ObservationSearchResult = z.output<typeof observationSearchResultSchema>;

const sourceSearchSchema = defineComponent('SourceSearch', 'What was read from one source.', {
  source,
  searched: field.flag('Whether it was searched; false if the request excludes it.'),
  scanned: field.count('Number of matching observations that were read, grouped and scored.'),
  matched: field.count('Number of matching observations.'),
  matched_kind: field.oneOf(countKinds, '`exact`: `matched` is confirmed. `lower_bound`: there may be more.'),
  truncated: field.flag('Whether some matching observations were not read.'),
});
export type SourceSearch = z.output<typeof sourceSearchSchema>;

const technologyAliasesSchema = defineComponent(
  'TechnologyAliases',
  'How the requested technologies were understood.',
  {
    applied: field.flag('Whether any theme was searched.'),
    aliased: z
      .array(
        z.object({
          input: field.text('The theme, as given.'),
          query: field.text('The phrases of the theme, joined by OR.'),
        }),
      )
      .readonly()
      .describe('The themes among the technologies.'),
    effective_query: field.text('The text that was searched for: the words and the phrases of the themes.'),
    passthrough: z
      .array(z.string())
      .readonly()
      .describe('Technologies that are not themes; they filter the companies.'),
  },
);
export type TechnologyAliases = z.output<typeof technologyAliasesSchema>;

export const observationSearchAnswer = defineAnswer({
  object: z.literal('observation_search').describe('Kind of answer.'),
  status: z.literal('ready').describe('`ready` on every success.'),
  results: field.listOf(
    observationSearchResultSchema,
    'One entry per company, by best relevance, then by number of matching observations.',
  ),
  warnings: warningsSchema.describe(
    'Limits of this answer; read them before you draw conclusions, for example from an empty result. Codes: `zero_results`, `words_not_found`, `filters_exclude_matches`, `filter_value_unknown`, `unsupported_conditions`, `scan_truncated`, `technology_alias_not_applied`, `warnings_truncated`.',
  ),
  meta: groupFields('What was searched, and how completely.', {
    returned_companies: field.count('Number of companies in `results`.'),
    matched_companies: field.count('Number of companies with matching observations that were read.'),
    matched_observations: field.count('Number of matching observations that were read.'),
    scan_limit: z.int().min(1).describe('The applied maximum number of matching observations to read.'),
    scan_limit_requested: z
      .int()
      .min(1)
      .nullable()
      .describe('The `scan_limit` in the request; null if it had none.'),
    technology_aliases: technologyAliasesSchema,
    source_search: field.listOf(sourceSearchSchema, 'What was read from each source.'),
    coverage_warnings: coverageWarningsField,
    data_as_of: dataAsOfField,
  }),
});

export const companyObservationsAnswer = defineAnswer({
  items: field.listOf(observationSchema, 'Observations, newest first.'),
  meta: groupFields('The page.', {
    ...pageMetaFields,
    company_id: companySchema.shape.company_id,
    data_as_of: dataAsOfField,
  }),
});
export type CompanyObservationsAnswer = z.output<typeof companyObservationsAnswer>;
