import { z } from 'zod';
import type { EndpointLimit } from '../endpoint.ts';
import { okField } from '../envelope.ts';
import { isoDatetime } from '../fields.ts';

/** `GET /usage`. */

const count = z.int().min(0);

/** Batch items are counted one by one. */
const usageTotalsSchema = z.object({
  requests: count.describe('Requests that count toward any limit: searches, suggestions and heavy requests.'),
  searches: count.describe('Company searches: what the search quota counts. Each item of a batch is one.'),
  heavy: count.describe('Requests that count toward the heavy rate.'),
  request_credits: count.describe('Request credits of the company searches, 1 for each.'),
  operation_credits: z
    .literal(0)
    .describe('Operation credits of the company searches: always 0, for none costs any.'),
});
export type UsageTotals = z.output<typeof usageTotalsSchema>;

const quotaSchema = z
  .object({
    limit: count.nullable().describe('Company searches that the window permits; null is without limit.'),
    used: count.describe('Company searches that were made in the window.'),
    remaining: count.nullable().describe('Company searches that are left; null is without limit.'),
    resets_at: isoDatetime.describe('When the window ends and the quota begins anew.'),
  })
  .meta({ id: 'SearchQuota', description: 'The quota of company searches in one window.' });
export type QuotaState = z.output<typeof quotaSchema>;

const rateSchema = z
  .object({
    limit: count.nullable().describe('Requests that a window permits; null is without limit.'),
    window_seconds: z.literal(60).describe('Length of a window: a minute of the clock.'),
  })
  .meta({ id: 'RequestRate', description: 'How many requests are permitted in a minute.' });

const date = z.iso.date().describe('The day in Asia/Tokyo.');

export const usageAnswerSchema = z.object({
  ok: okField,
  time_zone: z.literal('Asia/Tokyo').describe('In whose days and months usage and quotas are counted.'),
  day: usageTotalsSchema.extend({ date, search_quota: quotaSchema }).describe('Usage of today.'),
  month: usageTotalsSchema
    .extend({
      month: z
        .string()
        .regex(/^\d{4}-\d{2}$/)
        .describe('The month in Asia/Tokyo, `YYYY-MM`.'),
      search_quota: quotaSchema,
    })
    .describe('Usage of this month.'),
  days: z.array(usageTotalsSchema.extend({ date })).describe('The days of this month with usage, in order.'),
  rates: z
    .object({
      search: rateSchema.describe('Of company searches and suggestions.'),
      heavy: rateSchema.describe('Of heavy requests.'),
    })
    .describe('Limits of requests in a minute.'),
  cost_per_company_search: z
    .object({
      request_credits: z.literal(1).describe('Request credits of one company search.'),
      operation_credits: z.literal(0).describe('Operation credits of one company search.'),
    })
    .describe('What one company search costs.'),
});
export type UsageAnswer = z.output<typeof usageAnswerSchema>;

/** What a request counts toward; `quota`: the quotas of company search alone, for the searches that a batch holds. */
export type LimitKind = Exclude<EndpointLimit, 'none'> | 'quota';
