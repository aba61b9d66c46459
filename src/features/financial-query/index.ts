import type { Knex } from 'knex';
import type { financialQueryEndpoints } from '../../contract/financial-query/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { FinancialQueryService } from './financial-query-service.ts';
import { FinancialQueryStore } from './financial-query-store.ts';

export interface FinancialQueryNeeds {
  readonly knex: Knex;
  readonly search: CompanySearchService;
  now(): Date;
}

/** Companies by their financial figures. */
export function createFinancialQuery({ knex, search, now }: FinancialQueryNeeds) {
  const service = new FinancialQueryService({ search, store: new FinancialQueryStore(knex), now });
  const handlers: Handlers<typeof financialQueryEndpoints> = {
    queryCompanies: async ({ account, body, signal }) => ({
      body: await service.queryCompanies(account.accountId, body, signal),
    }),
  };
  return { handlers, service };
}
