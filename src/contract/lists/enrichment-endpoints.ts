import { endpoint } from '../endpoint.ts';
import { listPageQuery, listParams, runParams } from './lists.ts';
import {
  enrichmentAnswer,
  enrichmentEstimateAnswer,
  enrichmentEstimateBody,
  enrichmentRunAnswer,
  enrichmentRunBody,
  enrichmentsAnswer,
} from './rows.ts';

export const enrichmentEndpoints = {
  estimateEnrichment: endpoint({
    method: 'POST',
    path: '/lists/:listId/enrichments/estimate',
    tag: 'Lists',
    summary: 'Estimate how many rows would gain a value, and the cost.',
    description: 'Nothing is charged. Suppressed and excluded rows are skipped.',
    answers: { 200: { description: 'The estimate.', schema: enrichmentEstimateAnswer } },
    errors: ['list_not_found', 'list_state_conflict'],
    auth: 'key',
    limit: 'none',
    params: listParams,
    body: enrichmentEstimateBody,
  }),
  runEnrichment: endpoint({
    method: 'POST',
    path: '/lists/:listId/enrichments/run',
    tag: 'Lists',
    summary: 'Enrich the rows of a List, for 1 enrichment credit per row and field with a new value.',
    description: `A value that the row already has is free, even if it was observed again later, and so are rows without a result. Suppressed and
excluded rows are skipped. When the answer arrives, the run is complete: the values are in \`enrichments\` of the rows and in
the columns of the next export.`,
    answers: { 200: { description: 'The run and its cost.', schema: enrichmentRunAnswer } },
    errors: ['list_not_found', 'list_state_conflict'],
    charge: {
      operation: 'list.enrich',
      creditClass: 'enrichment',
      requires: { execute: true, idempotencyKey: true, maxCredits: true },
    },
    auth: 'key',
    limit: 'none',
    params: listParams,
    body: enrichmentRunBody,
  }),
  listEnrichments: endpoint({
    method: 'GET',
    path: '/lists/:listId/enrichments',
    tag: 'Lists',
    summary: "A List's enrichment runs, newest first.",
    answers: { 200: { description: 'A page of runs.', schema: enrichmentsAnswer } },
    errors: ['list_not_found', 'invalid_cursor'],
    auth: 'key',
    limit: 'none',
    params: listParams,
    query: listPageQuery,
  }),
  getEnrichment: endpoint({
    method: 'GET',
    path: '/lists/:listId/enrichments/:runId',
    tag: 'Lists',
    summary: 'One enrichment run.',
    answers: { 200: { description: 'The run.', schema: enrichmentAnswer } },
    errors: ['list_not_found', 'run_not_found'],
    auth: 'key',
    limit: 'none',
    params: runParams,
  }),
};
