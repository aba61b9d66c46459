import { z } from 'zod';
import type { EndpointLimit } from '../endpoint.ts';
import { okField } from '../envelope.ts';
import { isoDatetime } from '../fields.ts';

/** `GET /usage`. */

const count = z.int().min(0);

/** Each item of a batch is counted. */
const usageTotalsSchema = z.object({
  requests: count.describe('Requests that count toward any limit: searches, suggestions and heavy requests.'),
  searches: count.describe(
    'Company searches, which count toward the search quota. Each item of a batch is one.',
  ),
  heavy: count.describe('Requests that count toward the heavy rate limit.'),
  request_credits: count.describe('Request credits used by company searches, 1 each.'),
  operation_credits: z.literal(0).describe('Operation credits used by company searches: always 0.'),
});
export type UsageTotals = z.output<typeof usageTotalsSchema>;

const quotaSchema = z
  .object({
    limit: count.nullable().describe('Company searches permitted in the window; null: unlimited.'),
    used: count.describe('Company searches made in the window.'),
    remaining: count.nullable().describe('Company searches remaining in the window; null: unlimited.'),
    resets_at: isoDatetime.describe('When the window ends and the quota resets.'),
  })
  .meta({ id: 'SearchQuota', description: 'The quota of company searches in one window.' });
export type QuotaState = z.output<typeof quotaSchema>;

const rateSchema = z
  .object({
    limit: count.nullable().describe('Requests permitted in a window; null: unlimited.'),
    window_seconds: z.literal(60).describe('Length of a window in seconds: a clock minute.'),
  })
  .meta({ id: 'RequestRate', description: 'Requests permitted per minute.' });

const date = z.iso.date().describe('The day in Asia/Tokyo.');

export const usageAnswerSchema = z.object({
  ok: okField,
  time_zone: z.literal('Asia/Tokyo').describe('Time zone of the days and months.'),
  day: usageTotalsSchema.extend({ date, search_quota: quotaSchema }).describe("Today's usage."),
  month: usageTotalsSchema
    .extend({
      month: z
        .string()
        .regex(/^\d{4}-\d{2}$/)
        .describe('The month in Asia/Tokyo, `YYYY-MM`.'),
      search_quota: quotaSchema,
    })
    .describe("This month's usage."),
  days: z.array(usageTotalsSchema.extend({ date })).describe('The days of this month with usage, in order.'),
  rates: z
    .object({
      search: rateSchema.describe('Rate limit of company searches and suggestions.'),
      heavy: rateSchema.describe('Rate limit of heavy requests.'),
    })
    .describe('Rate limits, per minute.'),
  cost_per_company_search: z
    .object({
      request_credits: z.literal(1).describe('Request credits per company search.'),
      operation_credits: z.literal(0).describe('Operation credits per company search.'),
    })
    .describe('The cost of one company search.'),
});
export type UsageAnswer = z.output<typeof usageAnswerSchema>;

/** What a request counts toward; `quota`: the quotas of company search alone, for the searches that a batch holds. */
export type LimitKind = Exclude<EndpointLimit, 'none'> | 'quota';
