import { z } from 'zod';
import { observationSources } from '../observations/vocabulary.ts';
import { companySchema, employees, insuredPersons, websiteUrl } from './company-fields.ts';
import { constructionLicenseTypes } from './company-vocabulary.ts';

/** A company as searches show it (docs/specification.md#result-entries). */

// The stores read it as text; the database takes no other.
export const sourceName: z.ZodType<string> = z
  .enum(observationSources)
  .describe('Who says it: a register, a filing, the exchange, the company itself.');

/** A moment as the service writes it, in UTC. */
export const momentField = z.iso.datetime({ offset: true });

export const observedAt = momentField
  .nullable()
  .describe('When the source says that it was so; null when it does not say.');

export const aboutFiscalYear =
  'The year in which the fiscal year begins (年度): 2024 is April 2024 to March 2025.';

export const matchedBySchema = z
  .object({
    stage: z
      .enum(['identifier', 'company_id', 'exact_name', 'name_prefix', 'name_words'])
      .describe('Which stage of matching found it; earlier stages rank first.'),
    field: z
      .string()
      .describe(
        'What of the company matched: an identifier type, `company_id`, or a name (`legal_name`, `trade_name`, `former_name`, `english_name`, `kana_name`, `name`).',
      ),
    value: z.string().describe('The value of that field that matched.'),
    rule: z
      .string()
      .describe(
        'How it matched: `identifier`, `identifier_then` (had it on the day of `as_of`), `company_id`, `exact`, `core` (without the legal form), `exact_or_core`, `loose` (spelling variants), `prefix`, `all_words`.',
      ),
    strength: z
      .enum(['exact', 'strong', 'weak'])
      .describe('How far the rule can be trusted; `weak` needs a second look.'),
    derived_from: z
      .literal('corporate_number')
      .optional()
      .describe(
        'Of an invoice number: that it was made from the corporate number. Whether the company is registered as an issuer of invoices is not known.',
      ),
    valid_from: z.iso
      .date()
      .nullish()
      .describe('Of a former name: the day from which it was in use; null when it is not known.'),
    valid_to: z.iso
      .date()
      .nullish()
      .describe(
        'Of a former name: the first day on which it was no longer in use; null when it is not known.',
      ),
  })
  .meta({ id: 'MatchedBy', description: 'A rule by which the company was found.' });
export type MatchedBy = z.output<typeof matchedBySchema>;

export const technologySchema = z
  .object({
    key: z.string().meta({ description: 'The technology, in lower case.', examples: ['aws'] }),
    source: sourceName,
    observed_at: observedAt,
  })
  .meta({ id: 'Technology', description: 'A technology that a company uses, as one source says.' });

const count = z.int().min(0);

const jobContext = z.object({
  open_count: count.describe('Current openings.'),
  ai_count: count.describe('Those of them that are related to AI.'),
  latest_opened_at: z.iso.date().nullable().describe('Day of the newest current opening; null without one.'),
});

const constructionContext = z.object({
  valid_count: count.describe('Valid permits.'),
  license_types: z
    .array(z.enum<string[]>([...constructionLicenseTypes]))
    .describe('Licence types of those permits.'),
  latest_valid_until: z.iso
    .date()
    .nullable()
    .describe('Last day of the permit that is valid longest; null without one.'),
});

const sourceContext = z
  .object({
    jobs: jobContext.nullable().describe('Openings; null when none is known, past ones included.'),
    construction: constructionContext
      .nullable()
      .describe('Construction permits; null when none is known, past ones included.'),
  })
  .nullable()
  .describe('What is known of openings and construction permits; null when nothing is.');

export const companyResultSchema = z
  .object({
    company: companySchema,
    profile: z
      .object({
        website_domain: z
          .string()
          .nullable()
          .describe(
            'Registrable domain of the website; null without a website or on a domain that many share.',
          ),
        website_url: websiteUrl,
        latest_observed_at: momentField
          .nullable()
          .describe('Time of the newest observation about the company; null without one.'),
        observation_counts: z
          .object({
            total: count.describe('All observations.'),
            by_type: z
              .record(z.string(), count)
              .describe('Their number by type of observation; types are open.'),
          })
          .describe('How many observations there are about the company.'),
        technologies: z.array(technologySchema).describe('Technologies that it is known to use.'),
        employees,
        insured_persons: insuredPersons,
      })
      .describe('What is known of the company, in short; GET /companies/{companyId} has all.'),
    query_match: z
      .object({
        identifier_matched: z
          .boolean()
          .describe('Whether the query is an identifier or id of this very company.'),
        relevance: z
          .number()
          .min(0)
          .max(1)
          .describe('How well the best rule fits, 0 to 1, a constant of the rule; 0 without a query.'),
        rule: z.string().nullable().describe('The best rule, as in `matched_by`; null without a query.'),
        matched_by: z.array(matchedBySchema).describe('Every rule that found it, the best first.'),
      })
      .describe('Why the query found this company.'),
    source_context: sourceContext,
  })
  .meta({ id: 'CompanyResult', description: 'A company that a search found, and why.' });
export type CompanyResult = z.output<typeof companyResultSchema>;
