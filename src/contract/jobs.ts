import { z } from 'zod';
import { companyFiltersSchema, companyResultSchema, maxOffset, orders } from './company-search.ts';
import { boundedInteger, isoDate, knownFields } from './fields.ts';

/** `POST /jobs/search` (decisions.md, "Named only in the specification"): companies with openings, five of each. */

export const jobsOfEachCompany = 5;

const word = z.string().trim().min(1, 'must not be blank').max(200, 'must have at most 200 characters');

/** What every search that is grouped by company takes beside its own conditions. */
export const groupedSearchFields = {
  /** The filters of company search, on the company itself: its head office, its size, its listing. */
  company_filters: companyFiltersSchema.nullish(),
  order: z.enum(orders, { error: `must be one of ${orders.join(', ')}` }).nullish(),
  limit: boundedInteger({ min: 1, max: 100 }).default(20),
  offset: boundedInteger({ min: 0, max: maxOffset }).optional(),
  cursor: z.string().min(1).max(4000).nullish(),
};

/** A page is reached by one of the two. */
export function checkPaging(
  body: { readonly cursor?: string | null | undefined; readonly offset?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (!body.cursor || body.offset === undefined) return;
  context.addIssue({ code: 'custom', path: ['offset'], message: 'must not be combined with cursor' });
}

export const jobsSearchBody = knownFields({
  /** Words that all stand in the title of an opening. */
  query: z.string().max(500, 'must have at most 500 characters').nullish(),
  filters: knownFields({
    ai_related: z.boolean({ error: 'must be true or false' }).optional(),
    /** Places of work, not of the head office; one of them stands in the opening's location. */
    location: z.union([word.transform((one) => [one]), z.array(word).min(1).max(100)]).optional(),
    opened_since: isoDate.optional(),
  }).nullish(),
  ...groupedSearchFields,
}).superRefine(checkPaging);
export type JobsSearchBody = z.output<typeof jobsSearchBody>;

export const jobSchema = z.object({
  job_id: z.string(),
  title: z.string(),
  ai_related: z.boolean(),
  location: z.string().nullable(),
  opened_at: z.string(),
  /** The first day on which it is no longer open. */
  closed_at: z.string().nullable(),
  source: z.string(),
});
export type Job = z.output<typeof jobSchema>;

export const jobsResultSchema = z.object({
  company: companyResultSchema.shape.company,
  /** The newest first. */
  jobs: z.array(jobSchema).max(jobsOfEachCompany),
  /** All that match. */
  count: z.number(),
});
