import { z } from 'zod';
import { listingStatuses } from './company-vocabulary.ts';
import { knownFields } from './fields.ts';

/** `GET /companies/{companyId}` (decisions.md, "Shapes": Profile). Days are `YYYY-MM-DD`, times ISO 8601. */

/** What is no id of any company is answered as an unknown one, so the path takes any text. */
export const companyPath = knownFields({ companyId: z.string() });

const day = z.string().nullable();

/** A value with who said it, when, and how many whole days ago; time and age are null where nobody told them. */
export const profileValueSchema = z.object({
  value: z.unknown(),
  source: z.string(),
  observed_at: z.string().nullable(),
  age_days: z.number().nullable(),
});
export type ProfileValue = z.output<typeof profileValueSchema>;

export const companyProfileSchema = z.object({
  ok: z.literal(true),
  company: z.object({
    company_id: z.string(),
    display_name: z.string(),
    legal_name: z.string(),
    listing_status: z.enum(listingStatuses),
    market_segment: z.string().nullable(),
    corporate_number: z.string().nullable(),
    securities_code: z.string().nullable(),
    industry_33_code: z.string().nullable(),
    kind: z.string().nullable(),
    prefecture: z.string().nullable(),
    city: z.string().nullable(),
    assigned_on: day,
    register_updated_on: day,
    closed_on: day,
    close_cause: z.string().nullable(),
    updated_at: z.string(),
  }),
  profile: z.record(z.string(), profileValueSchema),
  identifiers: z.array(
    z.object({
      identifier_type: z.string(),
      value: z.string(),
      valid_from: day,
      /** The first day on which it no longer identifies the company. */
      valid_to: day,
      source: z.string().nullable(),
      current: z.boolean(),
    }),
  ),
  names: z.array(
    z.object({ kind: z.string(), name: z.string(), valid_from: day, valid_to: day, source: z.string() }),
  ),
  listings: z.array(
    z.object({
      exchange: z.string(),
      code: z.string(),
      security_kind: z.string(),
      short_name: z.string().nullable(),
      market_segment: z.string().nullable(),
      industry_33_code: z.string().nullable(),
      size_class: z.string().nullable(),
      listed_from: day,
      listed_to: day,
      /** Day of the exchange's list that last named it, and how many days ago that was. */
      as_of: z.string(),
      age_days: z.number(),
    }),
  ),
  status: z.string(),
  /** The company that took this one over, where it is known; a company closed by merger is still itself. */
  superseded_by: z.string().nullable(),
  superseded_by_corporate_number: z.string().nullable(),
  /** The id that was asked for when it is a former one of this company; else null. */
  resolved_from: z.string().nullable(),
});
export type CompanyProfile = z.output<typeof companyProfileSchema>;
