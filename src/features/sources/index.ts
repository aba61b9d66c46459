import type { Knex } from 'knex';
import type { DataAsOf } from '../../contract/as-of.ts';
import type { ChargingBody } from '../../contract/credits/billing.ts';
import { refuseOtherSources, refuseToRemember } from '../../contract/key-permission.ts';
import type { decisionEndpoints } from '../../contract/sources/decision-endpoints.ts';
import type { sourcesEndpoints } from '../../contract/sources/endpoints.ts';
import type { reviewEndpoints } from '../../contract/sources/review-endpoints.ts';
import type { sourceRunsEndpoints } from '../../contract/sources/run-endpoints.ts';
import type { tableEndpoints } from '../../contract/sources/table-endpoints.ts';
import { createLane } from '../../database/queue-tasks.ts';
import { type Handlers, type LargeBodyHandler, respond } from '../../http/route.ts';
import { buildKeyedCall } from '../../idempotency/idempotency-key.ts';
import type { Account } from '../accounts/account.ts';
import { toChargeCall } from '../credits/charging-service.ts';
import type { CompanyLookup } from '../row-matching/lookup/company-lookup.ts';
import { ChoiceTables } from './decisions/choice-table-service.ts';
import { DecisionUndo } from './decisions/decision-undo-service.ts';
import { DecisionUndoStore } from './decisions/decision-undo-store.ts';
import type { ChoicesUpload } from './decisions/read-choices.ts';
import type { RememberedUpload } from './decisions/read-remembered.ts';
import { RememberedChoices } from './decisions/remembered-choices-service.ts';
import { RememberedRows } from './decisions/remembered-rows-service.ts';
import { RememberedRowsStore } from './decisions/remembered-rows-store.ts';
import { RowDecisions, type RowDecisionsParts } from './decisions/row-decisions-service.ts';
import { RowDecisionsStore } from './decisions/row-decisions-store.ts';
import { SameNames } from './decisions/same-name-service.ts';
import { SourceExporting } from './export/source-export-service.ts';
import { SourceHistory } from './export/source-history-service.ts';
import { SourceJoining } from './export/source-join-service.ts';
import type { SourceUpload } from './parsing/read-import.ts';
import { DecisionHistoryStore } from './records/decision-history-store.ts';
import { EarlierRowsStore } from './records/earlier-rows-store.ts';
import { NamedCompanies } from './records/named-companies-service.ts';
import { ReviewRowsStore } from './records/review-rows-store.ts';
import { RowCellsStore } from './records/row-cells-store.ts';
import { SameCompanyStore } from './records/same-company-store.ts';
import { SourceChoicesStore } from './records/source-choices-store.ts';
import { SourceFilesStore } from './records/source-files-store.ts';
import { SourceOverviewStore } from './records/source-overview-store.ts';
import type { RunScope, SourceScope } from './records/source-record.ts';
import { SourceRowsStore } from './records/source-rows-store.ts';
import { SourcesStore } from './records/sources-store.ts';
import { TableRowsStore } from './records/table-rows-store.ts';
import { SourceResolving, type SourceResolvingParts } from './resolving/source-resolving-service.ts';
import { SourceRuns, type SourceRunsParts } from './resolving/source-runs-service.ts';
import { SourceRunsStore } from './resolving/source-runs-store.ts';
import { SourceRunsWorker } from './resolving/source-runs-worker.ts';
import { Presence } from './review/presence-service.ts';
import { PresenceStore } from './review/presence-store.ts';
import { RowNamesakes } from './review/row-namesakes-service.ts';
import { RowReasons } from './review/row-reasons-service.ts';
import { RowReasonsStore } from './review/row-reasons-store.ts';
import { SourceOverview } from './review/source-overview-service.ts';
import { SourceReview, type SourceReviewParts } from './review/source-review-service.ts';
import { SourceTable } from './review/source-table-service.ts';
import { type SourcesParts, SourcesService } from './sources-service.ts';
import { type FileUpload, ImportParsing } from './uploads/import-parsing-service.ts';

type Parts = SourcesParts & SourceResolvingParts & RowDecisionsParts & SourceRunsParts;

export interface SourcesNeeds
  extends Omit<
    Parts & SourceReviewParts,
    | 'sources'
    | 'rows'
    | 'cells'
    | 'files'
    | 'runs'
    | 'decisions'
    | 'choices'
    | 'named'
    | 'bounds'
    | 'sameNames'
    | 'history'
    | 'earlierRows'
    | 'reviewed'
    | 'presence'
    | 'remembered'
  > {
  readonly knex: Knex;
  readonly lookup: CompanyLookup;
  dataAsOf(): Promise<DataAsOf>;
}

