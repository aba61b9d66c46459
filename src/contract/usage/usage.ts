import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { searchCost } from '../credits/prices.ts';
import type { EndpointLimit } from '../endpoint.ts';

/** `GET /usage`. */

/** Each item of a batch is counted. */
const usageTotalsSchema = z.object({
  requests: field.count('Requests that count toward any limit: searches, suggestions and heavy requests.'),
  searches: field.count(
    'Company searches, which count toward the search quota. Each item of a batch is one.',
  ),
  heavy: field.count('Requests that count toward the heavy rate limit.'),
  request_credits: field.count(
    `Request credits used by company searches, ${searchCost.request_credits} each.`,
  ),
  operation_credits: z
    .literal(searchCost.operation_credits)
    .describe(`Operation credits used by company searches: always ${searchCost.operation_credits}.`),
});
export type UsageTotals = z.output<typeof usageTotalsSchema>;

const quotaSchema = defineComponent('SearchQuota', 'The quota of company searches in one window.', {
  limit: field.countOrNull('Company searches permitted in the window; null: unlimited.'),
  used: field.count('Company searches made in the window.'),
  remaining: field.countOrNull('Company searches remaining in the window; null: unlimited.'),
  resets_at: field.time('When the window ends and the quota resets.'),
});
export type QuotaState = z.output<typeof quotaSchema>;

const rateSchema = defineComponent('RequestRate', 'Requests permitted per minute.', {
  limit: field.countOrNull('Requests permitted in a window; null: unlimited.'),
  window_seconds: z.literal(60).describe('Length of a window in seconds: a clock minute.'),
});

const day = field.date('The day in Asia/Tokyo.');

export const usageAnswerSchema = defineAnswer({
  time_zone: z.literal('Asia/Tokyo').describe('Time zone of the days and months.'),
  day: usageTotalsSchema.extend({ date: day, search_quota: quotaSchema }).describe("Today's usage."),
  month: usageTotalsSchema
    .extend({
      month: z
        .string()
        .regex(/^\d{4}-\d{2}$/)
        .describe('The month in Asia/Tokyo, `YYYY-MM`.'),
      search_quota: quotaSchema,
    })
    .describe("This month's usage."),
  days: field.listOf(usageTotalsSchema.extend({ date: day }), 'The days of this month with usage, in order.'),
  rates: groupFields('Rate limits, per minute.', {
    search: rateSchema.describe('Rate limit of company searches and suggestions.'),
    heavy: rateSchema.describe('Rate limit of heavy requests.'),
  }),
  cost_per_company_search: groupFields('The cost of one company search.', {
    request_credits: z.literal(searchCost.request_credits).describe('Request credits per company search.'),
    operation_credits: z
      .literal(searchCost.operation_credits)
      .describe('Operation credits per company search.'),
  }),
});
export type UsageAnswer = z.output<typeof usageAnswerSchema>;

/** What a request counts toward; `quota`: the quotas of company search alone, for the searches in a batch. */
export type LimitKind = Exclude<EndpointLimit, 'none'> | 'quota';
