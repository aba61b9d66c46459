import { z } from 'zod';
import { identifierTypes } from '../../text/identifiers/parsed-identifier.ts';
import { defineAnswer, defineComponent, field } from '../answer-fields.ts';
import { asOfMeta } from '../as-of.ts';
import { companyFields, fieldsToChoose, supersededBy } from '../companies/company-fields.ts';
import { matchedBySchema } from '../companies/company-result.ts';
import { invoiceRegistrationSchema } from '../companies/invoice-registration.ts';
import { gapSchema } from '../envelope.ts';
import { defineKnownFields, isoDate } from '../fields.ts';
import {
  formatLimit,
  maxBatchCandidates,
  maxBatchItems,
  maxIdentifierLength,
  maxListedCandidates,
  maxSuggestions,
} from '../limits.ts';
import {
  assuranceMeaning,
  assurances,
  registerCoverageSchema,
  settleLevels,
  usualSettleLevel,
} from './assurance.ts';
import { resolveHints } from './hints.ts';
import { changedHandsBetween } from './name-holders.ts';
import { suggestionSchema } from './suggestions.ts';
import { writtenNameSchema } from './written-names.ts';

/**
 * `POST /resolve` and `POST /resolve/batch` (docs/specification.md#post-resolve, docs/decisions/0005-resolution.md).
 */

const resolveFields = {
  identifier_type: z.enum(identifierTypes).describe('Kind of identifier.'),
  identifier: z
    .string()
    .max(maxIdentifierLength)
    .refine((text) => text.trim() !== '', 'must not be blank')
    .meta({
      description:
        'The identifier, as people write it: full-width characters, spaces, hyphens, thousands separators, labels, the exchange of a securities code, its five-character form, and a URL or e-mail address for its domain are accepted.',
      examples: ['7203', 'T1180301018771', 'https://www.toyota.co.jp/', 'トヨタ自動車株式会社'],
    }),
  as_of: isoDate.describe('Resolve the identifier as of this day; default today.').optional(),
  settle_from: z
    .enum(settleLevels)
    .optional()
    .describe(
      `Settle only if the match is at least as sure as this level (see \`assurance\`). A match below it is the only candidate, with the gap \`assurance_below\`. Default \`${usualSettleLevel}\`: only a bare name, or the name of a company that closed, in an incomplete register does not settle.`,
    ),
  hints: resolveHints.optional(),
};

/** Hints distinguish companies of one name. Beside an identifier they would be ignored, so they are refused. */
function checkHints(
  { identifier_type, hints }: { readonly identifier_type: string; readonly hints?: unknown },
  context: z.RefinementCtx,
): void {
  if (identifier_type === 'name' || hints === undefined) return;
  const message = `are only for identifier_type name, not ${identifier_type}`;
  context.addIssue({ code: 'custom', path: ['hints'], message });
}

export const resolveBody = defineKnownFields(resolveFields).superRefine(checkHints);
export type ResolveItem = z.output<typeof resolveBody>;

const key = z.string().min(1).max(200).describe('Your key for the item; the answer repeats it.');

export const resolveBatchItem = defineKnownFields({ key, ...resolveFields }).superRefine(checkHints);

/** Documented but not checked here: an invalid item gets its own error. */
function defineUnchecked(field: z.ZodType) {
  const { $schema: _, ...described } = z.toJSONSchema(field, { io: 'input' });
  return z.unknown().meta(described);
}

export const resolveBatchBody = defineKnownFields({
  items: z
    .array(
      z
        .looseObject({
          key,
          // A missing field is also a fault of its item only.
          identifier_type: defineUnchecked(resolveFields.identifier_type).optional(),
          identifier: defineUnchecked(resolveFields.identifier).optional(),
          as_of: defineUnchecked(resolveFields.as_of).optional(),
          settle_from: defineUnchecked(resolveFields.settle_from).optional(),
          hints: defineUnchecked(resolveFields.hints).optional(),
        })
        .meta({
          id: 'ResolveItem',
          description: 'An identifier or name to resolve.',
          required: ['key', 'identifier_type', 'identifier'],
          additionalProperties: false,
        }),
    )
    .min(1)
    .max(maxBatchItems)
    .describe(`Up to ${formatLimit(maxBatchItems)} items; each counts as one search toward the quota.`),
});

/** As in a search, with hints as further reasons. */
export const resolveMatchedBySchema = matchedBySchema
  .extend({
    stage: field.oneOf(
      [...matchedBySchema.shape.stage.options, 'hint'],
      'The matching stage that found it; earlier stages rank first. `hint`: a hint fits the company.',
    ),
    field: field.text(
      'What matched: an identifier type, `company_id`, a name (`legal_name`, `trade_name`, `former_name`, `english_name`, `kana_name`, `alias`, `name`), or a hint (`prefecture`, `city`, `address`, `postal_code`, `domain`, `securities_code`).',
    ),
    rule: field.text(
      `${matchedBySchema.shape.rule.description} Hints: \`head_office\` (the place fits), \`identifier\` (the company has it).`,
    ),
  })
  .meta({ id: 'ResolveMatchedBy', description: 'A reason why a company may be meant.' });
export type ResolveMatchedBy = z.output<typeof resolveMatchedBySchema>;

