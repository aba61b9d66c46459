import type { Handlers } from '../../http/route.ts';
import { keyedCall } from '../../idempotency/idempotency-key.ts';
import { chargeCall } from '../credits/charge-call.ts';
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
const listOf = ({ account, params }: ListRequest) => [account.accountId, params.listId] as const;

export function listsHandlers(services: ListServices): Handlers<ListEndpoints> {
  const { lists, estimates, materialize, enrichments, exports, publishing } = services;
  return {
    estimateList: async ({ account, body, signal }) => ({
      body: await estimates.estimate(account.accountId, body.definition, signal),
    }),
    listCandidates: async ({ account, query }) => ({
      body: await estimates.candidates(account.accountId, query),
    }),
    materializeList: (call) => materialize.materialize(chargeCall(call), call.body),
    createList: (call) => materialize.create(keyedCall(call), call.body),

    listLists: async ({ account, query }) => ({ body: await lists.page(account.accountId, query) }),
    getList: async (call) => ({ body: await lists.detail(...listOf(call)) }),
    previewList: async (call) => ({ body: await lists.preview(...listOf(call), call.query) }),
    renameList: async (call) => ({ body: await lists.rename(...listOf(call), call.body.name) }),
    deleteList: async (call) => ({ body: await lists.delete(...listOf(call)) }),
    setListStatus: async (call) => ({ body: await lists.setStatus(...listOf(call), call.body.status) }),
    setListSchedule: async (call) => ({ body: await lists.setSchedule(...listOf(call), call.body.schedule) }),
    listSuppressions: async (call) => ({ body: await lists.suppressions(...listOf(call), call.query) }),
    changeSuppressions: async (call) => ({
      body: await lists.changeSuppressions(...listOf(call), call.body),
    }),
    getWorkspacePreferences: async (call) => ({ body: await lists.preferences(...listOf(call)) }),
    patchWorkspacePreferences: async (call) => ({
      body: await lists.patchPreferences(...listOf(call), call.body),
    }),

    estimateEnrichment: async (call) => ({
      body: await enrichments.estimate(...listOf(call), call.body.fields),
    }),
    runEnrichment: (call) => enrichments.run(chargeCall(call), call.params.listId, call.body),
    listEnrichments: async (call) => ({ body: await enrichments.runs(...listOf(call), call.query) }),
    getEnrichment: async (call) => ({ body: await enrichments.findRun(...listOf(call), call.params.runId) }),

    publishList: async (call) => ({ body: await publishing.publish(...listOf(call)) }),
    refreshList: async (call) => ({
      body: await publishing.refresh(...listOf(call), call.query, call.signal),
    }),
    listSnapshots: async (call) => ({ body: await publishing.snapshots(...listOf(call), call.query) }),
    listDiffs: async (call) => ({ body: await publishing.diffs(...listOf(call), call.query) }),
    getLatestDiff: async (call) => ({ body: await publishing.latestDiff(...listOf(call), call.query) }),
    getDiff: async (call) => ({
      body: await publishing.diff(...listOf(call), call.params.diffId, call.query),
    }),
    reviewDiff: async (call) => ({
      body: await publishing.reviewAll(...listOf(call), call.params.diffId, call.body),
    }),
    reviewDiffRow: async (call) => ({
      body: await publishing.review(...listOf(call), call.params.diffRowId, call.body),
    }),
    excludeDiffRow: async (call) => ({
      body: await publishing.exclude(...listOf(call), call.params.diffRowId, call.body),
    }),

    exportList: async (call) => ({ body: await exports.export(...listOf(call), call.query) }),
    downloadExport: async (call) => {
      const { fileName } = call.params;
      const { stream, bytes, contentType } = await exports.open(...listOf(call), fileName);
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
