import { z } from 'zod';
import { companyId, companySummarySchema } from '../companies/company-fields.ts';
import { constructionLicenseTypes, financialMetrics } from '../companies/company-vocabulary.ts';
import { billingSchema, chargingFields } from '../credits/billing.ts';
import { collectionSchema, okField, pageMetaFields } from '../envelope.ts';
import { knownFields, queryBoolean } from '../fields.ts';
import { observationSources } from '../observations/vocabulary.ts';
import { exportDays } from '../retention.ts';
import { answeredTime, listIdField, listSchema } from './lists.ts';

/** The rows of saved Lists: as they are shown, enriched and exported. */

export const enrichmentFields = [
  'website',
  'employees',
  'insured_persons',
  'jobs',
  'construction_permits',
  'technologies',
  'financials',
  'observations',
] as const;
export type EnrichmentField = (typeof enrichmentFields)[number];

/** A bought value with who said it and when. */
function found<Value extends z.ZodType>(value: Value) {
  return z.object({
    value,
    source: z.enum(observationSources).describe('Who said it; of several sources the newest.'),
    observed_at: answeredTime.nullable().describe('When they said it; null where nobody told.'),
  });
}
const count = z.int().min(0);
const day = z.iso.date();

const enrichmentsSchema = z
  .object({
    website: found(z.string().describe('URL of its website.')).describe('Website.'),
    employees: found(count.describe('Employees.')).describe('Number of employees.'),
    insured_persons: found(count.describe('Persons, counted per registered workplace.')).describe(
      'Number of social-insurance insured persons.',
    ),
    jobs: found(
      z
        .object({
          open_count: count.describe('Openings of the day of the run.'),
          ai_count: count.describe('Of those, openings related to AI.'),
          latest_opened_at: day.describe('Day on which the newest of them opened.'),
        })
        .describe('Openings.'),
    ).describe('Current openings.'),
    construction_permits: found(
      z
        .object({
          valid_count: count.describe('Permits valid on the day of the run.'),
          license_types: z.array(z.enum(constructionLicenseTypes)).describe('Kinds of work they permit.'),
          license_numbers: z.array(z.string()).describe('Their numbers.'),
          latest_valid_until: day.describe('Last day of the permit that is valid longest.'),
        })
        .describe('Permits.'),
    ).describe('Valid construction permits.'),
    technologies: found(z.array(z.string()).describe('Keys, in alphabetical order.')).describe(
      'Technologies that the company is known to use.',
    ),
    financials: found(
      z
        .partialRecord(
          z.enum(financialMetrics),
          z.object({
            value: z.number().describe('Yen; of `equity_ratio` a ratio, such as 0.4.'),
            fiscal_year: z.int().describe('The latest fiscal year with a value.'),
          }),
        )
        .describe('By metric; one that nobody told is absent.'),
    ).describe('Latest figures.'),
    observations: found(
      z
        .object({
          total: count.describe('Observations of the company.'),
          by_type: z.record(z.string(), count).describe('How many of each type; the keys are the types.'),
          latest: z
            .object({
              observation_id: z.string().describe('Id of the observation.'),
              type: z.string().describe('Its type.'),
              summary: z.string().describe('What it says.'),
            })
            .describe('The newest of them.'),
        })
        .describe('Observations.'),
    ).describe('What is observed about the company.'),
  } satisfies Record<EnrichmentField, z.ZodType>)
  .partial()
  .meta({ id: 'ListRowEnrichments', description: 'Values that the row was enriched with, by field.' });

export const listRowSchema = z
  .object({
    row_id: z.uuid().describe('Id of the row.'),
    company_id: companyId.describe('The company; the same one stands in a List once.'),
    company: companySummarySchema
      .nullable()
      .describe('The company as it is now; null when it is no longer in the database.'),
    enrichments: enrichmentsSchema,
    suppressed: z.boolean().describe('Whether the company is suppressed in this List.'),
    excluded: z.boolean().describe('Whether the company was excluded at a diff row of this List.'),
  })
  .meta({
    id: 'ListRow',
    description:
      'A row of a List. Suppressed and excluded rows are left out of exports, snapshots and deliveries.',
  });
