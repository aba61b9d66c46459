import type { Knex } from 'knex';
import type { DataAsOf } from '../../contract/as-of.ts';
import type { Lane } from '../../database/queue-tasks.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import type { Paging } from '../../paging/paging.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import type { Charging } from '../credits/charging-service.ts';
import type { FinancialQueryService } from '../financial-query/financial-query-service.ts';
import type { SourcesService } from '../sources/sources-service.ts';
import { EnrichmentService } from './enrichment/enrichment-service.ts';
import { EnrichmentStore } from './enrichment/enrichment-store.ts';
import { EstimatesService } from './estimates/estimates-service.ts';
import { EstimatesStore } from './estimates/estimates-store.ts';
import { ListMembersService } from './estimates/list-members-service.ts';
import { MaterializeService } from './estimates/materialize-service.ts';
import { ExportFilesStore, exportsFolder } from './exports/export-files-store.ts';
import { ExportsService } from './exports/exports-service.ts';
import { ExportsStore } from './exports/exports-store.ts';
import { listsHandlers } from './lists-handlers.ts';
import { DiffsStore } from './publishing/diffs-store.ts';
import { PublishingService } from './publishing/publishing-service.ts';
import { SnapshotsStore } from './publishing/snapshots-store.ts';
import { ListRemovalStore, removeListTask } from './saved/list-removal-store.ts';
import { ListRowsStore } from './saved/list-rows-store.ts';
import { ListsService } from './saved/lists-service.ts';
import { ListsStore } from './saved/lists-store.ts';

export interface ListsNeeds {
  readonly knex: Knex;
  readonly idempotency: Idempotency;
  readonly charging: Charging;
  readonly search: CompanySearchService;
  readonly companies: CompaniesService;
  readonly sources: SourcesService;
  readonly financialQueries: FinancialQueryService;
  readonly paging: Paging;
  /** The folder that contains the exported files. */
  readonly stateFolder: string;
  dataAsOf(): Promise<DataAsOf>;
  now(): Date;
}

/** What each service of Lists may use: the stores of Lists and other features. */
export type ListsParts = ReturnType<typeof createParts>;

function createParts({ knex, stateFolder, ...needs }: ListsNeeds) {
  return {
    ...needs,
    lists: new ListsStore(knex),
    rows: new ListRowsStore(knex),
    removals: new ListRemovalStore(knex),
    estimates: new EstimatesStore(knex),
    enrichments: new EnrichmentStore(knex),
    exports: new ExportsStore(knex),
    files: new ExportFilesStore(exportsFolder(stateFolder)),
    snapshots: new SnapshotsStore(knex),
    diffs: new DiffsStore(knex),
  };
}

export type ListServices = ReturnType<typeof createServices>;

function createServices(parts: ListsParts) {
  const lists = new ListsService(parts);
  const members = new ListMembersService(parts);
  const estimates = new EstimatesService(parts, members);
  return {
    lists,
    estimates,
    materialize: new MaterializeService(parts, lists, estimates),
    enrichments: new EnrichmentService(parts, lists),
    exports: new ExportsService(parts, lists, estimates),
    publishing: new PublishingService(parts, lists, members),
  };
}

/** Saved Lists: estimates, enrichment, export and publishing. */
export function createLists(needs: ListsNeeds) {
  const parts = createParts(needs);
  const services = createServices(parts);
  const lane: Lane = {
    tasks: { [removeListTask]: (payload) => services.lists.removeDeleted(payload) },
    ...{ atOnce: 1, ofOneAccount: 1, maxMs: 30 * 60_000, upkeep: true },
  };
  return { ...services, handlers: listsHandlers(services), lanes: [lane] };
}
