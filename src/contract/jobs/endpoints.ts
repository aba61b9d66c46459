import { defineEndpoints } from '../endpoint.ts';
import { jobsAnswerSchema, jobsSearchBody } from './jobs.ts';

export const jobsEndpoints = defineEndpoints('Evidence', {
  searchJobs: {
    method: 'POST',
    path: '/jobs/search',
    writes: false,
    summary: 'Find current openings, grouped by company.',
    description:
      'Finds openings that are current today and shows up to five per company. Counts as one search toward the rate limit and the quota.',
    answers: { 200: { description: 'A page of companies with openings.', schema: jobsAnswerSchema } },
    errors: ['invalid_cursor', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
    limit: 'search',
    body: jobsSearchBody,
  },
});
