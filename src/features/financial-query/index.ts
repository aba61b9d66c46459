import type { Knex } from 'knex';
import type { financialQueryEndpoints } from '../../contract/financial-query/endpoints.ts';
import { type Handlers, respond } from '../../http/route.ts';
import { type FinancialQueryParts, FinancialQueryService } from './financial-query-service.ts';
import { FinancialQueryStore } from './financial-query-store.ts';

export interface FinancialQueryNeeds extends Omit<FinancialQueryParts, 'store'> {
  readonly knex: Knex;
}

/** Companies by their financial figures. */
export function createFinancialQuery({ knex, ...needs }: FinancialQueryNeeds) {
  const service = new FinancialQueryService({ ...needs, store: new FinancialQueryStore(knex) });
  const handlers: Handlers<typeof financialQueryEndpoints> = {
    queryCompanies: respond(({ account, body, signal }) =>
      service.queryCompanies(account.accountId, body, signal),
    ),
  };
  return { handlers, service };
}