export const candidateSchema = defineComponent(
  'Candidate',
  'A possible company, with the data that a person needs to choose.',
  {
    ...fieldsToChoose,
    named_as: field.textOrNull(
      'The part of the text that names the company, for example one member of a joint venture; null if the whole text does, and if it was not found by a name.',
    ),
    matched_by: field.listOf(
      resolveMatchedBySchema,
      'Every rule that found it and hints that fit, best first.',
    ),
  },
);
export type Candidate = z.output<typeof candidateSchema>;

export const resolutionSchema = defineComponent('Resolution', 'The company that the identifier refers to.', {
  status: field.oneOf(
    ['resolved', 'ambiguous', 'not_found'],
    '`ambiguous`: the company could not be determined; `candidates` lists the possible ones, even if there is only one.',
  ),
  company_id: companyFields.company_id.nullable().describe('The company if `resolved`; otherwise null.'),
  candidates: field.listOf(
    candidateSchema,
    'Possible companies, best first. If `resolved`, the company itself; if `not_found`, empty.',
  ),
  candidate_count: field.count(
    `Number of companies found, also of those that are not listed. \`candidates\` lists only the best if there are more than ${maxListedCandidates}, or if the items of a batch have more than ${formatLimit(maxBatchCandidates)} in total; in that case every item has the same maximum. \`gaps\` then has \`candidates_truncated\`.`,
  ),
  superseded_by: supersededBy.describe(
    'The company that took over the resolved one; null if there is none or it is unknown.',
  ),
  suggestions: z
    .array(suggestionSchema)
    .max(maxSuggestions)
    .describe(
      'Companies with a similar name, most likely first, if no rule found a company. They never change `status`: ask a person whether one of them is meant.',
    ),
  assurance: field.oneOfOrNull(
    assurances,
    `How sure the match is, or would be if it is below \`settle_from\`; null without a match. ${assuranceMeaning}`,
  ),
  register: registerCoverageSchema
    .nullable()
    .describe('How complete the loaded register is; null if the assurance does not depend on it.'),
  invoice: invoiceRegistrationSchema
    .nullable()
    .describe(
      'For an invoice number: whether it is registered on `as_of`, otherwise today; also if no company was found. Null for other identifiers.',
    ),
  written: writtenNameSchema
    .nullable()
    .describe('How the name was read; null if nothing was set aside, and for other identifiers.'),
});
export type Resolution = z.output<typeof resolutionSchema>;

const resolveGapSchema = gapSchema
  .unwrap()
  .extend({ companies: changedHandsBetween })
  .readonly()
  .meta({ id: 'ResolveGap', description: 'Something missing, or something to know about the result.' });
export type ResolveGap = z.output<typeof resolveGapSchema>;

const gaps = field.listOf(
  resolveGapSchema,
  'What is missing, or what to know about the result. Identifier: `identifier_unknown`, `identifier_of_fund` (the securities code or the name is of a fund, not of a company; `message` names it), `identifier_empty` (also for 9999999999999 and the like, and a legal form alone), `identifier_malformed`, `identifier_check_digit_invalid`, `identifier_not_identifying`. Invoice number, unless `invoice.status` is `registered`: `invoice_not_yet_registered`, `invoice_registration_cancelled`, `invoice_registration_expired`, `invoice_not_registered`, `invoice_registration_unknown` (no statement about it is loaded). Candidates: `another_identifier_needed`, `confirmation_needed` (one candidate is likely, but no rule confirms it), `candidates_truncated` (more companies have the name than are listed; `message` says how many, in how many prefectures), `suggestions_only` (only similar names were found), `no_company_meant` (a word such as 現金, which people write where no company is meant), `part_of_name` (only a part of the text is the name of a company), `several_companies_named`, `identifier_and_name_differ` (the text also has a corporate number, which no company with the name has), `assurance_below` (the match is less sure than `settle_from`). Name: `name_former`, `name_changed_hands` (it passed to another company within five years; `companies` has both). Hints: `hints_contradict` (the company with this name does not fit a hint, or a place in the text), `hint_malformed` (a hint cannot be read). `as_of`: `validity_unknown` (no source says that the company had the identifier on that day, for example between the last filing under one name and the first under the next), `as_of_in_future`. Company: `company_closed`, `company_merged`, `company_removed`.',
);

export const resolveAnswerSchema = defineAnswer({
  data: resolutionSchema,
  gaps,
  error: z.null().describe('Always null; a failure has the error envelope.'),
  meta: asOfMeta,
});

export const itemErrorSchema = z
  .object({
    code: z.literal('invalid_request').describe('Stable, for programs.'),
    message: field.text('What happened, in one sentence.'),
    details: field.listOf(
      z.object({
        field: field.text('Path of the field in the item.'),
        message: field.text('What is wrong with it.'),
      }),
      'The invalid fields, at most 10.',
    ),
    details_omitted: z.int().min(1).optional().describe('Number of further invalid fields.'),
    recovery: field.text('What the caller can do about it.'),
  })
  .nullable()
  .describe('Why the item does not match its schema; null if it does.');

export const resolveBatchAnswerSchema = defineAnswer({
  items: field.listOf(
    defineComponent('ResolvedItem', 'The outcome of one item.', {
      key,
      data: resolutionSchema.nullable().describe('The resolution; null if there is an error.'),
      gaps,
      error: itemErrorSchema,
    }),
    'In the order of the request.',
  ),
  meta: asOfMeta,
});
