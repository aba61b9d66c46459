import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { companyId, companySummarySchema } from '../companies/company-fields.ts';
import { constructionLicenseTypes, financialMetrics } from '../companies/company-vocabulary.ts';
import { billingSchema, chargingFields } from '../credits/billing.ts';
import { prices } from '../credits/prices.ts';
import { defineCollection, pageMetaFields } from '../envelope.ts';
import { defineKnownFields, queryText } from '../fields.ts';
import { exportDays, maxCellLength, maxSourceHeaders } from '../limits.ts';
import { observationSources } from '../observations/vocabulary.ts';
import { addedPrefix, csvType, tableFileQuery, workbookType } from '../table-files.ts';
import { type EnrichmentField, enrichmentFields } from './enrichment-fields.ts';
import { listIdField, listSchema } from './lists.ts';

/** The rows of saved Lists: shown, enriched and exported. */

/** A purchased value with its source and time. */
function definePurchasedValue<Value extends z.ZodType>(value: Value) {
  return z.object({
    value,
    source: field.oneOf(observationSources, 'Source; if there are several, the newest.'),
    observed_at: field.timeOrNull('When the source observed it; null if unknown.'),
  });
}
const day = z.iso.date();

const enrichmentsSchema = z
  .object({
    website: definePurchasedValue(field.text('URL of its website.')).describe('Website.'),
    employees: definePurchasedValue(field.count('Employees.')).describe('Number of employees.'),
    insured_persons: definePurchasedValue(field.count('People, counted by registered workplace.')).describe(
      'Number of people in social insurance.',
    ),
    jobs: definePurchasedValue(
      groupFields('Openings.', {
        open_count: field.count('Openings on the day of the run.'),
        ai_count: field.count('Of those, openings related to AI.'),
        latest_opened_at: day.describe('Day on which the newest of them opened.'),
      }),
    ).describe('Current openings.'),
    construction_permits: definePurchasedValue(
      groupFields('Permits.', {
        valid_count: field.count('Permits valid on the day of the run.'),
        license_types: field.listOf(z.enum(constructionLicenseTypes), 'Licence types of those permits.'),
        license_numbers: field.listOf(z.string(), 'Licence numbers of those permits.'),
        latest_valid_until: day.describe('Last day of the permit that is valid the longest.'),
      }),
    ).describe('Valid construction permits.'),
    technologies: definePurchasedValue(
      field.listOf(z.string(), 'Technology keys, in alphabetical order.'),
    ).describe('Technologies that the company is known to use.'),
    financials: definePurchasedValue(
      z
        .partialRecord(
          z.enum(financialMetrics),
          z.object({
            value: z.number().describe('In yen; for `equity_ratio`, a ratio such as 0.4.'),
            fiscal_year: z.int().describe('The latest fiscal year with a value.'),
          }),
        )
        .describe('By metric; metrics without a value are absent.'),
    ).describe('Latest figures.'),
    observations: definePurchasedValue(
      groupFields('Observations.', {
        total: field.count('Number of observations about the company.'),
        by_type: z.record(z.string(), z.int().min(0)).describe('Number of observations by type.'),
        latest: groupFields('The newest of them.', {
          observation_id: field.text('Id of the observation.'),
          type: field.text('Its type.'),
          summary: field.text('What it says.'),
        }),
      }),
    ).describe('Observations about the company.'),
  } satisfies Record<EnrichmentField, z.ZodType>)
  .partial()
  .meta({ id: 'ListRowEnrichments', description: 'Enriched values of the row, by field.' });

export const listRowSchema = defineComponent(
  'ListRow',
  'A row of a List. Suppressed and excluded rows are left out of exports, snapshots and deliveries.',
  {
    row_id: field.uuid('Id of the row.'),
    company_id: companyId.describe('The company; each company appears in a List only once.'),
    company: companySummarySchema
      .nullable()
      .describe('Current data of the company; null if it is no longer in the database.'),
    enrichments: enrichmentsSchema,
    suppressed: field.flag('Whether the company is suppressed in this List.'),
    excluded: field.flag('Whether the company was excluded by a diff row of this List.'),
  },
);
export type ListRowView = z.output<typeof listRowSchema>;

export const listPreviewAnswer = defineAnswer({
  object: z.literal('list_preview').describe('Kind of answer.'),
  list: listSchema,
  rows: field.listOf(listRowSchema, 'Rows in the order in which they were added.'),
  companies: field.listOf(listRowSchema, 'The same as `rows`, for existing callers.'),
  meta: groupFields('The page, and the row counts of the whole List.', {
    ...pageMetaFields,
    returned_rows: field.count('The same as `returned`.'),
    total_rows: field.count('Number of rows in the List.'),
    suppressed_rows: field.count('Of those, rows whose company is suppressed.'),
    excluded_rows: field.count('Of those, rows whose company is excluded.'),
    publishable_rows: field.count(
      'Rows that are neither suppressed nor excluded; publishing would keep these.',
    ),
  }),
});

