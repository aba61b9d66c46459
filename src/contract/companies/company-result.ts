import { z } from 'zod';
import { observationSources } from '../observations/vocabulary.ts';
import { companySchema, employees, insuredPersons, websiteUrl } from './company-fields.ts';
import { constructionLicenseTypes } from './company-vocabulary.ts';

/** A company as searches show it (docs/specification.md#result-entries). */

// The stores read it as text; a database constraint permits only these values.
export const sourceName: z.ZodType<string> = z
  .enum(observationSources)
  .describe('Source: a register, a filing, the exchange, or the company itself.');

/** A moment as the service writes it, in UTC. */
export const momentField = z.iso.datetime({ offset: true });

export const observedAt = momentField
  .nullable()
  .describe('When the value was true according to the source; null if it does not say.');

export const aboutFiscalYear =
  'The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025.';

export const matchedBySchema = z
  .object({
    stage: z
      .enum(['identifier', 'company_id', 'exact_name', 'name_prefix', 'name_words'])
      .describe('The matching stage that found it; earlier stages rank first.'),
    field: z
      .string()
      .describe(
        'What matched: an identifier type, `company_id`, or a name (`legal_name`, `trade_name`, `former_name`, `english_name`, `kana_name`, `name`).',
      ),
    value: z.string().describe('The matching value of that field.'),
    rule: z
      .string()
      .describe(
        'How it matched: `identifier`, `identifier_then` (held it on the day `as_of`), `company_id`, `exact`, `core` (without the legal form), `exact_or_core`, `loose` (spelling variants), `prefix`, `all_words`.',
      ),
    strength: z.enum(['exact', 'strong', 'weak']).describe('How reliable the rule is; check a `weak` match.'),
    derived_from: z
      .literal('corporate_number')
      .optional()
      .describe(
        'For an invoice number: it was derived from the corporate number. It is unknown whether the company is a registered issuer of invoices.',
      ),
    valid_from: z.iso.date().nullish().describe('For a former name: first day of use; null if unknown.'),
    valid_to: z.iso
      .date()
      .nullish()
      .describe('For a former name: first day on which it was no longer in use; null if unknown.'),
  })
  .meta({ id: 'MatchedBy', description: 'A rule that found the company.' });
export type MatchedBy = z.output<typeof matchedBySchema>;

export const technologySchema = z
  .object({
    key: z.string().meta({ description: 'The technology, in lower case.', examples: ['aws'] }),
    source: sourceName,
    observed_at: observedAt,
  })
  .meta({ id: 'Technology', description: 'A technology that a company uses, according to one source.' });

const count = z.int().min(0);

const jobContext = z.object({
  open_count: count.describe('Current openings.'),
  ai_count: count.describe('Current openings related to AI.'),
  latest_opened_at: z.iso
    .date()
    .nullable()
    .describe('Day of the newest current opening; null if there is none.'),
});

const constructionContext = z.object({
  valid_count: count.describe('Valid permits.'),
  license_types: z
    .array(z.enum<string[]>([...constructionLicenseTypes]))
    .describe('Licence types of those permits.'),
  latest_valid_until: z.iso
    .date()
    .nullable()
    .describe('Last day of the permit that is valid the longest; null if there is none.'),
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

export const companyResultSchema = z
  .object({
    company: companySchema,
    profile: z
      .object({
        website_domain: z
          .string()
          .nullable()
          .describe(
            'Registrable domain of the website; null if there is no website or many companies share the domain.',
          ),
        website_url: websiteUrl,
        latest_observed_at: momentField
          .nullable()
          .describe('Time of the newest observation about the company; null if there is none.'),
        observation_counts: z
          .object({
            total: count.describe('All observations.'),
            by_type: z
              .record(z.string(), count)
              .describe('Number of observations by type; new types may appear.'),
          })
          .describe('Number of observations about the company.'),
        technologies: z.array(technologySchema).describe('Technologies that it is known to use.'),
        employees,
        insured_persons: insuredPersons,
      })
      .describe('Facts about the company, in brief; GET /companies/{companyId} has all of them.'),
    query_match: z
      .object({
        identifier_matched: z.boolean().describe('Whether the query is an identifier or id of this company.'),
        relevance: z
          .number()
          .min(0)
          .max(1)
          .describe('Relevance of the best rule, 0 to 1, fixed for each rule; 0 without a query.'),
        rule: z.string().nullable().describe('The best rule, as in `matched_by`; null without a query.'),
        matched_by: z.array(matchedBySchema).describe('Every rule that found it, best first.'),
      })
      .describe('Why the query found this company.'),
    source_context: sourceContext,
  })
  .meta({ id: 'CompanyResult', description: 'A company found by a search, and why it was found.' });
export type CompanyResult = z.output<typeof companyResultSchema>;
