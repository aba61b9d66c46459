import { z } from 'zod';
import { companyId as canonicalId } from '../companies/company-fields.ts';
import { billingSchema, chargingFields } from '../credits/billing.ts';
import { ledgerEntrySchema } from '../credits/credits.ts';
import { okField, pageMetaFields } from '../envelope.ts';
import {
  boundedInteger,
  isDeeperThan,
  isoDatetime,
  knownFields,
  maxJsonDepth,
  pageCursor,
  pageLimit,
  queryText,
  tooDeep,
  uuid,
} from '../fields.ts';
import { isStorable, isStorableJson, notStorable } from '../storable.ts';

/** External research (docs/specification.md#external-research, docs/decisions/0034-research.md). */

export const researchSourceTypes = ['crawler', 'web_search', 'deep_search', 'pdf_extract', 'manual'] as const;
export type ResearchSourceType = (typeof researchSourceTypes)[number];

export const promotionStatuses = ['session_only', 'reusable', 'canonical_candidate', 'promoted'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];

export const maxContentCharacters = 100_000;
/** Characters of each of evidence, producer and structuredPayload, as compact JSON. */
export const maxJsonCharacters = 65_536;
const maxCounted = 1_000;

const text = (longest: number) =>
  z.string().max(longest, `must have at most ${longest} characters`).refine(isStorable, notStorable);
const line = (longest: number) => text(longest).trim().min(1, 'must not be blank');

const sourceType = z
  .enum(researchSourceTypes, { error: `must be one of ${researchSourceTypes.join(', ')}` })
  .describe('How it was found out.');
const companyId = line(100);
const count = boundedInteger({ min: 0, max: maxCounted });

/** What a price is made from. */
const estimateInputs = {
  job: line(200).nullish().describe('What the work is called; no part of the price.'),
  resultCount: count.nullish().describe('Search results that were looked at; 10 unless given.'),
  sourceCount: count.nullish().describe('Sources that were read; 1 unless given.'),
  pageCount: count
    .nullish()
    .describe('Pages that were read; unless given, as many as the results or sources come to.'),
};

export const researchEstimateBody = knownFields({
  companyId: companyId
    .nullish()
    .describe('The company that the item is about, by its company_id or any id it has ever had.'),
  listId: uuid.nullish().describe('The List that the work is done for; no part of the price.'),
  sourceType: sourceType.nullish().describe('How it is to be found out; `web_search` unless given.'),
  ...estimateInputs,
});
export type ResearchEstimateBody = z.output<typeof researchEstimateBody>;

