import { endpointsOf } from '../endpoint.ts';
import { companyPath, companyProfileSchema } from './company-profile.ts';

export const companiesEndpoints = endpointsOf('Companies', {
  getCompany: {
    method: 'GET',
    path: '/companies/:companyId',
    summary: 'One company with its names, identifiers, listings and facts, each with source, time and age.',
    description:
      'Accepts former ids too; `resolved_from` then has the requested id. Counts toward the rate limit of company search, but not toward the quota.',
    answers: { 200: { description: 'The company.', schema: companyProfileSchema } },
    errors: ['company_not_found'],
    limit: 'suggest',
    params: companyPath,
  },
});
