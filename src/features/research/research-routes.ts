import {
  researchEstimateAnswer,
  researchEstimateBody,
  researchFetchAnswer,
  researchFetchBody,
  researchListQuery,
  researchPageSchema,
} from '../../contract/research/research.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { chargeCall } from '../credits/charge-call.ts';
import { fetchOperation, type ResearchService } from './research-service.ts';

/** `POST /research/external/estimate`, `POST /research/external/fetch`, `GET /research/external`. */
export function researchRoutes(research: ResearchService): Route[] {
  const estimate = defineRoute({
    method: 'POST',
    path: '/research/external/estimate',
    operationId: 'estimateResearch',
    tag: 'Research',
    summary: 'What storing a research item would cost.',
    description:
      'Free, and nothing is stored. The price is made from the source type and the pages; every field is optional.',
    answers: { 200: { description: 'The price and how it is made up.', schema: researchEstimateAnswer } },
    errors: ['company_not_found'],
    auth: 'key',
    limit: 'none',
    body: researchEstimateBody,
    handler: async ({ account, body }) => ({ body: await research.estimate(account.accountId, body) }),
  });

  const fetch = defineRoute({
    method: 'POST',
    path: '/research/external/fetch',
    operationId: 'storeResearch',
    tag: 'Research',
    summary: 'Store a research item of a company.',
    description: `Charges what the estimate of the same inputs says, in basic credits; an item that is there already under its \`dedupeKey\` is answered with \`created: false\`, for nothing. \`Idempotency-Key\` and \`maxCredits\` are optional.

Raw transcripts, secrets, customers' secrets, bank details and addresses that are not public are refused; \`error.details\` names the field, line and reason of each, and nothing is stored or charged. Nothing that is stored here ever becomes an observation by itself.`,
    answers: { 200: { description: 'The item, and what it cost.', schema: researchFetchAnswer } },
    errors: ['company_not_found', 'list_not_found', 'research_content_rejected'],
    charge: fetchOperation,
    auth: 'key',
    limit: 'none',
    body: researchFetchBody,
    handler: (context) => research.fetch(chargeCall(context), context.body),
  });

  const items = defineRoute({
    method: 'GET',
    path: '/research/external',
    operationId: 'listResearch',
    tag: 'Research',
    summary: 'The research items of the account, newest first.',
    answers: { 200: { description: 'A page of items.', schema: researchPageSchema } },
    errors: ['company_not_found', 'invalid_cursor'],
    auth: 'key',
    limit: 'none',
    query: researchListQuery,
    handler: async ({ account, query }) => ({ body: await research.items(account.accountId, query) }),
  });

  return [estimate, fetch, items];
}
