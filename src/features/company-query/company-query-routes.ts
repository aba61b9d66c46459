import { companyQueryBody } from '../../contract/company-query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { CompanyQueryService } from './company-query-service.ts';

/** `POST /companies/query`. */
export function companyQueryRoutes(queries: CompanyQueryService): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/companies/query',
      summary: 'Find companies by financial thresholds and the filters of company search.',
      auth: 'key',
      limit: 'search',
      body: companyQueryBody,
      handler: async ({ account, body, signal }) => ({
        body: await queries.query(account.accountId, body, signal),
      }),
    }),
  ];
}
