import { z } from 'zod';
import { identifierTypes } from '../../text/identifiers.ts';
import { companyFields, companyStatus, supersededBy } from '../companies/company-fields.ts';
import { matchedBySchema } from '../companies/company-result.ts';
import { gapSchema, okField } from '../envelope.ts';
import { isoDate, knownFields } from '../fields.ts';

/**
 * `POST /resolve` and `POST /resolve/batch` (docs/specification.md#post-resolve, docs/decisions/0005-resolution.md).
 */

const maxIdentifierLength = 1000;
export const maxBatchItems = 1000;
/** Of all items of a batch together; each item can list some, whatever the others have. */
export const maxCandidates = 5000;

const resolveFields = {
  identifier_type: z
    .enum(identifierTypes, { error: `must be one of ${identifierTypes.join(', ')}` })
    .describe('What kind of identifier it is.'),
  identifier: z
    .string()
    .max(maxIdentifierLength, `must have at most ${maxIdentifierLength} characters`)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .meta({
      description:
        'The identifier, as people write it: full-width characters, spaces, hyphens, a URL for its domain, and the five-character form of a securities code are understood.',
      examples: ['7203', 'T1180301018771', 'https://www.toyota.co.jp/', 'トヨタ自動車株式会社'],
    }),
  as_of: isoDate
    .describe('Resolve a name, code or domain as it was on that day; today unless given.')
    .optional(),
};

export const resolveBody = knownFields(resolveFields);
export type ResolveItem = z.output<typeof resolveBody>;

const key = z.string().min(1).max(200).describe('Your name for the item; the answer has it again.');

export const resolveBatchItem = knownFields({ key, ...resolveFields });

/** Described as it should be and not checked: an item that does not fit gets an error of its own. */
function unchecked(field: z.ZodType) {
  const { $schema: _, ...described } = z.toJSONSchema(field, { io: 'input' });
  return z.unknown().meta(described);
}

export const resolveBatchBody = knownFields({
  items: z
    .array(
      z
        .looseObject({
          key,
          // A missing one is a fault of its item, too.
          identifier_type: unchecked(resolveFields.identifier_type).optional(),
          identifier: unchecked(resolveFields.identifier).optional(),
          as_of: unchecked(resolveFields.as_of).optional(),
        })
        .meta({
          id: 'ResolveItem',
          description: 'An identifier or name to resolve.',
          required: ['key', 'identifier_type', 'identifier'],
          additionalProperties: false,
        }),
    )
    .min(1, 'must have at least one item')
    .max(maxBatchItems, `must have at most ${maxBatchItems} items`)
    .describe('Each is a search of its own for the quota.'),
});

const { company_id, display_name, legal_name, prefecture, city, listing_status } = companyFields;

export const candidateSchema = z
  .object({
    company_id,
    display_name,
    legal_name,
    prefecture,
    city,
    listing_status,
    status: companyStatus,
    superseded_by: supersededBy,
    matched_by: z.array(matchedBySchema).describe('Every rule that found it, the best first.'),
  })
  .meta({ id: 'Candidate', description: 'A company that may be meant, with what a person needs to choose.' });
export type Candidate = z.output<typeof candidateSchema>;

export const resolutionSchema = z
  .object({
    status: z
      .enum(['resolved', 'ambiguous', 'not_found'])
      .describe(
        '`ambiguous`: no company is settled, and `candidates` lists those that may be meant, be it a single one.',
      ),
    company_id: company_id.nullable().describe('The company when it is `resolved`; else null.'),
    candidates: z
      .array(candidateSchema)
      .describe('When it is `resolved` the company itself; when it is `not_found` nothing.'),
    candidate_count: z
      .int()
      .min(0)
      .describe(
        'How many candidates were found. `candidates` lists fewer, the best, when they are more than 50, or when the items of a batch have more than 5,000 together: then every item lists the same number at most, and `gaps` has `candidates_truncated`.',
      ),
    superseded_by: supersededBy.describe(
      'The company that took the resolved one over, where it is known; else null.',
    ),
  })
  .meta({ id: 'Resolution', description: 'Which company is meant.' });
export type Resolution = z.output<typeof resolutionSchema>;

const gaps = z
  .array(gapSchema)
  .describe(
    'What is missing or to be known. Of the identifier: `identifier_unknown`, `identifier_empty`, `identifier_malformed`, `identifier_check_digit_invalid`, `identifier_not_identifying`. Of an invoice number: `invoice_registration_unknown` (it was made from the corporate number). Of candidates: `another_identifier_needed`, `confirmation_needed` (one is likely, and no rule settles it), `candidates_truncated` (there may be more than are listed). Of `as_of`: `validity_unknown` (no source says since when the company has had the identifier), `as_of_in_future`. Of the company: `company_closed`, `company_merged`, `company_removed`.',
  );

export const resolveAnswerSchema = z.object({
  ok: okField,
  data: resolutionSchema,
  gaps,
  error: z.null().describe('Always null; failures have the envelope of errors.'),
});

const itemErrorSchema = z
  .object({
    code: z.literal('invalid_request').describe('Stable, for programs.'),
    message: z.string().describe('What happened, in one sentence.'),
    details: z
      .array(
        z.object({
          field: z.string().describe('Path of the field in the item.'),
          message: z.string().describe('What is wrong with it.'),
        }),
      )
      .describe('The bad fields, at most ten.'),
    details_omitted: z.int().min(1).optional().describe('How many more bad fields there are.'),
    recovery: z.string().describe('What the caller can do about it.'),
  })
  .nullable()
  .describe('Why the item does not fit its schema; null when it does.');

export const resolveBatchAnswerSchema = z.object({
  ok: okField,
  items: z
    .array(
      z
        .object({
          key,
          data: resolutionSchema.nullable().describe('Which company is meant; null with an error.'),
          gaps,
          error: itemErrorSchema,
        })
        .meta({ id: 'ResolvedItem', description: 'The outcome of one item.' }),
    )
    .describe('In the order of the request.'),
});
