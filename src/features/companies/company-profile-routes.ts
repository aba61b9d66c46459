import { companyPath } from '../../contract/company-profile.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { CompanyProfileService } from './company-profile-service.ts';

/** `GET /companies/{companyId}`. */
export function companyProfileRoutes(profiles: CompanyProfileService): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/companies/:companyId',
      summary:
        'One company with its names, identifiers, listings and values, each with source, time and age.',
      auth: 'key',
      limit: 'suggest',
      params: companyPath,
      handler: async ({ params }) => ({ body: await profiles.profile(params.companyId) }),
    }),
  ];
}
