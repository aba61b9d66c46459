import { defineEndpoints } from '../endpoint.ts';
import { constructionAnswerSchema, constructionSearchBody } from './construction.ts';

export const constructionEndpoints = defineEndpoints('Evidence', {
  searchConstruction: {
    method: 'POST',
    path: '/construction/search',
    writes: false,
    summary: 'Find valid construction permits, grouped by company.',
    description:
      'Finds permits that are valid on the given day and shows up to five per company. Counts as one search toward the rate limit and the quota.',
    answers: {
      200: { description: 'A page of companies with permits.', schema: constructionAnswerSchema },
    },
    errors: ['invalid_cursor', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
    limit: 'search',
    body: constructionSearchBody,
  },
});
