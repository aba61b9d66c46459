import { listPageQuery, listParams, runParams } from '../../contract/lists/lists.ts';
import {
  enrichmentAnswer,
  enrichmentEstimateAnswer,
  enrichmentEstimateBody,
  enrichmentRunAnswer,
  enrichmentRunBody,
  enrichmentsAnswer,
} from '../../contract/lists/rows.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { chargeCall } from '../credits/charge-call.ts';
import { type EnrichmentService, enrichOperation } from './enrichment-service.ts';

/** Values bought for the rows of a List (specification, "List endpoints"). */
export function enrichmentRoutes(enrichments: EnrichmentService): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/lists/:listId/enrichments/estimate',
      operationId: 'estimateEnrichment',
      tag: 'Lists',
      summary: 'How many rows enriching would find a new value for, and what it would cost.',
      description: 'Nothing is charged. Suppressed and excluded rows are left alone.',
      answers: { 200: { description: 'The estimate.', schema: enrichmentEstimateAnswer } },
      errors: ['list_not_found', 'list_state_conflict'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: enrichmentEstimateBody,
      handler: async ({ account, params, body }) => ({
        body: await enrichments.estimate(account.accountId, params.listId, body.fields),
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/lists/:listId/enrichments/run',
      operationId: 'runEnrichment',
      tag: 'Lists',
      summary: 'Enrich the rows of a List: 1 enrichment credit a row and field with a new value.',
      description: `A value that the row has already is free, whenever it was observed, and so are rows for which nothing is found. Suppressed and
excluded rows are left alone. The run is done when it is answered; the values are in \`enrichments\` of the rows and in the
columns of the next export.`,
      answers: { 200: { description: 'The run and what it cost.', schema: enrichmentRunAnswer } },
      errors: ['list_not_found', 'list_state_conflict'],
      charge: enrichOperation,
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: enrichmentRunBody,
      handler: (context) => enrichments.run(chargeCall(context), context.params.listId, context.body),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/enrichments',
      operationId: 'listEnrichments',
      tag: 'Lists',
      summary: 'The enrichment runs of a List, newest first.',
      answers: { 200: { description: 'A page of runs.', schema: enrichmentsAnswer } },
      errors: ['list_not_found', 'invalid_cursor'],
      auth: 'key',
      limit: 'none',
      params: listParams,
      query: listPageQuery,
      handler: async ({ account, params, query }) => ({
        body: await enrichments.runs(account.accountId, params.listId, query),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/enrichments/:runId',
      operationId: 'getEnrichment',
      tag: 'Lists',
      summary: 'One enrichment run.',
      answers: { 200: { description: 'The run.', schema: enrichmentAnswer } },
      errors: ['list_not_found', 'run_not_found'],
      auth: 'key',
      limit: 'none',
      params: runParams,
      handler: async ({ account, params }) => ({
        body: await enrichments.findRun(account.accountId, params.listId, params.runId),
      }),
    }),
  ];
}
