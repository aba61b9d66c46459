import { z } from 'zod';
import { identifierTypes } from '../text/identifiers.ts';
import { matchedBySchema } from './company-search.ts';
import { listingStatuses } from './company-vocabulary.ts';
import { isoDate, knownFields } from './fields.ts';

/** `POST /resolve` and `POST /resolve/batch` (specification, "Company search"; decisions.md, "Identity"). */

const maxIdentifierLength = 1000;
export const maxBatchItems = 1000;

const resolveFields = {
  identifier_type: z.enum(identifierTypes, { error: `must be one of ${identifierTypes.join(', ')}` }),
  identifier: z
    .string()
    .max(maxIdentifierLength, `must have at most ${maxIdentifierLength} characters`)
    .refine((text) => text.trim() !== '', 'must not be blank'),
  /** Resolve a name, code or id as it was on that day. */
  as_of: isoDate.optional(),
};

export const resolveBody = knownFields(resolveFields);
export type ResolveItem = z.output<typeof resolveBody>;

/** An item that does not fit its schema gets its own error; the others are answered (issue of one item, not of all). */
export const resolveBatchBody = knownFields({
  items: z
    .array(z.looseObject({ key: z.string().min(1).max(200) }))
    .min(1, 'must have at least one item')
    .max(maxBatchItems, `must have at most ${maxBatchItems} items`),
});
export const resolveBatchItem = knownFields({ key: z.string(), ...resolveFields });

export const candidateSchema = z.object({
  company_id: z.string(),
  display_name: z.string(),
  legal_name: z.string(),
  prefecture: z.string().nullable(),
  city: z.string().nullable(),
  listing_status: z.enum(listingStatuses),
  status: z.string(),
  superseded_by: z.string().nullable(),
  matched_by: z.array(matchedBySchema),
});
export type Candidate = z.output<typeof candidateSchema>;

export const resolutionSchema = z.object({
  status: z.enum(['resolved', 'ambiguous', 'not_found']),
  company_id: z.string().nullable(),
  candidates: z.array(candidateSchema),
  superseded_by: z.string().nullable(),
});
export type Resolution = z.output<typeof resolutionSchema>;
