import { z } from 'zod';
import { component, field, okField } from '../answer-fields.ts';
import { companySchema } from '../companies/company-fields.ts';
import { sourceName } from '../companies/company-result.ts';
import { constructionLicenseTypes } from '../companies/company-vocabulary.ts';
import { groupedMetaSchema, objectField, readyField, warningsField } from '../company-search/answers.ts';
import { bodyArray, checkPaging } from '../company-search/requests.ts';
import { isoDate, knownFields, visible } from '../fields.ts';
import { groupedSearchFields } from '../jobs/jobs.ts';

/**
 * `POST /construction/search` (docs/decisions/0025-jobs-and-construction.md): companies with construction permits, up
 * to five each.
 */

export const permitsOfEachCompany = 5;

export const constructionSearchBody = knownFields({
  filters: knownFields({
    license_types: bodyArray(z.enum(constructionLicenseTypes), 29)
      .describe('Licence types; the permit has at least one of them.')
      .optional(),
    license_number: visible(z.string().trim().min(1).max(100))
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

export const permitSchema = component('Permit', 'A construction permit.', {
  license_number: field.text('Licence number.'),
  license_types: field.listOf(z.enum<string[]>([...constructionLicenseTypes]), 'Licence types, out of 29.'),
  valid_from: field.date('First day on which it is valid.'),
  valid_until: field.date('Last day on which it is valid.'),
  source: sourceName,
});
export type Permit = z.output<typeof permitSchema>;

export const constructionResultSchema = component(
  'ConstructionResult',
  'A company with its construction permits.',
  {
    company: companySchema,
    permits: z
      .array(permitSchema)
      .max(permitsOfEachCompany)
      .describe('Matching permits, at most 5, those valid the longest first.'),
    count: field.count('Number of all matching permits.'),
  },
);

export const constructionAnswerSchema = component(
  'ConstructionAnswer',
  'A page of companies with their construction permits.',
  {
    ok: okField,
    object: objectField('construction_search'),
    status: readyField,
    results: field.listOf(constructionResultSchema, 'The page, one entry per company.'),
    warnings: warningsField,
    meta: groupedMetaSchema.describe('The page and its totals, counted in companies.'),
  },
);