export type ListRowView = z.output<typeof listRowSchema>;

export const listPreviewAnswer = z.object({
  ok: okField,
  object: z.literal('list_preview').describe('What this answer is.'),
  list: listSchema,
  rows: z.array(listRowSchema).describe('Rows in the order in which they were added.'),
  companies: z.array(listRowSchema).describe('The same as `rows`, under the name of older callers.'),
  meta: z
    .object({
      ...pageMetaFields,
      returned_rows: count.describe('The same as `returned`.'),
      total_rows: count.describe('Rows of the List.'),
      suppressed_rows: count.describe('Of those, rows whose company is suppressed.'),
      excluded_rows: count.describe('Of those, rows whose company is excluded.'),
      publishable_rows: count.describe('Rows that are neither: what publishing now would keep.'),
    })
    .describe('The page, and the rows of the whole List.'),
});

const fields = z
  .array(z.enum(enrichmentFields, { error: `must be one of ${enrichmentFields.join(', ')}` }))
  .min(1, 'must name at least one field')
  .max(enrichmentFields.length)
  .transform((given) => enrichmentFields.filter((field) => given.includes(field)))
  .describe('Fields to enrich, each at most once; each is priced and counted by itself.');

export const enrichmentEstimateBody = knownFields({ fields });
export const enrichmentRunBody = knownFields({ fields, ...chargingFields });

const answeredFields = z.array(z.enum(enrichmentFields)).describe('The fields, in a fixed order.');
const perFieldSchema = z.array(
  z.object({
    field: z.enum(enrichmentFields).describe('The field.'),
    found_rows: count.describe('Rows for which a value is found.'),
    credits: count.describe('Credits: one for each of those rows that has not this value yet.'),
  }),
);

export const enrichmentEstimateAnswer = z.object({
  ok: okField,
  estimate: z
    .object({
      list_id: listIdField,
      fields: answeredFields,
      credit_class: z.literal('enrichment').describe('The credits that a run costs.'),
      estimated_max_credits: count.describe(
        'What a run would cost now, over all fields: what to pass as `maxCredits`.',
      ),
      per_field: perFieldSchema.describe('The same for each field.'),
    })
    .describe('What a run would find and cost; nothing is charged by an estimate.'),
});

const enrichmentRunSchema = z
  .object({
    run_id: z.uuid().describe('Id of the run.'),
    fields: answeredFields,
    status: z.literal('completed').describe('A run is done when it is answered.'),
    found_count: count.describe('Values that were new to their row, over all fields; one credit each.'),
    not_found_count: count.describe('Rows without a value, summed over the fields.'),
    unchanged_count: count.describe('Values that their row had already, over all fields; free.'),
    per_field: perFieldSchema.describe('What was found and charged for each field.'),
    created_at: answeredTime.describe('When it ran.'),
  })
  .meta({ id: 'EnrichmentRun', description: 'One enrichment of the rows of a List.' });
export type EnrichmentRun = z.output<typeof enrichmentRunSchema>;

export const enrichmentAnswer = z.object({ ok: okField, list_id: listIdField, run: enrichmentRunSchema });
export const enrichmentRunAnswer = enrichmentAnswer.extend({ billing: billingSchema });
export const enrichmentsAnswer = collectionSchema(enrichmentRunSchema, 'Runs of the List, newest first.');

export const listExportQuery = knownFields({
  bom: queryBoolean
    .default(false)
    .describe('Begin the file with a byte order mark, for spreadsheets that guess the encoding.'),
});

export const listExportAnswer = z.object({
  ok: okField,
  list_id: listIdField,
  path: z
    .string()
    .describe(
      'Path of the file, for GET with a key of the same account. The same content has the same path.',
    ),
  row_count: count.describe('Rows of the file, its header line not counted.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the bytes of the file, 64 hexadecimal digits.'),
  bytes: count.describe('Length of the file.'),
  columns: z.array(z.string()).describe('Names of its columns, as in the header line.'),
  content_type: z.literal('text/csv; charset=utf-8').describe('How the file is sent.'),
  available_until: answeredTime.describe(
    `The path is good until then at least, for ${exportDays} days; and for as long as it is the latest export of the List.`,
  ),
});