const fields = z
  .array(z.enum(enrichmentFields))
  .min(1)
  .max(enrichmentFields.length)
  .transform((given) => enrichmentFields.filter((field) => given.includes(field)))
  .describe('Fields to enrich, each at most once. Each is charged and counted separately.');

export const enrichmentEstimateBody = defineKnownFields({ fields });
export const enrichmentRunBody = defineKnownFields({ fields, ...chargingFields });

const answeredFields = field.listOf(z.enum(enrichmentFields), 'The fields, in a fixed order.');
const perFieldSchema = z.array(
  z.object({
    field: field.oneOf(enrichmentFields, 'The field.'),
    found_rows: field.count('Number of rows for which a value is found.'),
    credits: field.count(
      `Credits: ${prices.newValue.credits} for each of those rows that does not have this value yet.`,
    ),
  }),
);

export const enrichmentEstimateAnswer = defineAnswer({
  estimate: groupFields('What a run would find and cost. The estimate itself is free.', {
    list_id: listIdField,
    fields: answeredFields,
    credit_class: z.literal('enrichment').describe('The class of credits that a run uses.'),
    estimated_max_credits: field.count('The cost of a run now, for all fields; pass it as `maxCredits`.'),
    per_field: perFieldSchema.describe('The estimate for each field.'),
  }),
});

const enrichmentRunSchema = defineComponent('EnrichmentRun', 'One enrichment of the rows of a List.', {
  run_id: field.uuid('Id of the run.'),
  fields: answeredFields,
  status: z.literal('completed').describe('Always `completed`: a run ends before it is answered.'),
  found_count: field.count(
    `Values that were new to their row, in all fields; ${prices.newValue.credits} credit each.`,
  ),
  not_found_count: field.count('Rows without a value, added up over all fields.'),
  unchanged_count: field.count('Values that their row already had, in all fields; free.'),
  per_field: perFieldSchema.describe('Rows found and credits charged for each field.'),
  created_at: field.time('When it ran.'),
});
export type EnrichmentRun = z.output<typeof enrichmentRunSchema>;

export const enrichmentAnswer = defineAnswer({ list_id: listIdField, run: enrichmentRunSchema });
export const enrichmentRunAnswer = enrichmentAnswer.extend({ billing: billingSchema });
export const enrichmentsAnswer = defineCollection(enrichmentRunSchema, 'Runs of the List, newest first.');

const oneOrMore = z.union([z.string(), z.array(z.string())]);

export const listExportQuery = defineKnownFields({
  ...tableFileQuery,
  source_columns: oneOrMore
    .transform((given) => (typeof given === 'string' ? [given] : given))
    .pipe(z.array(z.string().min(1).max(maxCellLength)).max(maxSourceHeaders))
    .transform((given): 'all' | 'none' | readonly string[] => {
      const [only = 'false'] = given;
      if (given.length <= 1 && (only === 'true' || only === 'false')) {
        if (only === 'true') return 'all';
        return 'none';
      }
      return given;
    })
    .default('none')
    .meta({
      // The form on the wire: the transformed one has no JSON schema.
      type: 'array',
      items: { type: 'string', maxLength: maxCellLength },
      maxItems: maxSourceHeaders,
    })
    .describe(
      "For a List made from a source: `true` for all columns of the source, or headers, one for each repetition of the parameter. They come first, as uploaded, and the List's own columns get a prefix. A company of several source rows has a line for each of them; a company of none has one line with empty cells.",
    ),
  prefix: queryText
    .pipe(addedPrefix)
    .optional()
    .describe(
      "What the headers of the List's own columns begin with. Default: nothing, or `cd_` with `source_columns`. If a header of the source meets it, the next free one is used.",
    ),
});
export type ListExportOptions = z.output<typeof listExportQuery>;

export const listExportAnswer = defineAnswer({
  list_id: listIdField,
  path: field.text(
    'Path of the file; GET it with a key of the same account. The same content has the same path.',
  ),
  row_count: field.count('Number of rows in the file, without the header line.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("SHA-256 of the file's bytes, 64 hexadecimal digits."),
  bytes: field.count('Size of the file in bytes.'),
  columns: field.listOf(z.string(), 'Column names, as in the header line.'),
  content_type: field.oneOf([csvType, workbookType], 'Content type of the file.'),
  disarmed_cells: field.count(
    'Cells that a spreadsheet would run as formulas, and that therefore begin with an apostrophe; 0 in a workbook and with `formulas=keep`.',
  ),
  available_until: field.time(
    `The path is valid at least until then, ${exportDays} days after the export, and for as long as it is the latest export of the List.`,
  ),
});
