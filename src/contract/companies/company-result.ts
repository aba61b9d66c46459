import { z } from 'zod';
import { defineComponent, field, groupFields } from '../answer-fields.ts';
import { valueSources } from '../observations/vocabulary.ts';
import { companySchema, employees, insuredPersons, websiteUrl } from './company-fields.ts';
import { constructionLicenseTypes } from './company-vocabulary.ts';
import { matchStages, matchWays } from './name-rule.ts';

/** A company as searches show it (docs/specification.md#result-entries). */

// The stores read it as text; a database constraint permits only these values.
export const sourceName: z.ZodType<string> = field.oneOf(
  valueSources,
  'Source: a register, a filing, the exchange, or the company itself.',
);

export const observedAt = field.timeOrNull(
  'When the value was true according to the source; null if it does not say.',
);

export const aboutFiscalYear =
  'The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025.';

function describeWays(): string {
  return Object.entries(matchWays)
    .map(([way, words]) => (words === null ? `\`${way}\`` : `\`${way}\` (${words})`))
    .join(', ');
}

export const matchedBySchema = defineComponent('MatchedBy', 'A rule that found the company.', {
  stage: field.oneOf(matchStages, 'The matching stage that found it; earlier stages rank first.'),
  field: field.text(
    'What matched: an identifier type, `company_id`, or a name (`legal_name`, `trade_name`, `former_name`, `english_name`, `kana_name`, `alias`, `name`).',
  ),
  value: field.text('The matching value of that field.'),
  rule: field.text(
    `How it matched: \`identifier\`, \`identifier_then\` (held it on the day \`as_of\`), \`company_id\`, ${describeWays()}.`,
  ),
  strength: field.oneOf(['exact', 'strong', 'weak'], 'How reliable the rule is; check a `weak` match.'),
  derived_from: z
    .literal('corporate_number')
    .optional()
    .describe(
      'For an invoice number: it was derived from the corporate number. POST /resolve and GET /companies/{companyId} say whether the company is a registered issuer of invoices.',
    ),
  valid_from: z.iso.date().nullish().describe('For a former name: first day of use; null if unknown.'),
  valid_to: z.iso
    .date()
    .nullish()
    .describe('For a former name: first day on which it was no longer in use; null if unknown.'),
});
export type MatchedBy = z.output<typeof matchedBySchema>;

export const technologySchema = defineComponent(
  'Technology',
  'A technology that a company uses, according to one source.',
  {
    key: z.string().meta({ description: 'The technology, in lower case.', examples: ['aws'] }),
    source: sourceName,
    observed_at: observedAt,
  },
);

const jobContext = z.object({
  open_count: field.count('Current openings.'),
  ai_count: field.count('Current openings related to AI.'),
  latest_opened_at: field.dateOrNull('Day of the newest current opening; null if there is none.'),
});

const constructionContext = z.object({
  valid_count: field.count('Valid permits.'),
  license_types: field.listOf(
    z.enum<string[]>([...constructionLicenseTypes]),
    'Licence types of those permits.',
  ),
  latest_valid_until: field.dateOrNull(
    'Last day of the permit that is valid the longest; null if there is none.',
  ),
});

const sourceContext = z
  .object({
    jobs: jobContext.nullable().describe('Openings; null if none are known, not even past ones.'),
    construction: constructionContext
      .nullable()
      .describe('Construction permits; null if none are known, not even past ones.'),
  })
  .nullable()
  .describe('Openings and construction permits; null if neither are known.');

export const companyResultSchema = defineComponent(
  'CompanyResult',
  'A company found by a search, and why it was found.',
  {
    company: companySchema,
    profile: groupFields('Facts about the company, in brief; GET /companies/{companyId} has all of them.', {
      website_domain: field.textOrNull(
        'Registrable domain of the website; null if there is no website or many companies share the domain.',
      ),
      website_url: websiteUrl,
      latest_observed_at: field.timeOrNull(
        'Time of the newest observation about the company; null if there is none.',
      ),
      observation_counts: groupFields('Number of observations about the company.', {
        total: field.count('All observations.'),
        by_type: z
          .record(z.string(), z.int().min(0))
          .describe('Number of observations by type; new types may appear.'),
      }),
      technologies: field.listOf(technologySchema, 'Technologies that it is known to use.'),
      employees,
      insured_persons: insuredPersons,
    }),
    query_match: groupFields('Why the query found this company.', {
      identifier_matched: field.flag('Whether the query is an identifier or id of this company.'),
      relevance: field.ratio('Relevance of the best rule, 0 to 1, fixed for each rule; 0 without a query.'),
      rule: field.textOrNull('The best rule, as in `matched_by`; null without a query.'),
      matched_by: field.listOf(matchedBySchema, 'Every rule that found it, best first.'),
    }),
    source_context: sourceContext,
  },
);
export type CompanyResult = z.output<typeof companyResultSchema>;
