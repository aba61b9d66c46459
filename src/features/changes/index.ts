import type { Knex } from 'knex';
import type { DataAsOf } from '../../contract/as-of.ts';
import type { changesEndpoints } from '../../contract/changes/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { ChangesService } from './changes-service.ts';
import { ChangesStore } from './changes-store.ts';

export interface ChangesNeeds {
  readonly knex: Knex;
  readonly companies: CompaniesService;
  dataAsOf(): Promise<DataAsOf>;
}

/** The feed of changes of companies. */
export function createChanges({ knex, companies, dataAsOf }: ChangesNeeds) {
  const service = new ChangesService({ store: new ChangesStore(knex), companies, dataAsOf });
  const handlers: Handlers<typeof changesEndpoints> = {
    listChanges: async ({ query }) => ({ body: await service.listChanges(query) }),
  };
  return { handlers };
}
