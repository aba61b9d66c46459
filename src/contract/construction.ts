import { z } from 'zod';
import { constructionLicenseTypes } from '../../mappings/companies.ts';
import { companyResultSchema } from './company-search.ts';
import { isoDate, knownFields } from './fields.ts';
import { checkPaging, groupedSearchFields } from './jobs.ts';

/** `POST /construction/search` (decisions.md): companies with construction permits, five of each. */

export const permitsOfEachCompany = 5;

const licenseType = z.enum(constructionLicenseTypes, {
  error: `must be one of ${constructionLicenseTypes.join(', ')}`,
});

export const constructionSearchBody = knownFields({
  filters: knownFields({
    /** A permit has at least one of them. */
    license_types: z
      .union([licenseType.transform((one) => [one]), z.array(licenseType).min(1).max(29)])
      .optional(),
    license_number: z.string().trim().min(1, 'must not be blank').max(100).optional(),
    /** The day on which a permit is valid; today unless given. */
    valid_on: isoDate.optional(),
    /** Its last day is before this one: permits that are about to end. */
    expires_before: isoDate.optional(),
  }).nullish(),
  ...groupedSearchFields,
}).superRefine(checkPaging);
export type ConstructionSearchBody = z.output<typeof constructionSearchBody>;

export const permitSchema = z.object({
  license_number: z.string(),
  license_types: z.array(z.string()),
  valid_from: z.string(),
  /** Its last day. */
  valid_until: z.string(),
  source: z.string(),
});
export type Permit = z.output<typeof permitSchema>;

export const constructionResultSchema = z.object({
  company: companyResultSchema.shape.company,
  /** Those that are valid longest first. */
  permits: z.array(permitSchema).max(permitsOfEachCompany),
  /** All that match. */
  count: z.number(),
});
