import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { companyId as canonicalId } from '../companies/company-fields.ts';
import { billingSchema, chargingFields } from '../credits/billing.ts';
import { ledgerEntrySchema } from '../credits/credits.ts';
import { pageMetaFields } from '../envelope.ts';
import {
  defineBoundedInteger,
  defineKnownFields,
  isDeeperThan,
  isoDatetime,
  maxJsonDepth,
  pageCursor,
  pageLimit,
  queryText,
  tooDeep,
  uuid,
} from '../fields.ts';
import {
  defaultResultCount,
  defaultSourceCount,
  formatLimit,
  maxContentCharacters,
  maxCountedForPrice,
  maxJsonCharacters,
  maxResearchTitleLength,
  maxSourceUrlLength,
} from '../limits.ts';
import { isStorable, isStorableJson, notStorable } from '../storable.ts';
import { researchSourceTypes } from './research-source-types.ts';

/** External research (docs/specification.md#external-research, docs/decisions/0034-research.md). */

export const promotionStatuses = ['session_only', 'reusable', 'canonical_candidate', 'promoted'] as const;

const defineText = (maxLength: number) => z.string().max(maxLength).refine(isStorable, notStorable);
const defineLine = (maxLength: number) => defineText(maxLength).trim().min(1);

const sourceType = z.enum(researchSourceTypes).describe('How the information was obtained.');
const companyId = defineLine(100);
const count = defineBoundedInteger({ min: 0, max: maxCountedForPrice });

/** The inputs of a price. */
const estimateInputs = {
  job: defineLine(200).nullish().describe('Name of the work; does not affect the price.'),
  resultCount: count
    .nullish()
    .describe(
      `Number of search results, 0 to ${formatLimit(maxCountedForPrice)}; default ${defaultResultCount}.`,
    ),
  sourceCount: count
    .nullish()
    .describe(`Number of sources, 0 to ${formatLimit(maxCountedForPrice)}; default ${defaultSourceCount}.`),
  pageCount: count
    .nullish()
    .describe(
      `Number of pages, 0 to ${formatLimit(maxCountedForPrice)}; by default derived from the results or sources.`,
    ),
};

export const researchEstimateBody = defineKnownFields({
  companyId: companyId
    .nullish()
    .describe('The company that the item is about, by its current or a former company_id.'),
  listId: uuid.nullish().describe('The List that the work is done for; does not affect the price.'),
  sourceType: sourceType.nullish().describe('How the information will be obtained; default `web_search`.'),
  ...estimateInputs,
});
export type ResearchEstimateBody = z.output<typeof researchEstimateBody>;

const jsonBounds = `An object with any keys, with at most ${maxJsonCharacters} characters as JSON and ${maxJsonDepth} levels.`;
const jsonObject = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const fault = findJsonFault(value);
  if (fault) context.addIssue({ code: 'custom', message: fault });
});

function findJsonFault(value: unknown): string | null {
  if (isDeeperThan(value, maxJsonDepth)) return tooDeep;
  if (JSON.stringify(value).length > maxJsonCharacters)
    return `must have at most ${maxJsonCharacters} characters as JSON`;
  if (isStorableJson(value)) return null;
  return notStorable;
}

/** An earlier year is certainly an error. */
const pastMoment = isoDatetime.refine((given) => given >= '1900', 'must be after 1900');

export const researchFetchBody = defineKnownFields({
  companyId: companyId.describe('The company, by its current or a former company_id.'),
  sourceType,
  contentMarkdown: defineText(maxContentCharacters)
    .nullish()
    .describe('The note as Markdown; stored unchanged.'),
  title: defineLine(maxResearchTitleLength).nullish().describe('A title for people.'),
  sourceUrl: defineLine(maxSourceUrlLength)
    .nullish()
    .describe(
      'The public URL of the source, beginning with `http://` or `https://`; other URLs are refused.',
    ),
  promotionStatus: z
    .enum(promotionStatuses)
    .nullish()
    .describe(
      "The caller's own status; default `session_only`. The service never promotes an item automatically.",
    ),
  dedupeKey: defineLine(500)
    .nullish()
    .describe(
      'Prevents duplicates: if the company already has an item with this key, that item is returned free of charge.',
    ),
  confidence: z.number().min(0).max(1).nullish().describe('How certain the caller is, 0 to 1.'),
  evidence: jsonObject.nullish().describe(`The evidence for the note. ${jsonBounds}`),
  producer: jsonObject.nullish().describe(`Who or what made the note. ${jsonBounds}`),
  structuredPayload: jsonObject.nullish().describe(`The note as structured data. ${jsonBounds}`),
  observedAt: pastMoment.nullish().describe('When the facts were true.'),
  fetchedAt: pastMoment.nullish().describe('When it was fetched; default the time of the call.'),
  estimate: defineKnownFields({
    ...estimateInputs,
    companyId: companyId.nullish().describe('As in the item.'),
    listId: uuid.nullish().describe('As in the item.'),
    sourceType: sourceType.nullish().describe('As in the item.'),
  })
    .nullish()
    .describe('The inputs of the price, as given to the estimate.'),
  listId: uuid.nullish().describe("The account's List that the item belongs to."),
  ...chargingFields,
}).superRefine((body, context) => {
  for (const name of ['companyId', 'listId', 'sourceType'] as const) {
    const repeated = body.estimate?.[name];
    if (repeated && repeated !== body[name])
      context.addIssue({
        code: 'custom',
        path: ['estimate', name],
        message: `must be the same as the item's ${name}`,
      });
  }
});
export type ResearchFetchBody = z.output<typeof researchFetchBody>;

