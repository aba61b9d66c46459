import type { Knex } from 'knex';
import type { companyQueryEndpoints } from '../../contract/company-query/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { CompanyQueryService } from './company-query-service.ts';
import { CompanyQueryStore } from './company-query-store.ts';

export interface CompanyQueryNeeds {
  readonly knex: Knex;
  readonly search: CompanySearchService;
  now(): Date;
}

/** Companies by their financial figures. */
export function createCompanyQuery({ knex, search, now }: CompanyQueryNeeds) {
  const service = new CompanyQueryService({ search, store: new CompanyQueryStore(knex), now });
  const handlers: Handlers<typeof companyQueryEndpoints> = {
    queryCompanies: async ({ account, body, signal }) => ({
      body: await service.query(account.accountId, body, signal),
    }),
  };
  return { handlers, service };
}
