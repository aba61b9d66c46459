import {
  constructionAnswerSchema,
  constructionSearchBody,
} from '../../contract/construction/construction.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { ConstructionService } from './construction-service.ts';

/** `POST /construction/search`. */
export function constructionRoutes(construction: ConstructionService): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/construction/search',
      operationId: 'searchConstruction',
      tag: 'Evidence',
      summary: 'Find valid construction permits, grouped by company.',
      description:
        'Permits that are valid on the day asked for, five of each company. Counts as one search toward rate and quota.',
      answers: {
        200: { description: 'A page of companies with permits.', schema: constructionAnswerSchema },
      },
      errors: ['invalid_cursor', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
      auth: 'key',
      limit: 'search',
      body: constructionSearchBody,
      handler: async ({ account, body, signal }) => ({
        body: await construction.search(account.accountId, body, signal),
      }),
    }),
  ];
}
