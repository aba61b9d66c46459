import type { Knex } from 'knex';
import { servicePrefix } from '../../contract/endpoint.ts';
import type { JobTask } from '../../database/job-queue.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import type { Paging } from '../../paging/paging.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import type { Charging } from '../credits/charging-service.ts';
import type { FinancialQueryService } from '../financial-query/financial-query-service.ts';
import type { SourcesService } from '../sources/sources-service.ts';
import { enrichmentHandlers } from './enrichment/enrichment-handlers.ts';
import { EnrichmentService } from './enrichment/enrichment-service.ts';
import { EnrichmentStore } from './enrichment/enrichment-store.ts';
import { estimatesHandlers } from './estimates/estimates-handlers.ts';
import { EstimatesService } from './estimates/estimates-service.ts';
import { EstimatesStore } from './estimates/estimates-store.ts';
import { ListMembersService } from './estimates/list-members-service.ts';
import { MaterializeService } from './estimates/materialize-service.ts';
import { ExportFilesStore, exportsFolder } from './exports/export-files-store.ts';
import { exportsHandlers } from './exports/exports-handlers.ts';
import { ExportsService } from './exports/exports-service.ts';
import { ExportsStore } from './exports/exports-store.ts';
import { DiffsStore } from './publishing/diffs-store.ts';
import { publishingHandlers } from './publishing/publishing-handlers.ts';
import { PublishingService } from './publishing/publishing-service.ts';
import { SnapshotsStore } from './publishing/snapshots-store.ts';
import { ListRemoval } from './saved/list-removal-service.ts';
import { ListRemovalStore, removeListTask } from './saved/list-removal-store.ts';
import { ListRowsStore } from './saved/list-rows-store.ts';
import { ListsService } from './saved/lists-service.ts';
import { ListsStore } from './saved/lists-store.ts';
import { savedListsHandlers } from './saved/saved-lists-handlers.ts';

export interface ListsNeeds {
  readonly knex: Knex;
  readonly idempotency: Idempotency;
  readonly charging: Charging;
  readonly search: CompanySearchService;
  readonly companies: CompaniesService;
  readonly sources: SourcesService;
  readonly financialQueries: FinancialQueryService;
  readonly paging: Paging;
  /** Contains the exported files. */
  readonly stateFolder: string;
  now(): Date;
}

/** Saved Lists: estimates, enrichment, export and publishing. */
export function createLists(needs: ListsNeeds) {
  const { knex, idempotency, charging, companies, sources, paging, now } = needs;
  const stores = { lists: new ListsStore(knex), rows: new ListRowsStore(knex) };
  const enrichmentStore = new EnrichmentStore(knex);
  const members = new ListMembersService(needs);
  const estimatesStore = new EstimatesStore(knex);
  const estimates = new EstimatesService({ ...needs, store: estimatesStore, members });
  const lists = new ListsService({ ...stores, companies, paging, now });
  const saved = { ...stores, listsService: lists, companies, now };
  const exporting = {
    exports: new ExportsStore(knex),
    files: new ExportFilesStore(exportsFolder(needs.stateFolder)),
    now,
  };
  const materialize = new MaterializeService({ ...saved, idempotency, charging, estimates, sources });
  const enrichments = new EnrichmentService({ charging, lists, store: enrichmentStore, paging, now });
  const exports = new ExportsService({
    ...saved,
    ...exporting,
    enrichments: enrichmentStore,
    estimates,
    basePath: `${servicePrefix}/lists`,
  });
  const removal = new ListRemoval({ ...saved, ...exporting, removal: new ListRemovalStore(knex) });
  const publishing = new PublishingService({
    ...saved,
    members,
    snapshots: new SnapshotsStore(knex),
    diffs: new DiffsStore(knex),
    paging,
  });
  const jobs: Readonly<Record<string, JobTask>> = {
    [removeListTask]: (payload) => removal.remove(payload),
  };
  return {
    handlers: {
      ...estimatesHandlers(estimates, materialize),
      ...exportsHandlers(exports),
      ...savedListsHandlers(lists, removal),
      ...enrichmentHandlers(enrichments),
      ...publishingHandlers(publishing),
    },
    lists,
    materialize,
    publishing,
    jobs,
    kept: { ...exporting, estimates: estimatesStore },
  };
}
