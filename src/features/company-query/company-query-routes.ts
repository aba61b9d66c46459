import { companyQueryAnswerSchema, companyQueryBody } from '../../contract/company-query/company-query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { CompanyQueryService } from './company-query-service.ts';

/** `POST /companies/query`. */
export function companyQueryRoutes(queries: CompanyQueryService): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/companies/query',
      operationId: 'queryCompanies',
      tag: 'Evidence',
      summary: 'Find companies by financial thresholds and the filters of company search.',
      description:
        'A company that lacks a figure which a condition or the order needs is left out; `meta.excluded_no_data` counts those. Counts as one search toward rate and quota.',
      answers: { 200: { description: 'A page of companies.', schema: companyQueryAnswerSchema } },
      errors: ['invalid_cursor', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
      auth: 'key',
      limit: 'search',
      body: companyQueryBody,
      handler: async ({ account, body, signal }) => ({
        body: await queries.query(account.accountId, body, signal),
      }),
    }),
  ];
}
