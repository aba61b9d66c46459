import { researchEstimateBody, researchFetchBody, researchListQuery } from '../../contract/research.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { chargeCall } from '../credits/charge-call.ts';
import type { ResearchService } from './research-service.ts';

/** `POST /research/external/estimate`, `POST /research/external/fetch`, `GET /research/external`. */
export function researchRoutes(research: ResearchService): Route[] {
  const estimate = defineRoute({
    method: 'POST',
    path: '/research/external/estimate',
    summary: 'What storing a research item would cost.',
    auth: 'key',
    limit: 'none',
    body: researchEstimateBody,
    handler: async ({ account, body }) => ({ body: await research.estimate(account.accountId, body) }),
  });

  const fetch = defineRoute({
    method: 'POST',
    path: '/research/external/fetch',
    summary: 'Store a research item of a company.',
    auth: 'key',
    limit: 'none',
    body: researchFetchBody,
    handler: (context) => research.fetch(chargeCall(context), context.body),
  });

  const items = defineRoute({
    method: 'GET',
    path: '/research/external',
    summary: 'The research items of the account, newest first.',
    auth: 'key',
    limit: 'none',
    query: researchListQuery,
    handler: async ({ account, query }) => ({ body: await research.items(account.accountId, query) }),
  });

  return [estimate, fetch, items];
}
