import { z } from 'zod';
import { defineComponent, field } from '../answer-fields.ts';
import { companyFields, companySchema, websiteUrl } from '../companies/company-fields.ts';
import { resolveMatchedBySchema } from '../company-resolve/company-resolve.ts';
import { maxComparedNames } from '../limits.ts';
import { columnFields } from './sources.ts';

/** Candidates with the facts by which a person tells them apart (docs/sources.md#reviewing-row-by-row). */

/** Who did something: the service knows no other identity of people than API keys. */
export const keySchema = z.object({
  key_id: field.uuid('Id of the API key.'),
  label: field.text('Its label.'),
});

/** As in company resolution, with hints and earlier choices as further reasons. */
export const sourceMatchedBySchema = resolveMatchedBySchema
  .extend({
    stage: field.oneOf(
      [...resolveMatchedBySchema.shape.stage.options, 'previous_choice', 'chosen_by_hand'],
      'The matching stage that found it. `hint`: a hint in the row fits the company. `previous_choice`: a person of the account chose the company for this name before. `chosen_by_hand`: a person chose it for this row, although it was not a candidate.',
    ),
  })
  .meta({ id: 'SourceMatchedBy', description: 'A reason why a row may refer to a company.' });
export type SourceMatchedBy = z.output<typeof sourceMatchedBySchema>;

/** What a cell says about a company, as matching compares it. */
export const cellAgreements = ['agrees', 'agrees_in_part', 'contradicts', 'unknown'] as const;

const comparedCellSchema = defineComponent(
  'ComparedCell',
  'A mapped cell of a row beside what the company has, compared as matching compares: 飯田橋2-18-4 is 飯田橋二丁目１８番４号.',
  {
    field: field.oneOf(
      columnFields.filter((name) => name !== 'name'),
      'The field to which the column is mapped, as a column or as a hint.',
    ),
    header: field.text('Header of the cell.'),
    value: field.textOrNull('What the company has; null if unknown.'),
    agreement: field.oneOf(
      cellAgreements,
      '`agrees`; `agrees_in_part`: of an address, only the town, or in Latin letters the city; `contradicts`; or `unknown`: one of the two is unknown, cannot be read, or says nothing about the head office, as the place of a branch.',
    ),
  },
);
export type ComparedCell = z.output<typeof comparedCellSchema>;

const defineDay = (about: string) => field.dateOrNull(about);

export const comparedCompanySchema = defineComponent(
  'ComparedCompany',
  'A candidate or suggestion of a row, with the facts by which a person tells companies apart, as they are now.',
  {
    ...companySchema.pick({
      display_name: true,
      legal_name: true,
      listing_status: true,
      market_segment: true,
      corporate_number: true,
      securities_code: true,
      prefecture: true,
      city: true,
      status: true,
      superseded_by: true,
    }).shape,
    company_id: companyFields.company_id.describe('Its id, as the row has it.'),
    role: field.oneOf(['candidate', 'suggestion'], 'Whether the row has it as candidate or as suggestion.'),
    kana_name: field.textOrNull('The reading of its name in kana; null if unknown.'),
    english_name: field.textOrNull('Its English name; null if unknown.'),
    names: z
      .array(
        z.object({
          kind: field.text('`legal`, `trade`, `english`, `kana`, `former` or `alias`.'),
          name: field.text('The name.'),
          valid_from: defineDay('First day on which it was valid; null if unknown.'),
          valid_to: defineDay(
            'First day on which it was no longer valid; null while it is valid, and if unknown.',
          ),
        }),
      )
      .max(maxComparedNames)
      .describe(
        `Its names, with their time; the latest former names first among the former ones. At most ${maxComparedNames}.`,
      ),
    street: field.textOrNull('The address of the head office after the city; null if unknown.'),
    postal_code: field.textOrNull('Postal code of the head office, 7 digits; null if unknown.'),
    website_url: websiteUrl,
    closed_on: defineDay('Day on which it closed or was merged; null if it did not, and if unknown.'),
    close_cause: field.textOrNull('Why it ended, as the register says; null without one.'),
    observation_count: field.count('Observations about it, as evidence.'),
    matched_by: field.listOf(
      sourceMatchedBySchema,
      'Rules that found the candidate, most certain first; empty for a suggestion.',
    ),
    cells: field.listOf(
      comparedCellSchema,
      'The mapped cells of the row that are filled, except the name, each compared with the company.',
    ),
    suggestion_reason: field.textOrNull('Why it is suggested, as a code; null for a candidate.'),
  },
);
export type ComparedCompany = z.output<typeof comparedCompanySchema>;
