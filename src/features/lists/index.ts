import type { Knex } from 'knex';
import { createLane } from '../../database/queue-tasks.ts';
import { EnrichmentService } from './enrichment/enrichment-service.ts';
import { EnrichmentStore } from './enrichment/enrichment-store.ts';
import { EstimatesService } from './estimates/estimates-service.ts';
import { EstimatesStore } from './estimates/estimates-store.ts';
import { ListMembersService } from './estimates/list-members-service.ts';
import { MaterializeService } from './estimates/materialize-service.ts';
import { ExportFilesStore, getExportsFolder } from './exports/export-files-store.ts';
import { ExportsService } from './exports/exports-service.ts';
import { ExportsStore } from './exports/exports-store.ts';
import { createListsHandlers } from './lists-handlers.ts';
import type { ListsParts, OtherFeatures } from './lists-parts.ts';
import { DiffsStore } from './publishing/diffs-store.ts';
import { PublishingService } from './publishing/publishing-service.ts';
import { SnapshotsStore } from './publishing/snapshots-store.ts';
import { ListRemovalStore } from './saved/list-removal-store.ts';
import { ListRowsStore } from './saved/list-rows-store.ts';
import { ListsService } from './saved/lists-service.ts';
import { ListsStore } from './saved/lists-store.ts';

interface ListsNeeds extends OtherFeatures {
  readonly knex: Knex;
  /** The folder that contains the exported files. */
  readonly stateFolder: string;
}

function createParts({ knex, stateFolder, ...needs }: ListsNeeds): ListsParts {
  return {
    ...needs,
    lists: new ListsStore(knex),
    rows: new ListRowsStore(knex),
    removals: new ListRemovalStore(knex),
    estimates: new EstimatesStore(knex),
    enrichments: new EnrichmentStore(knex),
    exports: new ExportsStore(knex),
    files: new ExportFilesStore(getExportsFolder(stateFolder)),
    snapshots: new SnapshotsStore(knex),
    diffs: new DiffsStore(knex),
  };
}

/** Saved Lists: estimates, enrichment, export and publishing. */
export function createLists(needs: ListsNeeds) {
  const parts = createParts(needs);
  const lists = new ListsService(parts);
  const members = new ListMembersService(parts);
  const estimates = new EstimatesService(parts, members);
  const services = {
    lists,
    estimates,
    materialize: new MaterializeService(parts, lists, estimates),
    enrichments: new EnrichmentService(parts, lists),
    exports: new ExportsService(parts, lists, estimates),
    publishing: new PublishingService(parts, lists, members),
  };
  const lane = createLane('remove_list', (payload) => services.lists.removeDeleted(payload));
  return { ...services, handlers: createListsHandlers(services), lanes: [lane] };
}
