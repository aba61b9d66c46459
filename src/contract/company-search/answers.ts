import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields, okField } from '../answer-fields.ts';
import { dataAsOfField } from '../as-of.ts';
import { companyId } from '../companies/company-fields.ts';
import { companyResultSchema } from '../companies/company-result.ts';
import { suggestionSchema as resolveSuggestionSchema } from '../company-resolve/suggestions.ts';
import { writtenNameSchema } from '../company-resolve/written-names.ts';
import { warningsSchema } from '../envelope.ts';
import { maxPageItems, maxSuggestions } from '../limits.ts';

/** Answers of company search and of the searches built on it (docs/specification.md#result-entries). */

export const readyField = z.literal('ready').describe('`ready` on every success.');
export const defineObjectField = <Name extends string>(name: Name) =>
  z.literal(name).describe('Kind of answer.');
export const warningsField = warningsSchema.describe(
  'Limits of this answer; read them before you draw conclusions, for example from an empty result. Codes: `zero_results`, `did_you_mean`, `ended_companies_match`, `filters_exclude_matches`, `filter_value_unknown`, `filter_values_unknown` (many at once), `warnings_truncated`, `matched_former_name`, `part_of_query_matched`, `broad_query_restricted`, `unsupported_conditions`, `conditions_too_broad`, `identifier_check_digit_invalid`, `identifier_malformed`, `identifier_not_identifying`, `identifier_empty`, `planner_mode_deprecated`.',
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

export const coverageWarningSchema = defineComponent(
  'CoverageWarning',
  'How complete the data behind a condition is.',
  {
    code: z.string().meta({
      description: 'The signal and its state; stable, for programs.',
      examples: ['employees_weak'],
    }),
    signal: field.oneOf(
      [...signals, 'observations', 'unsupported_conditions'],
      'The kind of data that the conditions or the order depend on.',
    ),
    state: field.oneOf(
      ['weak', 'pending', 'no_data', 'unsupported'],
      '`weak`: fewer than half of the companies have a value. `pending`: values are being rebuilt. `no_data`: no company has a value. `unsupported`: the condition is not applied.',
    ),
    message: field.text('What it means for this answer.'),
  },
);
export type CoverageWarning = z.output<typeof coverageWarningSchema>;

export const coverageWarningsField = field.listOf(
  coverageWarningSchema,
  'How complete the data behind the conditions and the order is.',
);

/** Of what is counted for this purpose: estimates of Lists, observations. */
export const countKinds = ['exact', 'lower_bound'] as const;
export const totalKinds = [...countKinds, 'estimate', 'unknown'] as const;

export const totalsFields = {
  matched_companies: field.countOrNull(
    'Number of matching companies; confirmed only if `total_kind` is `exact`. Null on pages reached by a cursor.',
  ),
  total_kind: field.oneOf(
    totalKinds,
    '`exact`: a confirmed total. `lower_bound`: there may be more. `estimate`: may include companies that were not checked. `unknown`: no total, on pages reached by a cursor.',
  ),
  total_count_source: field.oneOfOrNull(
    ['exact_count', 'lower_bound_fallback'],
    '`exact_count`: counted. `lower_bound_fallback`: counting took too long, was out of scope, or a row was dropped. Null for `estimate` and `unknown`.',
  ),
  has_more: field.flag('Whether another page follows.'),
};
export type Totals = z.output<z.ZodObject<typeof totalsFields>>;

const resultMetaFields = {
  returned_companies: field.count('Number of companies on this page.'),
  ...totalsFields,
  coverage_warnings: coverageWarningsField,
  data_as_of: dataAsOfField,
};

const pagedMetaFields = {
  ...resultMetaFields,
  limit: z.int().min(1).max(maxPageItems).describe('Maximum number of companies on a page, as requested.'),
  next_cursor: field.textOrNull(
    'Pass it unchanged as `cursor` to get the next page; null on the last page, and if the search has no cursors.',
  ),
  pagination_supported: z.literal(true).describe('Always true.'),
  more_results_exist: field.flag('Whether more companies match than the pages so far have shown.'),
  results_truncated: field.flag('Whether some matching companies are on no page; a warning says why.'),
};

/** For searches that take free text. */
const queryField = field.textOrNull('The query after normalization; null for a search by filters only.');

export const pagedMetaSchema = z.object({ query: queryField, ...pagedMetaFields });

const facetValueSchema = defineComponent('FacetValue', 'A value and the number of companies that have it.', {
  value: field.text('The value, as the filter of the same name accepts it.'),
  label: field.text('Label for people, in Japanese.'),
  count: field.count('Number of companies with this value.'),
});

const defineFacet = (about: string) => z.array(facetValueSchema).max(50).optional().describe(about);

const facetsSchema = z.object({
  prefecture: defineFacet('By prefecture of the head office.'),
  industry_33_code: defineFacet('By sector of the exchange.'),
  market_segment: defineFacet('By market segment.'),
  listing_status: defineFacet('By listing status.'),
  size: defineFacet(
    'By number of employees, in bands such as `10-49`; for filters use `min_employees` and `max_employees`.',
  ),
});
export type Facets = z.output<typeof facetsSchema>;

export const companiesField = field.listOf(companyResultSchema, 'The page, in the requested order.');

const companiesAnswerFields = {
  ok: okField,
  object: defineObjectField('company_search'),
  status: readyField,
  companies: companiesField,
  warnings: warningsField,
  facets: facetsSchema
    .optional()
    .describe(
      "For each requested field, the values with the most companies, at most 50. Every condition applies except the field's own filter. Absent unless requested.",
    ),
};

export const companiesAnswerSchema = defineComponent(
  'CompaniesAnswer',
  'A page of companies, without the fields that only POST /search has.',
  {
    ...companiesAnswerFields,
    meta: groupFields('The page and its totals.', { query: queryField, ...resultMetaFields }),
  },
);

export const searchSuggestionSchema = resolveSuggestionSchema
  .extend({
    meets_conditions: field.flag(
      'Whether the company meets the filters of this search; without `filters.status`, only active companies do.',
    ),
  })
  .meta({
    id: 'SearchSuggestion',
    description: 'A company with a similar name. Ask a person whether it is meant.',
  });
export type SearchSuggestion = z.output<typeof searchSuggestionSchema>;

export const companySearchAnswerSchema = defineComponent('CompanySearchAnswer', 'A page of companies.', {
  ...companiesAnswerFields,
  written: writtenNameSchema
    .nullable()
    .describe(
      'How the query was read as a written name: only if no company matches the whole query, a part of it names companies, and something beside that part was set aside. Null otherwise. The companies of that part are results.',
    ),
  suggestions: z
    .array(searchSuggestionSchema)
    .max(maxSuggestions)
    .describe(
      'Companies with a similar name, the most similar first, those that meet the filters before others; only for a name that finds nobody. They are not results and count in no total.',
    ),
  planner: groupFields('How the query was executed.', {
    mode: z.literal('deterministic').describe('Always `deterministic`: no language model is used.'),
  }),
  planner_runs: z.array(z.unknown()).max(0).describe('Always empty.'),
  meta: pagedMetaSchema.describe('The page and its totals.'),
});

/** For searches for one kind of record, which take no free text about companies. */
export const groupedMetaSchema = z.object(pagedMetaFields);

export const matchKinds = [
  'legal_name',
  'trade_name',
  'english_name',
  'kana_name',
  'alias',
  'romaji',
] as const;

export const suggestionSchema = defineComponent(
  'Suggestion',
  'A company whose name begins with the typed text.',
  {
    company_id: companyId,
    display_name: field.text("The company's name for display."),
    matched_text: field.text('The name that begins with the typed text.'),
    match_kind: field.oneOf(
      matchKinds,
      'Kind of that name; `romaji`: a kana reading, typed in Latin letters.',
    ),
  },
);
export type Suggestion = z.output<typeof suggestionSchema>;

export const suggestAnswerSchema = defineAnswer({
  suggestions: z
    .array(suggestionSchema)
    .max(20)
    .describe('Complete names before names that only begin with the text, listed companies first.'),
});
