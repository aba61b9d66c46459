import { z } from 'zod';
import { defineComponent, field, okField } from '../answer-fields.ts';
import { companySchema } from '../companies/company-fields.ts';
import { sourceName } from '../companies/company-result.ts';
import { constructionLicenseTypes } from '../companies/company-vocabulary.ts';
import {
  defineObjectField,
  groupedMetaSchema,
  readyField,
  warningsField,
} from '../company-search/answers.ts';
import { checkPaging, defineBodyArray } from '../company-search/requests.ts';
import { defineKnownFields, isoDate, requireVisible } from '../fields.ts';
import { groupedSearchFields } from '../jobs/jobs.ts';
import { permitsOfEachCompany } from '../limits.ts';

/**
 * `POST /construction/search` (docs/decisions/0025-jobs-and-construction.md): companies with construction permits, up
 * to five each.
 */

export const constructionSearchBody = defineKnownFields({
  filters: defineKnownFields({
    license_types: defineBodyArray(z.enum(constructionLicenseTypes), 29)
      .describe('Licence types; the permit has at least one of them.')
      .optional(),
    license_number: requireVisible(z.string().trim().min(1).max(100))
      .describe('Licence number, as the permit writes it.')
      .optional(),
    valid_on: isoDate.describe('Day on which the permit is valid; default today.').optional(),
    expires_before: isoDate.describe('Only permits whose last day is before this day.').optional(),
  })
    .nullish()
    .describe('Conditions on a permit; one permit must meet all of them. An empty list is ignored.'),
  ...groupedSearchFields,
}).superRefine(checkPaging);
export type ConstructionSearchBody = z.output<typeof constructionSearchBody>;

export const permitSchema = defineComponent('Permit', 'A construction permit.', {
  license_number: field.text('Licence number.'),
  license_types: field.listOf(z.enum<string[]>([...constructionLicenseTypes]), 'Licence types, out of 29.'),
  valid_from: field.date('First day on which it is valid.'),
  valid_until: field.date('Last day on which it is valid.'),
  source: sourceName,
});
export type Permit = z.output<typeof permitSchema>;

export const constructionResultSchema = defineComponent(
  'ConstructionResult',
  'A company with its construction permits.',
  {
    company: companySchema,
    permits: z
      .array(permitSchema)
      .max(permitsOfEachCompany)
      .describe(`Matching permits, at most ${permitsOfEachCompany}, those valid the longest first.`),
    count: field.count('Number of all matching permits.'),
  },
);

export const constructionAnswerSchema = defineComponent(
  'ConstructionAnswer',
  'A page of companies with their construction permits.',
  {
    ok: okField,
    object: defineObjectField('construction_search'),
    status: readyField,
    results: field.listOf(constructionResultSchema, 'The page, one entry per company.'),
    warnings: warningsField,
    meta: groupedMetaSchema.describe('The page and its totals, counted in companies.'),
  },
);
