import { constructionSearchBody } from '../../contract/construction.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { ConstructionService } from './construction-service.ts';

/** `POST /construction/search`. */
export function constructionRoutes(construction: ConstructionService): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/construction/search',
      summary: 'Find valid construction permits, grouped by company.',
      auth: 'key',
      limit: 'search',
      body: constructionSearchBody,
      handler: async ({ account, body, signal }) => ({
        body: await construction.search(account.accountId, body, signal),
      }),
    }),
  ];
}
