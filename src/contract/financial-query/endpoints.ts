import { defineEndpoints } from '../endpoint.ts';
import { financialQueryAnswerSchema, financialQueryBody } from './financial-query.ts';

export const financialQueryEndpoints = defineEndpoints('Evidence', {
  queryCompanies: {
    method: 'POST',
    path: '/companies/query',
    writes: false,
    summary: 'Find companies by financial thresholds and company filters.',
    description:
      'Companies that lack a figure required by a condition or the order are left out; `meta.excluded_no_data` counts them. Counts as one search toward the rate limit and the quota.',
    answers: { 200: { description: 'A page of companies.', schema: financialQueryAnswerSchema } },
    errors: ['invalid_cursor', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
    limit: 'search',
    body: financialQueryBody,
  },
});
