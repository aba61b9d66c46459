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
    summary: 'How many rows enriching would find a new value for, and what it would cost.',
    description: 'Nothing is charged. Suppressed and excluded rows are left alone.',
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
    summary: 'Enrich the rows of a List: 1 enrichment credit a row and field with a new value.',
    description: `A value that the row has already is free, whenever it was observed, and so are rows for which nothing is found. Suppressed and
excluded rows are left alone. The run is done when it is answered; the values are in \`enrichments\` of the rows and in the
columns of the next export.`,
    answers: { 200: { description: 'The run and what it cost.', schema: enrichmentRunAnswer } },
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
    summary: 'The enrichment runs of a List, newest first.',
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
