import type { Knex } from 'knex';
import type { constructionEndpoints } from '../../contract/construction/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { ConstructionService } from './construction-service.ts';
import { ConstructionStore } from './construction-store.ts';

export interface ConstructionNeeds {
  readonly knex: Knex;
  readonly search: CompanySearchService;
}

/** Companies by their construction permits. */
export function createConstruction({ knex, search }: ConstructionNeeds) {
  const service = new ConstructionService({ search, store: new ConstructionStore(knex) });
  const handlers: Handlers<typeof constructionEndpoints> = {
    searchConstruction: async ({ account, body, signal }) => ({
      body: await service.search(account.accountId, body, signal),
    }),
  };
  return { handlers };
}
