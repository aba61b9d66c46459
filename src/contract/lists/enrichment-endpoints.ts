import { formatPrice, prices } from '../credits/prices.ts';
import { defineEndpoints } from '../endpoint.ts';
import { pageQuery } from '../fields.ts';
import { listParams, runParams } from './lists.ts';
import * as rows from './rows.ts';

export const enrichmentEndpoints = defineEndpoints('Lists', {
  estimateEnrichment: {
    method: 'POST',
    path: '/lists/:listId/enrichments/estimate',
    work: 'table',
    writes: false,
    summary: 'Estimate how many rows would gain a value, and the cost.',
    description: 'Nothing is charged. Suppressed and excluded rows are skipped.',
    answers: { 200: { description: 'The estimate.', schema: rows.enrichmentEstimateAnswer } },
    errors: ['list_not_found', 'list_state_conflict'],
    params: listParams,
    body: rows.enrichmentEstimateBody,
  },
  runEnrichment: {
    method: 'POST',
    path: '/lists/:listId/enrichments/run',
    work: 'table',
    writes: true,
    summary: `Enrich the rows of a List, for ${formatPrice(prices.newValue)} per row and field with a new value.`,
    description: `A value that the row already has is free, even if it was observed again later, and so are rows without a result. Suppressed and
excluded rows are skipped. When the answer arrives, the run is complete: the values are in \`enrichments\` of the rows and in
the columns of the next export.`,
    answers: { 200: { description: 'The run and its cost.', schema: rows.enrichmentRunAnswer } },
    errors: ['list_not_found', 'list_state_conflict'],
    charge: {
      operation: 'list.enrich',
      creditClass: prices.newValue.creditClass,
      requires: { execute: true, idempotencyKey: true, maxCredits: true },
    },
    params: listParams,
    body: rows.enrichmentRunBody,
  },
  listEnrichments: {
    method: 'GET',
    path: '/lists/:listId/enrichments',
    summary: "A List's enrichment runs, newest first.",
    answers: { 200: { description: 'A page of runs.', schema: rows.enrichmentsAnswer } },
    errors: ['list_not_found', 'invalid_cursor'],
    params: listParams,
    query: pageQuery,
  },
  getEnrichment: {
    method: 'GET',
    path: '/lists/:listId/enrichments/:runId',
    summary: 'One enrichment run.',
    answers: { 200: { description: 'The run.', schema: rows.enrichmentAnswer } },
    errors: ['list_not_found', 'run_not_found'],
    params: runParams,
  },
});