/** Resolves the rows of a table to companies: import, map, resolve, review, select, export. */
export function createSources({ knex, ...needs }: SourcesNeeds) {
  const { idempotency, charging, matching, lookup, companies, profiles, invoiceRegister, paging, dataAsOf } =
    needs;
  const stores = {
    sources: new SourcesStore(knex),
    rows: new SourceRowsStore(knex),
    cells: new RowCellsStore(knex),
    files: new SourceFilesStore(knex),
    runs: new SourceRunsStore(knex),
    history: new DecisionHistoryStore(knex),
    earlierRows: new EarlierRowsStore(knex),
  };
  const choices = new SourceChoicesStore(knex);
  const service = new SourcesService({ ...stores, companies, idempotency, paging });
  const named = new NamedCompanies({ companies, lookup });
  const resolvingParts = {
    ...stores,
    choices,
    charging,
    matching,
    ...(invoiceRegister && { invoiceRegister }),
  };
  const resolving = new SourceResolving(resolvingParts);
  const runs = new SourceRuns({ ...stores, charging, paging }, resolving);
  const worker = new SourceRunsWorker(resolvingParts);
  const parsing = new ImportParsing();
  const decided = { ...stores, decisions: new RowDecisionsStore(knex) };
  const reviewStores = {
    ...stores,
    reviewed: new ReviewRowsStore(knex),
    presence: new PresenceStore(knex),
  };
  const review = new SourceReview({ ...reviewStores, companies, profiles, paging });
  const presence = new Presence(reviewStores);
  const sameNames = new SameNames({ ...reviewStores, ...decided, companies, lookup });
  const rememberedRows = new RememberedRows({
    ...decided,
    remembered: new RememberedRowsStore(knex),
    companies,
    paging,
  });
  const remembering = { ...decided, choices, remembered: rememberedRows, charging };
  const decisions = new RowDecisions({ ...reviewStores, ...remembering, named, sameNames });
  const reasons = new RowReasons({ ...decided, reasons: new RowReasonsStore(knex), choices, charging });
  const namesakes = new RowNamesakes({ ...stores, companies, lookup, paging, dataAsOf });
  const undoing = new DecisionUndo({ ...remembering, undoing: new DecisionUndoStore() });
  const history = new SourceHistory({ ...reviewStores, companies, paging });
  const tables = new ChoiceTables({ ...reviewStores, decisions, companies, charging });
  const remembered = new RememberedChoices({ choices, companies, named, rows: rememberedRows, paging });
  const sameCompanies = new SameCompanyStore(knex);
  const exporting = new SourceExporting({ ...stores, companies, profiles, history, sameCompanies });
  const joining = new SourceJoining({ ...stores, companies });
  const table = new SourceTable({ ...stores, table: new TableRowsStore(knex), sameCompanies, companies });
  const overview = new SourceOverview({ ...stores, counts: new SourceOverviewStore(knex) });
  const importSource: LargeBodyHandler<typeof sourcesEndpoints.importSource, SourceUpload> = {
    bodies: parsing.rows,
    handler: (context) => service.importSource(buildKeyedCall(context), context.body),
  };
  const importSourceFile: LargeBodyHandler<typeof sourcesEndpoints.importSourceFile, FileUpload> = {
    bodies: parsing.files,
    handler: (context) =>
      context.body.preview
        ? service.preview(buildKeyedCall(context), context.body)
        : service.importFile(buildKeyedCall(context), context.body),
  };
  const importSourceChoices: LargeBodyHandler<typeof decisionEndpoints.importSourceChoices, ChoicesUpload> = {
    bodies: parsing.choices,
    handler: (context) => {
      const { table, digest, remember = 'suggest', ...others } = context.body;
      refuseToRemember(context.account.keyScope, context.body.remember);
      const parameters = { ...others, remember };
      // A repeated call must send the same file.
      const call = { ...decidingCall(context), body: { ...parameters, table: digest } };
      return tables.import(call, context.params.sourceId, table);
    },
  };
  const importRememberedChoices: LargeBodyHandler<
    typeof decisionEndpoints.importRememberedChoices,
    RememberedUpload
  > = {
    bodies: parsing.remembered,
    handler: async ({ account, body }) => ({ body: await remembered.import(account, body) }),
  };
  const handlers: Handlers<
    typeof sourcesEndpoints &
      typeof reviewEndpoints &
      typeof decisionEndpoints &
      typeof sourceRunsEndpoints &
      typeof tableEndpoints
  > = {
    importSource,
    importSourceFile,
    listSources: respond(({ account, query }) => service.list(account.accountId, query)),
    inspectSource: respond((context) => service.inspect(scopeOf(context), reachOf(context))),
    mapSource: respond((context) => service.map(scopeOf(context), context.body, reachOf(context))),
    reviewSource: respond((context) => review.review(scopeOf(context), context.account.keyId, context.query)),
    getSourceRow: async (context) => {
      const reviewer = { keyId: context.account.keyId, session: context.query.session };
      return { body: await review.row(scopeOf(context), context.params.rowId, reviewer) };
    },
    getSourceProgress: respond((context) => review.progress(scopeOf(context), context.query)),
    putSourcePresence: respond((context) =>
      presence.arrive(scopeOf(context), context.account.keyId, context.body),
    ),
    getSourcePresence: respond((context) =>
      presence.list(scopeOf(context), context.account.keyId, context.query.session),
    ),
    deleteSourcePresence: async (context) => {
      const own = { keyId: context.account.keyId, session: context.query.session };
      return { body: await presence.leave(scopeOf(context), own) };
    },
    listRowNamesakes: respond((context) =>
      namesakes.list(scopeOf(context), context.params.rowId, context.query, context.signal),
    ),
    exportSource: (context) => exporting.export(scopeOf(context), context.query, reachOf(context)),
    exportSourceAs: (context) => exporting.export(scopeOf(context), context.body, reachOf(context)),
    deleteSource: respond((context) => service.delete(scopeOf(context))),
    resolveSource: (context) => resolving.resolve(toChargeCall(context), context.params.sourceId),
    selectSourceRow: (context) => decisions.select(decidingCall(context), context.params.sourceId),
    decideSourceRows: (context) => {
      for (const { remember } of context.body.decisions) refuseToRemember(context.account.keyScope, remember);
      return decisions.decide(decidingCall(context), context.params.sourceId);
    },
    undoSourceDecisions: (context) => undoing.undo(decidingCall(context), context.params.sourceId),
    listSourceHistory: respond((context) => history.list(scopeOf(context), context.query, reachOf(context))),
    exportSourceHistory: (context) => history.export(scopeOf(context), context.query, reachOf(context)),
    exportSourceCandidates: (context) => tables.export(scopeOf(context), context.query),
    importSourceChoices,
    listSourceReasons: respond((context) => reasons.list(scopeOf(context))),
    acceptSourceReason: (context) => {
      refuseToRemember(context.account.keyScope, context.body.remember);
      return reasons.accept(decidingCall(context), context.params.sourceId);
    },
    listRememberedChoices: respond(({ account, query }) => remembered.list(account.accountId, query)),
    importRememberedChoices,
    exportRememberedChoices: ({ account, query }) => remembered.export(account.accountId, query),
    updateRememberedChoice: respond(({ account, params, body }) =>
      remembered.update(account, params.choiceId, body),
    ),
    deleteRememberedChoice: respond(({ account, params, query }) =>
      remembered.delete(account, params.choiceId, query.reopen),
    ),
    listRememberedRows: respond(({ account, params, query }) =>
      remembered.settledRows(account.accountId, params.choiceId, query),
    ),
    startSourceRun: (context) => runs.start(toChargeCall(context), context.params.sourceId),
    listSourceRuns: respond((context) => runs.list(scopeOf(context), context.query)),
    getSourceRun: async (context) => {
      const { query, signal } = context;
      return { body: await runs.show(runOf(context), { wait: query.wait, signal }) };
    },
    cancelSourceRun: respond((context) => runs.cancel(runOf(context))),
    resumeSourceRun: (context) => runs.resume(toChargeCall(context), runOf(context)),
    listSourceRows: respond((context) => table.show(scopeOf(context), context.query)),
    getSourceOverview: respond((context) => overview.show(scopeOf(context))),
    countSourceJoin: respond((context) => {
      refuseOtherSources(context.account.keyScope);
      return joining.count(scopeOf(context), context.query.other);
    }),
    exportSourceJoin: (context) => {
      refuseOtherSources(context.account.keyScope);
      return joining.export(scopeOf(context), context.query);
    },
  };
  const lane = createLane('resolve_source', (payload, queuedTry) => worker.work(payload, queuedTry));
  return { handlers, service, lanes: [lane], close: () => parsing.close() };
}

function scopeOf({ account, params }: { account: Account; params: { sourceId: string } }): SourceScope {
  return { accountId: account.accountId, sourceId: params.sourceId };
}

function reachOf({ account }: { account: Account }) {
  return { isForOne: account.keyScope.sourceId !== null };
}

function decidingCall<Body extends ChargingBody>(
  context: Parameters<typeof toChargeCall>[0] & { readonly account: Account; readonly body: Body },
) {
  return { ...toChargeCall(context), body: context.body };
}

function runOf(context: { account: Account; params: { sourceId: string; runId: string } }): RunScope {
  return { ...scopeOf(context), runId: context.params.runId };
}
