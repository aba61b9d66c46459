import type { Handlers } from '../../http/route.ts';
import { buildKeyedCall } from '../../idempotency/idempotency-key.ts';
import { toChargeCall } from '../credits/charging-service.ts';
import type { ListEndpoints } from './answers.ts';
import type { EnrichmentService } from './enrichment/enrichment-service.ts';
import type { EstimatesService } from './estimates/estimates-service.ts';
import type { MaterializeService } from './estimates/materialize-service.ts';
import type { ExportsService } from './exports/exports-service.ts';
import type { PublishingService } from './publishing/publishing-service.ts';
import type { ListsService } from './saved/lists-service.ts';

interface ListServices {
  readonly lists: ListsService;
  readonly estimates: EstimatesService;
  readonly materialize: MaterializeService;
  readonly enrichments: EnrichmentService;
  readonly exports: ExportsService;
  readonly publishing: PublishingService;
}

interface ListRequest {
  readonly account: { readonly accountId: string };
  readonly params: { readonly listId: string };
}

/** The account and the List of a request, as services take them. */
const toListIds = ({ account, params }: ListRequest) => [account.accountId, params.listId] as const;

export function createListsHandlers(services: ListServices): Handlers<ListEndpoints> {
  const { lists, estimates, materialize, enrichments, exports, publishing } = services;
  return {
    estimateList: async ({ account, body, signal }) => ({
      body: await estimates.estimateList(account.accountId, body.definition, signal),
    }),
    listCandidates: async ({ account, query }) => ({
      body: await estimates.listCandidates(account.accountId, query),
    }),
    materializeList: (call) => materialize.materializeEstimate(toChargeCall(call), call.body),
    createList: (call) => materialize.createList(buildKeyedCall(call), call.body),

    listLists: async ({ account, query }) => ({ body: await lists.listLists(account.accountId, query) }),
    getList: async (call) => ({ body: await lists.getListDetails(...toListIds(call)) }),
    previewList: async (call) => ({ body: await lists.getPreview(...toListIds(call), call.query) }),
    renameList: async (call) => ({ body: await lists.renameList(...toListIds(call), call.body.name) }),
    deleteList: async (call) => ({ body: await lists.deleteList(...toListIds(call)) }),
    setListStatus: async (call) => ({ body: await lists.setStatus(...toListIds(call), call.body.status) }),
    setListSchedule: async (call) => ({
      body: await lists.setSchedule(...toListIds(call), call.body.schedule),
    }),
    listSuppressions: async (call) => ({
      body: await lists.listSuppressions(...toListIds(call), call.query),
    }),
    changeSuppressions: async (call) => ({
      body: await lists.changeSuppressions(...toListIds(call), call.body),
    }),
    getWorkspacePreferences: async (call) => ({ body: await lists.getPreferences(...toListIds(call)) }),
    patchWorkspacePreferences: async (call) => ({
      body: await lists.patchPreferences(...toListIds(call), call.body),
    }),

    estimateEnrichment: async (call) => ({
      body: await enrichments.estimateEnrichment(...toListIds(call), call.body.fields),
    }),
    runEnrichment: (call) => enrichments.runEnrichment(toChargeCall(call), call.params.listId, call.body),
    listEnrichments: async (call) => ({ body: await enrichments.listRuns(...toListIds(call), call.query) }),
    getEnrichment: async (call) => ({
      body: await enrichments.findRun(...toListIds(call), call.params.runId),
    }),

    publishList: async (call) => ({ body: await publishing.publishList(...toListIds(call)) }),
    refreshList: async (call) => ({
      body: await publishing.refreshList(...toListIds(call), call.query, call.signal),
    }),
    listSnapshots: async (call) => ({ body: await publishing.listSnapshots(...toListIds(call), call.query) }),
    listDiffs: async (call) => ({ body: await publishing.listDiffs(...toListIds(call), call.query) }),
    getLatestDiff: async (call) => ({ body: await publishing.getLatestDiff(...toListIds(call), call.query) }),
    getDiff: async (call) => ({
      body: await publishing.getDiff(...toListIds(call), call.params.diffId, call.query),
    }),
    reviewDiff: async (call) => ({
      body: await publishing.recordReviews(...toListIds(call), call.params.diffId, call.body),
    }),
    reviewDiffRow: async (call) => ({
      body: await publishing.recordReview(...toListIds(call), call.params.diffRowId, call.body),
    }),
    excludeDiffRow: async (call) => ({
      body: await publishing.setExclusion(...toListIds(call), call.params.diffRowId, call.body),
    }),

    exportList: async (call) => ({ body: await exports.exportList(...toListIds(call), call.query) }),
    downloadExport: async (call) => {
      const { fileName } = call.params;
      const { stream, bytes, contentType } = await exports.openExport(...toListIds(call), fileName);
      return {
        stream,
        headers: {
          'Content-Type': contentType,
          'Content-Length': String(bytes),
          'Content-Disposition': `attachment; filename="${fileName}"`,
        },
      };
    },
  };
}
