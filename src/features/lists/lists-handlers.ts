import { type Handlers, respond } from '../../http/route.ts';
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
    estimateList: respond(({ account, body, signal }) =>
      estimates.estimateList(account.accountId, body.definition, signal),
    ),
    listCandidates: respond(({ account, query }) => estimates.listCandidates(account.accountId, query)),
    materializeList: (call) => materialize.materializeEstimate(toChargeCall(call), call.body),
    createList: (call) => materialize.createList(buildKeyedCall(call), call.body),

    listLists: respond(({ account, query }) => lists.listLists(account.accountId, query)),
    getList: respond((call) => lists.getListDetails(...toListIds(call))),
    previewList: respond((call) => lists.getPreview(...toListIds(call), call.query)),
    renameList: respond((call) => lists.renameList(...toListIds(call), call.body.name)),
    deleteList: respond((call) => lists.deleteList(...toListIds(call))),
    setListStatus: respond((call) => lists.setStatus(...toListIds(call), call.body.status)),
    setListSchedule: respond((call) => lists.setSchedule(...toListIds(call), call.body.schedule)),
    listSuppressions: respond((call) => lists.listSuppressions(...toListIds(call), call.query)),
    changeSuppressions: respond((call) => lists.changeSuppressions(...toListIds(call), call.body)),
    getWorkspacePreferences: respond((call) => lists.getPreferences(...toListIds(call))),
    patchWorkspacePreferences: respond((call) => lists.patchPreferences(...toListIds(call), call.body)),

    estimateEnrichment: respond((call) =>
      enrichments.estimateEnrichment(...toListIds(call), call.body.fields),
    ),
    runEnrichment: (call) => enrichments.runEnrichment(toChargeCall(call), call.params.listId, call.body),
    listEnrichments: respond((call) => enrichments.listRuns(...toListIds(call), call.query)),
    getEnrichment: respond((call) => enrichments.findRun(...toListIds(call), call.params.runId)),

    publishList: respond((call) => publishing.publishList(...toListIds(call))),
    refreshList: respond((call) => publishing.refreshList(...toListIds(call), call.query, call.signal)),
    listSnapshots: respond((call) => publishing.listSnapshots(...toListIds(call), call.query)),
    listDiffs: respond((call) => publishing.listDiffs(...toListIds(call), call.query)),
    getLatestDiff: respond((call) => publishing.getLatestDiff(...toListIds(call), call.query)),
    getDiff: respond((call) => publishing.getDiff(...toListIds(call), call.params.diffId, call.query)),
    reviewDiff: respond((call) =>
      publishing.recordReviews(...toListIds(call), call.params.diffId, call.body),
    ),
    reviewDiffRow: respond((call) =>
      publishing.recordReview(...toListIds(call), call.params.diffRowId, call.body),
    ),
    excludeDiffRow: respond((call) =>
      publishing.setExclusion(...toListIds(call), call.params.diffRowId, call.body),
    ),

    exportList: respond((call) => exports.exportList(...toListIds(call), call.query)),
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
