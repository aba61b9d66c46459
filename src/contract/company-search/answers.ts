import { z } from 'zod';
import { companyId } from '../companies/company-fields.ts';
import { companyResultSchema } from '../companies/company-result.ts';
import { okField, warningsSchema } from '../envelope.ts';

/** What company search and the searches that narrow it answer (docs/specification.md#result-entries). */

export const readyField = z.literal('ready').describe('`ready` on every success.');
export const objectField = <Name extends string>(name: Name) =>
  z.literal(name).describe('What this answer is.');
export const warningsField = warningsSchema.describe(
  'What keeps the answer from being read as more than it is; read it before concluding from no results. Codes: `zero_results`, `did_you_mean`, `ended_companies_match`, `filters_exclude_matches`, `filter_value_unknown`, `filter_values_unknown` (many at once), `warnings_truncated`, `matched_former_name`, `broad_query_restricted`, `unsupported_conditions`, `conditions_too_broad`, `identifier_check_digit_invalid`, `identifier_malformed`, `identifier_not_identifying`, `planner_mode_deprecated`.',
);

export const signals = [
  'jobs',
  'construction',
  'web',
  'employees',
  'insured_persons',
  'financials',
  'technologies',
  'semantic_tags',
] as const;

export const coverageWarningSchema = z
  .object({
    code: z.string().meta({
      description: 'The signal and its state, stable, for programs.',
      examples: ['employees_weak'],
    }),
    signal: z
      .enum([...signals, 'observations', 'unsupported_conditions'])
      .describe('The kind of values that the conditions or the order rest on.'),
    state: z
      .enum(['weak', 'pending', 'no_data', 'unsupported'])
      .describe(
        '`weak`: fewer than half of the companies have a value. `pending`: values are being rebuilt. `no_data`: no company has one. `unsupported`: the condition is not applied.',
      ),
    message: z.string().describe('What that means for this answer.'),
  })
  .meta({ id: 'CoverageWarning', description: 'How far the data reaches that a condition rests on.' });
export type CoverageWarning = z.output<typeof coverageWarningSchema>;

export const coverageWarningsField = z
  .array(coverageWarningSchema)
  .describe('How far the data reaches that the conditions and the order rest on.');

export const totalsFields = {
  matched_companies: z
    .int()
    .min(0)
    .nullable()
    .describe(
      'Companies that match; a total only while `total_kind` is `exact`. Null on pages reached by a cursor.',
    ),
  total_kind: z
    .enum(['exact', 'lower_bound', 'estimate', 'unknown'])
    .describe(
      '`exact`: a confirmed total. `lower_bound`: at least so many. `estimate`: may include companies that were not looked at. `unknown`: no total, on pages reached by a cursor.',
    ),
  total_count_source: z
    .enum(['exact_count', 'lower_bound_fallback'])
    .nullable()
    .describe(
      '`exact_count`: counted. `lower_bound_fallback`: counting took too long, was out of scope, or a row was dropped. Null for `estimate` and `unknown`.',
    ),
  has_more: z.boolean().describe('Whether there is a page behind this one.'),
};
export type Totals = z.output<z.ZodObject<typeof totalsFields>>;

const resultMetaFields = {
  returned_companies: z.int().min(0).describe('Companies on this page.'),
  ...totalsFields,
  coverage_warnings: coverageWarningsField,
};

const pagedMetaFields = {
  ...resultMetaFields,
  limit: z.int().min(1).max(100).describe('Companies on a page at most, as asked for.'),
  next_cursor: z
    .string()
    .nullable()
    .describe(
      'Pass it unchanged as `cursor` for the next page; null on the last, and where pages are not reached by cursor.',
    ),
  pagination_supported: z.literal(true).describe('Always true.'),
  more_results_exist: z
    .boolean()
    .describe('Whether more companies match than pages up to this one have shown.'),
  results_truncated: z
    .boolean()
    .describe('Whether companies match that no page reaches; a warning says why.'),
};

/** `meta` of searches that are asked with free text too. */
const queryField = z
  .string()
  .nullable()
  .describe('The query as it was read, after normalization; null for a browse by filters.');

export const pagedMetaSchema = z.object({ query: queryField, ...pagedMetaFields });

const facetValueSchema = z
  .object({
    value: z.string().describe('The value, as the filter of that name takes it.'),
    label: z.string().describe('What people call it, in Japanese.'),
    count: z.int().min(0).describe('Companies with this value.'),
  })
  .meta({ id: 'FacetValue', description: 'A value and how many companies have it.' });

const facet = (about: string) => z.array(facetValueSchema).max(50).optional().describe(about);

const facetsSchema = z.object({
  prefecture: facet('By prefecture of the head office.'),
  industry_33_code: facet('By sector of the exchange.'),
  market_segment: facet('By market segment.'),
  listing_status: facet('By listing.'),
  size: facet(
    'By number of employees, in bands such as `10-49`; for filters use `min_employees` and `max_employees`.',
  ),
});
export type Facets = z.output<typeof facetsSchema>;

export const companiesField = z.array(companyResultSchema).describe('The page, in the order asked for.');

const companiesAnswerFields = {
  ok: okField,
  object: objectField('company_search'),
  status: readyField,
  companies: companiesField,
  warnings: warningsField,
  facets: facetsSchema
    .optional()
    .describe(
      'For each field asked for, its values with the most companies, at most 50. Every condition applies but the own filter of the field. Absent unless asked for.',
    ),
};

export const companiesAnswerSchema = z
  .object({
    ...companiesAnswerFields,
    meta: z.object({ query: queryField, ...resultMetaFields }).describe('The page and its totals.'),
  })
  .meta({ id: 'CompaniesAnswer', description: 'A page of companies, without the keys of POST /search.' });

export const companySearchAnswerSchema = z
  .object({
    ...companiesAnswerFields,
    planner: z
      .object({ mode: z.literal('deterministic').describe('Always so: no language model reads the query.') })
      .describe('How the query was executed.'),
    planner_runs: z.array(z.unknown()).max(0).describe('Always empty.'),
    meta: pagedMetaSchema.describe('The page and its totals.'),
  })
  .meta({ id: 'CompanySearchAnswer', description: 'A page of companies.' });

/** Of searches for rows of one kind, which take no free text for companies. */
export const groupedMetaSchema = z.object(pagedMetaFields);

export const matchKinds = ['legal_name', 'trade_name', 'english_name', 'kana_name', 'romaji'] as const;

export const suggestionSchema = z
  .object({
    company_id: companyId,
    display_name: z.string().describe('What to call the company.'),
    matched_text: z.string().describe('The name whose beginning was typed.'),
    match_kind: z
      .enum(matchKinds)
      .describe('What kind of name that is; `romaji`: a reading in kana, typed in Latin letters.'),
  })
  .meta({ id: 'Suggestion', description: 'A company whose name begins with what was typed.' });
export type Suggestion = z.output<typeof suggestionSchema>;

export const suggestAnswerSchema = z.object({
  ok: okField,
  suggestions: z
    .array(suggestionSchema)
    .max(20)
    .describe('Whole names before beginnings, listed companies first; empty when no name begins so.'),
});
