import { jobsSearchBody } from '../../contract/jobs.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { JobsService } from './jobs-service.ts';

/** `POST /jobs/search`. */
export function jobsRoutes(jobs: JobsService): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/jobs/search',
      summary: 'Find current openings, grouped by company.',
      auth: 'key',
      limit: 'search',
      body: jobsSearchBody,
      handler: async ({ account, body, signal }) => ({
        body: await jobs.search(account.accountId, body, signal),
      }),
    }),
  ];
}
