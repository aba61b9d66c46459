import { endpoint } from '../endpoint.ts';
import {
  researchEstimateAnswer,
  researchEstimateBody,
  researchFetchAnswer,
  researchFetchBody,
  researchListQuery,
  researchPageSchema,
} from './research.ts';

export const researchEndpoints = {
  estimateResearch: endpoint({
    method: 'POST',
    path: '/research/external/estimate',
    tag: 'Research',
    summary: 'What storing a research item would cost.',
    description:
      'Free, and nothing is stored. The price is made from the source type and the pages; every field is optional.',
    answers: { 200: { description: 'The price and how it is made up.', schema: researchEstimateAnswer } },
    errors: ['company_not_found'],
    auth: 'key',
    limit: 'none',
    body: researchEstimateBody,
  }),
  storeResearch: endpoint({
    method: 'POST',
    path: '/research/external/fetch',
    tag: 'Research',
    summary: 'Store a research item of a company.',
    description: `Charges what the estimate of the same inputs says, in basic credits; an item that is there already under its \`dedupeKey\` is answered with \`created: false\`, for nothing. \`Idempotency-Key\` and \`maxCredits\` are optional.

Raw transcripts, secrets, customers' secrets, bank details and addresses that are not public are refused; \`error.details\` names the field, line and reason of each, and nothing is stored or charged. Nothing that is stored here ever becomes an observation by itself.`,
    answers: { 200: { description: 'The item, and what it cost.', schema: researchFetchAnswer } },
    errors: ['company_not_found', 'list_not_found', 'research_content_rejected'],
    charge: {
      operation: 'research.external.fetch',
      creditClass: 'basic',
      requires: { execute: false, idempotencyKey: false, maxCredits: false },
    },
    auth: 'key',
    limit: 'none',
    body: researchFetchBody,
  }),
  listResearch: endpoint({
    method: 'GET',
    path: '/research/external',
    tag: 'Research',
    summary: 'The research items of the account, newest first.',
    answers: { 200: { description: 'A page of items.', schema: researchPageSchema } },
    errors: ['company_not_found', 'invalid_cursor'],
    auth: 'key',
    limit: 'none',
    query: researchListQuery,
  }),
};
