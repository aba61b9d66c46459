import { z } from 'zod';
import { chargingFields } from './billing.ts';
import { boundedInteger, isoDatetime, knownFields, queryInteger, queryText, uuid } from './fields.ts';
import { isStorable } from './sources.ts';

/** External research (specification, "External research endpoints"; decisions.md, "Shapes"). */

export const researchSourceTypes = ['crawler', 'web_search', 'deep_search', 'pdf_extract', 'manual'] as const;
export type ResearchSourceType = (typeof researchSourceTypes)[number];

export const promotionStatuses = ['session_only', 'reusable', 'canonical_candidate', 'promoted'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];

export const mostContentCharacters = 100_000;
/** Characters of each of evidence, producer and structuredPayload, as compact JSON. */
export const mostJsonCharacters = 65_536;
const mostCounted = 1_000;

const notStorable = 'must not hold U+0000 or half of a surrogate pair';
const text = (longest: number) =>
  z.string().max(longest, `must have at most ${longest} characters`).refine(isStorable, notStorable);
const line = (longest: number) => text(longest).trim().min(1, 'must not be blank');

const sourceType = z.enum(researchSourceTypes, { error: `must be one of ${researchSourceTypes.join(', ')}` });
const companyId = line(100);
const count = boundedInteger({ min: 0, max: mostCounted });

/** What a price is made from. */
const estimateInputs = {
  job: line(200).nullish(),
  resultCount: count.nullish(),
  sourceCount: count.nullish(),
  pageCount: count.nullish(),
};

export const researchEstimateBody = knownFields({
  companyId: companyId.nullish(),
  listId: uuid.nullish(),
  sourceType: sourceType.nullish(),
  ...estimateInputs,
});
export type ResearchEstimateBody = z.output<typeof researchEstimateBody>;

/** Deeper is no record of research, and every recursion over it would need as much stack. */
const deepestJson = 20;

const jsonObject = z
  .record(z.string(), z.unknown(), { error: 'must be a JSON object' })
  .superRefine((value, context) => {
    const fault = jsonFault(value);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

function jsonFault(value: unknown): string | null {
  if (isDeeperThan(value, deepestJson)) return `must have at most ${deepestJson} levels`;
  if (JSON.stringify(value).length > mostJsonCharacters)
    return `must have at most ${mostJsonCharacters} characters as JSON`;
  return isStorableJson(value) ? null : notStorable;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorableJson(inner));
}

/** Before 1900 nobody fetched anything; the bound also keeps the year 0000 away, which Postgres does not know. */
const moment = isoDatetime.refine((given) => given >= '1900', 'must be after 1900');

export const researchFetchBody = knownFields({
  companyId,
  sourceType,
  contentMarkdown: text(mostContentCharacters).nullish(),
  title: line(500).nullish(),
  sourceUrl: line(2000).nullish(),
  promotionStatus: z
    .enum(promotionStatuses, { error: `must be one of ${promotionStatuses.join(', ')}` })
    .nullish(),
  dedupeKey: line(500).nullish(),
  confidence: z.number().min(0, 'must be at least 0').max(1, 'must be at most 1').nullish(),
  evidence: jsonObject.nullish(),
  producer: jsonObject.nullish(),
  structuredPayload: jsonObject.nullish(),
  observedAt: moment.nullish(),
  fetchedAt: moment.nullish(),
  /** As it was given to the estimate; what it repeats of the item must be the item's. */
  estimate: knownFields({
    ...estimateInputs,
    companyId: companyId.nullish(),
    listId: uuid.nullish(),
    sourceType: sourceType.nullish(),
  }).nullish(),
  listId: uuid.nullish(),
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
  company_id: queryText.min(1, 'must not be empty').max(100).optional(),
  list_id: queryText.pipe(uuid).optional(),
  limit: queryInteger({ min: 1, max: 100 }).default(20),
  cursor: queryText.min(1, 'must not be empty').max(4000).optional(),
});
export type ResearchListQuery = z.output<typeof researchListQuery>;

export const researchEstimateSchema = z.object({
  job: z.string().nullable(),
  source_type: sourceType,
  result_count: z.number(),
  source_count: z.number(),
  page_count: z.number(),
  credit_class: z.literal('basic'),
  estimated_credits: z.number(),
  price: z.object({
    base_credits: z.number(),
    credits_per_page: z.number(),
    /** The pages that are charged: `page_count`, or as many as the results or sources come to. */
    charged_pages: z.number(),
  }),
});
export type ResearchEstimate = z.output<typeof researchEstimateSchema>;

const json = z.record(z.string(), z.unknown()).nullable();

export const researchItemSchema = z.object({
  research_item_id: z.string(),
  company_id: z.string(),
  list_id: z.string().nullable(),
  source_type: sourceType,
  promotion_status: z.enum(promotionStatuses),
  title: z.string().nullable(),
  content_markdown: z.string().nullable(),
  source_url: z.string().nullable(),
  dedupe_key: z.string().nullable(),
  confidence: z.number().nullable(),
  evidence: json,
  producer: json,
  structured_payload: json,
  observed_at: z.string().nullable(),
  fetched_at: z.string(),
  created_at: z.string(),
});
export type ResearchItem = z.output<typeof researchItemSchema>;
