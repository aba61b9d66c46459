import { defineEndpoints } from '../endpoint.ts';
import * as research from './research.ts';

export const researchEndpoints = defineEndpoints('Research', {
  estimateResearch: {
    method: 'POST',
    path: '/research/external/estimate',
    writes: false,
    summary: 'Estimate the cost of storing a research item.',
    description:
      'Free, and nothing is stored. The price depends on the source type and the number of pages; every field is optional.',
    answers: { 200: { description: 'The price and its parts.', schema: research.researchEstimateAnswer } },
    errors: ['company_not_found'],
    body: research.researchEstimateBody,
  },
  storeResearch: {
    method: 'POST',
    path: '/research/external/fetch',
    writes: true,
    summary: 'Store a research item about a company.',
    description: `Charges the estimated price of the same inputs, in basic credits. If the company already has an item with this \`dedupeKey\`, that item is returned with \`created: false\`, free of charge. \`Idempotency-Key\` and \`maxCredits\` are optional.

Raw transcripts, secrets, customers' secrets, bank details and URLs that are not public are refused: \`error.details\` has the field, line and reason of each, and nothing is stored or charged. A stored item never becomes an observation automatically.`,
    answers: { 200: { description: 'The item and its cost.', schema: research.researchFetchAnswer } },
    errors: ['company_not_found', 'list_not_found', 'research_content_rejected'],
    charge: {
      operation: 'research.external.fetch',
      creditClass: 'basic',
      requires: { execute: false, idempotencyKey: false, maxCredits: false },
    },
    body: research.researchFetchBody,
  },
  listResearch: {
    method: 'GET',
    path: '/research/external',
    summary: "The account's research items, newest first.",
    answers: { 200: { description: 'A page of items.', schema: research.researchPageSchema } },
    errors: ['company_not_found', 'invalid_cursor'],
    query: research.researchListQuery,
  },
});
