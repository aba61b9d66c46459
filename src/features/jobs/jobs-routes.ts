import { jobsAnswerSchema, jobsSearchBody } from '../../contract/jobs/jobs.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { JobsService } from './jobs-service.ts';

/** `POST /jobs/search`. */
export function jobsRoutes(jobs: JobsService): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/jobs/search',
      operationId: 'searchJobs',
      tag: 'Evidence',
      summary: 'Find current openings, grouped by company.',
      description:
        'Openings that are current today, five of each company. Counts as one search toward rate and quota.',
      answers: { 200: { description: 'A page of companies with openings.', schema: jobsAnswerSchema } },
      errors: ['invalid_cursor', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
      auth: 'key',
      limit: 'search',
      body: jobsSearchBody,
      handler: async ({ account, body, signal }) => ({
        body: await jobs.search(account.accountId, body, signal),
      }),
    }),
  ];
}
