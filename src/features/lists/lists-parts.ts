import type { DataAsOf } from '../../contract/as-of.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import type { Paging } from '../../paging/paging.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import type { Charging } from '../credits/charging-service.ts';
import type { FinancialQueryService } from '../financial-query/financial-query-service.ts';
import type { SourcesService } from '../sources/sources-service.ts';
import type { EnrichmentStore } from './enrichment/enrichment-store.ts';
import type { EstimatesStore } from './estimates/estimates-store.ts';
import type { ExportFilesStore } from './exports/export-files-store.ts';
import type { ExportsStore } from './exports/exports-store.ts';
import type { DiffsStore } from './publishing/diffs-store.ts';
import type { SnapshotsStore } from './publishing/snapshots-store.ts';
import type { ListRemovalStore } from './saved/list-removal-store.ts';
import type { ListRowsStore } from './saved/list-rows-store.ts';
import type { ListsStore } from './saved/lists-store.ts';

/** What Lists use of the rest of the service. */
export interface OtherFeatures {
  readonly idempotency: Idempotency;
  readonly charging: Charging;
  readonly search: CompanySearchService;
  readonly companies: CompaniesService;
  readonly sources: SourcesService;
  readonly financialQueries: FinancialQueryService;
  readonly paging: Paging;
  dataAsOf(): Promise<DataAsOf>;
  now(): Date;
}

/** What each service of Lists may use: the stores of Lists and other features. */
export interface ListsParts extends OtherFeatures {
  readonly lists: ListsStore;
  readonly rows: ListRowsStore;
  readonly removals: ListRemovalStore;
  readonly estimates: EstimatesStore;
  readonly enrichments: EnrichmentStore;
  readonly exports: ExportsStore;
  readonly files: ExportFilesStore;
  readonly snapshots: SnapshotsStore;
  readonly diffs: DiffsStore;
}
