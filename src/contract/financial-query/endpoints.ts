import { endpoint } from '../endpoint.ts';
import { companyQueryAnswerSchema, companyQueryBody } from './company-query.ts';

export const financialQueryEndpoints = {
  queryCompanies: endpoint({
    method: 'POST',
    path: '/companies/query',
    tag: 'Evidence',
    summary: 'Find companies by financial thresholds and the filters of company search.',
    description:
      'A company that lacks a figure which a condition or the order needs is left out; `meta.excluded_no_data` counts those. Counts as one search toward rate and quota.',
    answers: { 200: { description: 'A page of companies.', schema: companyQueryAnswerSchema } },
    errors: ['invalid_cursor', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
    auth: 'key',
    limit: 'search',
    body: companyQueryBody,
  }),
};