const jsonBounds = `An object with any keys: at most ${maxJsonCharacters} characters as JSON, at most ${maxJsonDepth} levels.`;
const jsonObject = z
  .record(z.string(), z.unknown(), { error: 'must be a JSON object' })
  .superRefine((value, context) => {
    const fault = jsonFault(value);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

function jsonFault(value: unknown): string | null {
  if (isDeeperThan(value, maxJsonDepth)) return tooDeep;
  if (JSON.stringify(value).length > maxJsonCharacters)
    return `must have at most ${maxJsonCharacters} characters as JSON`;
  return isStorableJson(value) ? null : notStorable;
}

/** Before 1900 nobody fetched anything. */
const pastMoment = isoDatetime.refine((given) => given >= '1900', 'must be after 1900');

export const researchFetchBody = knownFields({
  companyId: companyId.describe('The company, by its company_id or any id it has ever had.'),
  sourceType,
  contentMarkdown: text(maxContentCharacters)
    .nullish()
    .describe('The note itself, as Markdown; kept as the text it is.'),
  title: line(500).nullish().describe('A title for people.'),
  sourceUrl: line(2000)
    .nullish()
    .describe(
      'The public address it comes from, beginning with `http://` or `https://`; any other is refused.',
    ),
  promotionStatus: z
    .enum(promotionStatuses, { error: `must be one of ${promotionStatuses.join(', ')}` })
    .nullish()
    .describe("The caller's own mark; `session_only` unless given. The service promotes nothing by itself."),
  dedupeKey: line(500)
    .nullish()
    .describe(
      'A second item of the company under this key is not stored: the first one is answered, for nothing.',
    ),
  confidence: z
    .number()
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .nullish()
    .describe('How sure the caller is, 0 to 1.'),
  evidence: jsonObject.nullish().describe(`What it rests on. ${jsonBounds}`),
  producer: jsonObject.nullish().describe(`Who or what made it. ${jsonBounds}`),
  structuredPayload: jsonObject.nullish().describe(`The note as values. ${jsonBounds}`),
  observedAt: pastMoment.nullish().describe('When the facts held.'),
  fetchedAt: pastMoment.nullish().describe('When it was fetched; the time of the call unless given.'),
  estimate: knownFields({
    ...estimateInputs,
    companyId: companyId.nullish().describe('As in the item.'),
    listId: uuid.nullish().describe('As in the item.'),
    sourceType: sourceType.nullish().describe('As in the item.'),
  })
    .nullish()
    .describe('What the price is made from, as it was given to the estimate.'),
  listId: uuid.nullish().describe('A List of the account that the item belongs to.'),
  ...chargingFields,
}).superRefine((body, context) => {
  for (const name of ['companyId', 'listId', 'sourceType'] as const) {
    const repeated = body.estimate?.[name];
    if (repeated && repeated !== body[name])
      context.addIssue({
        code: 'custom',
        path: ['estimate', name],
        message: `must be the ${name} of the item`,
      });
  }
});
export type ResearchFetchBody = z.output<typeof researchFetchBody>;

export const researchListQuery = knownFields({
  company_id: queryText
    .min(1, 'must not be empty')
    .max(100)
    .optional()
    .describe('Only items of this company, named by its company_id or any id it has ever had.'),
  list_id: queryText.pipe(uuid).optional().describe('Only items that belong to this List.'),
  limit: pageLimit,
  cursor: pageCursor,
});
export type ResearchListQuery = z.output<typeof researchListQuery>;

const counted = z.int().min(0);

export const researchEstimateSchema = z
  .object({
    job: z.string().nullable().describe('What the work is called; null when it was not told.'),
    source_type: sourceType,
    result_count: counted.describe('Search results the price is made from.'),
    source_count: counted.describe('Sources the price is made from.'),
    page_count: counted.describe('Pages the price is made from.'),
    credit_class: z.literal('basic').describe('Which balance pays.'),
    estimated_credits: counted.describe('What storing the item costs, in whole credits.'),
    price: z
      .object({
        base_credits: counted.describe('Credits of the source type, whatever the pages.'),
        credits_per_page: counted.describe('Credits of each page.'),
        charged_pages: counted.describe('The pages that are charged; 0 where pages cost nothing.'),
      })
      .describe('How the price is made up: base_credits + credits_per_page * charged_pages.'),
  })
  .meta({ id: 'ResearchEstimate', description: 'What storing a research item costs.' });
export type ResearchEstimate = z.output<typeof researchEstimateSchema>;

const json = z.record(z.string(), z.unknown()).nullable();

export const researchItemSchema = z
  .object({
    research_item_id: z.uuid().describe('Id of the item.'),
    company_id: canonicalId.describe('The company, by the id that goes today.'),
    list_id: z.uuid().nullable().describe('The List it belongs to; null for none.'),
    source_type: sourceType,
    promotion_status: z.enum(promotionStatuses).describe("The caller's own mark."),
    title: z.string().nullable().describe('A title for people; null when it was not given.'),
    content_markdown: z
      .string()
      .nullable()
      .describe('The note itself, as Markdown; null when it was not given.'),
    source_url: z
      .string()
      .nullable()
      .describe('The public address it comes from; null when it was not given.'),
    dedupe_key: z
      .string()
      .nullable()
      .describe('Under which it is stored once for its company; null for none.'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('How sure the caller is, 0 to 1; null when it was not given.'),
    evidence: json.describe('What it rests on, as the caller gave it, with any keys; null for none.'),
    producer: json.describe('Who or what made it, as the caller gave it, with any keys; null for none.'),
    structured_payload: json.describe(
      'The note as values, as the caller gave it, with any keys; null for none.',
    ),
    observed_at: isoDatetime.nullable().describe('When the facts held; null when it was not given.'),
    fetched_at: isoDatetime.describe('When it was fetched.'),
    created_at: isoDatetime.describe('When it was stored.'),
  })
  .meta({
    id: 'ResearchItem',
    description: 'A research note of the account about a company, kept apart from what registers say.',
  });
export type ResearchItem = z.output<typeof researchItemSchema>;

const researchMetaSchema = z.object({
  account_id: z.uuid().describe('The account of the API key.'),
  auth_mode: z.literal('api_key').describe('How the request was authenticated.'),
  company_id: canonicalId
    .nullable()
    .describe('The company that was named, by the id that goes today; null when none was.'),
  list_id: z.uuid().nullable().describe('The List that was named; null when none was.'),
});

export const researchEstimateAnswer = z.object({
  ok: okField,
  estimate: researchEstimateSchema,
  meta: researchMetaSchema.describe('Whose estimate it is, and of what.'),
});

export const researchFetchAnswer = z.object({
  ok: okField,
  created: z.boolean().describe('Whether the item was stored; false when one was there under its dedupeKey.'),
  item: researchItemSchema.describe('The item, or the one that was there.'),
  estimate: researchEstimateSchema,
  credit_event: ledgerEntrySchema
    .nullable()
    .describe('The ledger entry of the charge; null when nothing was charged.'),
  billing: billingSchema,
  meta: researchMetaSchema
    .extend({ company_id: canonicalId.describe('The company of the item.') })
    .describe('Whose item it is, and of what.'),
});

export const researchPageSchema = z.object({
  ok: okField,
  items: z.array(researchItemSchema).describe('Items, the newest first.'),
  meta: researchMetaSchema.extend(pageMetaFields).describe('Whose items they are, and the page.'),
});