export const researchListQuery = defineKnownFields({
  company_id: queryText
    .min(1)
    .max(100)
    .optional()
    .describe('Only items about this company, by its current or a former company_id.'),
  list_id: queryText.pipe(uuid).optional().describe('Only items that belong to this List.'),
  limit: pageLimit,
  cursor: pageCursor,
});
export type ResearchListQuery = z.output<typeof researchListQuery>;

export const researchEstimateSchema = defineComponent(
  'ResearchEstimate',
  'The cost of storing a research item.',
  {
    job: field.textOrNull('Name of the work; null if not given.'),
    source_type: sourceType,
    result_count: field.count('Number of search results assumed for the price.'),
    source_count: field.count('Number of sources assumed for the price.'),
    page_count: field.count('Number of pages assumed for the price.'),
    credit_class: z.literal('basic').describe('The balance that pays.'),
    estimated_credits: field.count('Cost of storing the item, in whole credits.'),
    price: groupFields('Parts of the price: base_credits + credits_per_page * charged_pages.', {
      base_credits: field.count('Fixed credits of the source type.'),
      credits_per_page: field.count('Credits per page.'),
      charged_pages: field.count('Number of charged pages; 0 if pages are free.'),
    }),
  },
);
export type ResearchEstimate = z.output<typeof researchEstimateSchema>;

const json = z.record(z.string(), z.unknown()).nullable();

export const researchItemSchema = defineComponent(
  'ResearchItem',
  "The account's research note about a company, kept separate from register data.",
  {
    research_item_id: field.uuid('Id of the item.'),
    company_id: canonicalId.describe('The company, by its current id.'),
    list_id: field.uuidOrNull('The List it belongs to; null if none.'),
    source_type: sourceType,
    promotion_status: field.oneOf(promotionStatuses, "The caller's own status."),
    title: field.textOrNull('A title for people; null if not given.'),
    content_markdown: field.textOrNull('The note as Markdown; null if not given.'),
    source_url: field.textOrNull('The public URL of the source; null if not given.'),
    dedupe_key: field.textOrNull('Key under which the company has only one item; null if not given.'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('How certain the caller is, 0 to 1; null if not given.'),
    evidence: json.describe('The evidence for the note, as given, with any keys; null if not given.'),
    producer: json.describe('Who or what made the note, as given, with any keys; null if not given.'),
    structured_payload: json.describe(
      'The note as structured data, as given, with any keys; null if not given.',
    ),
    observed_at: field.timeOrNull('When the facts were true; null if not given.'),
    fetched_at: field.time('When it was fetched.'),
    created_at: field.time('When it was stored.'),
  },
);
export type ResearchItem = z.output<typeof researchItemSchema>;

const researchMetaSchema = z.object({
  account_id: field.uuid('The account of the API key.'),
  auth_mode: z.literal('api_key').describe('How the request was authenticated.'),
  company_id: canonicalId.nullable().describe('The company in the request, by its current id; null if none.'),
  list_id: field.uuidOrNull('The List in the request; null if none.'),
});

export const researchEstimateAnswer = defineAnswer({
  estimate: researchEstimateSchema,
  meta: researchMetaSchema.describe('The account, company and List of the estimate.'),
});

export const researchFetchAnswer = defineAnswer({
  created: field.flag('Whether the item was stored; false if an item with its dedupeKey already existed.'),
  item: researchItemSchema.describe('The stored item, or the one that already existed.'),
  estimate: researchEstimateSchema,
  credit_event: ledgerEntrySchema
    .nullable()
    .describe('The ledger entry of the charge; null if nothing was charged.'),
  billing: billingSchema,
  meta: researchMetaSchema
    .extend({ company_id: canonicalId.describe('The company of the item.') })
    .describe('The account, company and List of the item.'),
});

export const researchPageSchema = defineAnswer({
  items: field.listOf(researchItemSchema, 'Items, newest first.'),
  meta: researchMetaSchema
    .extend(pageMetaFields)
    .describe('The account and filters of the request, and the page.'),
});
