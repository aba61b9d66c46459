import { companyPath, companyProfileSchema } from '../../contract/companies/company-profile.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { CompanyProfileService } from './company-profile-service.ts';

/** `GET /companies/{companyId}`. */
export function companyProfileRoutes(profiles: CompanyProfileService): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/companies/:companyId',
      operationId: 'getCompany',
      tag: 'Companies',
      summary:
        'One company with its names, identifiers, listings and values, each with source, time and age.',
      description:
        'Takes former ids too: `resolved_from` then has the id that was asked for. Counts toward the rate of company search, not toward the quota.',
      answers: { 200: { description: 'The company.', schema: companyProfileSchema } },
      errors: ['company_not_found'],
      auth: 'key',
      limit: 'suggest',
      params: companyPath,
      handler: async ({ params }) => ({ body: await profiles.profile(params.companyId) }),
    }),
  ];
}
