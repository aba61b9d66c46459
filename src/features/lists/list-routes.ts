import {
  enrichmentEstimateBody,
  enrichmentRunBody,
  exportParams,
  listCandidatesQuery,
  listCreateBody,
  listEstimateBody,
  listExportQuery,
  listMaterializeBody,
  listPageQuery,
  listParams,
  listRowsQuery,
  listScheduleBody,
  listStatusBody,
  listsQuery,
  preferencesPatch,
  runParams,
  suppressionsBody,
} from '../../contract/lists.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { chargeCall } from '../credits/charge-call.ts';
import type { EnrichmentService } from './enrichment-service.ts';
import type { EstimatesService } from './estimates-service.ts';
import type { ExportsService } from './exports-service.ts';
import type { ListsService } from './lists-service.ts';
import type { MaterializeService } from './materialize-service.ts';

export interface ListRouteServices {
  readonly estimates: EstimatesService;
  readonly materialize: MaterializeService;
  readonly lists: ListsService;
  readonly enrichments: EnrichmentService;
  readonly exports: ExportsService;
}

/** From an estimate to a saved, enriched and exported List (specification, "List endpoints"). */
export function listRoutes(services: ListRouteServices): Route[] {
  return [...savingRoutes(services), ...settingRoutes(services), ...enrichmentRoutes(services)];
}

function savingRoutes({ estimates, materialize, exports }: ListRouteServices): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/lists/estimate',
      summary: 'Freeze a definition with its members for 24 hours, and say what saving it costs.',
      auth: 'key',
      limit: 'heavy',
      body: listEstimateBody,
      handler: async ({ account, body, signal }) => ({
        body: await estimates.estimate(account.accountId, body.definition, signal),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/candidates',
      summary: 'Page through the frozen members of an estimate.',
      auth: 'key',
      limit: 'none',
      query: listCandidatesQuery,
      handler: async ({ account, query }) => ({ body: await estimates.candidates(account.accountId, query) }),
    }),
    defineRoute({
      method: 'POST',
      path: '/lists/materialize',
      summary: 'Save an estimate as a List, or add its rows to one: 1 basic credit a saved row.',
      auth: 'key',
      limit: 'none',
      body: listMaterializeBody,
      handler: (context) => materialize.materialize(chargeCall(context), context.body),
    }),
    defineRoute({
      method: 'POST',
      path: '/lists',
      summary: 'Make an empty List, or one of the matched rows of a source, without charge.',
      auth: 'key',
      limit: 'none',
      body: listCreateBody,
      handler: (context) => materialize.create(chargeCall(context), context.body),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/export',
      summary: 'Write the List as CSV; the answer says where it is.',
      auth: 'key',
      limit: 'heavy',
      params: listParams,
      query: listExportQuery,
      handler: async ({ account, params, query }) => ({
        body: await exports.export(account.accountId, params.listId, query),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/exports/:fileName',
      summary: 'An exported CSV file.',
      auth: 'key',
      limit: 'none',
      produces: ['text/csv'],
      params: exportParams,
      handler: async ({ account, params }) => {
        const { stream, bytes, fileName } = await exports.open(
          account.accountId,
          params.listId,
          params.fileName,
        );
        return {
          stream,
          headers: {
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Length': String(bytes),
            'Content-Disposition': `attachment; filename="${fileName}"`,
          },
        };
      },
    }),
  ];
}

function settingRoutes({ lists }: ListRouteServices): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/lists',
      summary: 'The saved Lists of the account, newest first.',
      auth: 'key',
      limit: 'none',
      query: listsQuery,
      handler: async ({ account, query }) => ({ body: await lists.page(account.accountId, query) }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId',
      summary: 'A List, its definition and the counts of its rows.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      handler: async ({ account, params }) => ({
        body: await lists.detail(account.accountId, params.listId),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/preview',
      summary: 'The rows of a List as they stand, before publishing.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      query: listRowsQuery,
      handler: async ({ account, params, query }) => ({
        body: await lists.preview(account.accountId, params.listId, query),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/status',
      summary: 'Set a List active, paused or archived.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: listStatusBody,
      handler: async ({ account, params, body }) => ({
        body: await lists.setStatus(account.accountId, params.listId, body.status),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/schedule',
      summary: 'Refresh a List by hand, daily or weekly.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: listScheduleBody,
      handler: async ({ account, params, body }) => ({
        body: await lists.setSchedule(account.accountId, params.listId, body.schedule),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/suppressions',
      summary: 'Companies that the List leaves out of exports and deliveries.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      query: listRowsQuery,
      handler: async ({ account, params, query }) => ({
        body: await lists.suppressions(account.accountId, params.listId, query),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/suppressions',
      summary: 'Add and remove suppressed companies.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: suppressionsBody,
      handler: async ({ account, params, body }) => ({
        body: await lists.changeSuppressions(account.accountId, params.listId, body),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/workspace-preferences',
      summary: 'How the workspace shows the List.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      handler: async ({ account, params }) => ({
        body: await lists.preferences(account.accountId, params.listId),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/workspace-preferences',
      summary: 'Change the workspace preferences by a merge patch.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: preferencesPatch,
      handler: async ({ account, params, body }) => ({
        body: await lists.patchPreferences(account.accountId, params.listId, body),
      }),
    }),
  ];
}

function enrichmentRoutes({ enrichments }: ListRouteServices): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/lists/:listId/enrichments/estimate',
      summary: 'How many rows enriching would find a new value for, and what it would cost.',
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
      summary: 'Enrich the rows of a List: 1 enrichment credit a row and field with a new value.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: enrichmentRunBody,
      handler: (context) => enrichments.run(chargeCall(context), context.params.listId, context.body),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/enrichments',
      summary: 'The enrichment runs of a List, newest first.',
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
      summary: 'One enrichment run.',
      auth: 'key',
      limit: 'none',
      params: runParams,
      handler: async ({ account, params }) => ({
        body: await enrichments.findRun(account.accountId, params.listId, params.runId),
      }),
    }),
  ];
}
