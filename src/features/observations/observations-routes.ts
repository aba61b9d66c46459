import { companyPath } from '../../contract/company-profile.ts';
import { companyObservationsQuery, observationSearchBody } from '../../contract/observations.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { CompanyObservationsService } from './company-observations-service.ts';
import type { ObservationSearchAnswer, ObservationSearchService } from './observation-search-service.ts';

/** `POST /observations/search` and `GET /companies/{companyId}/observations`. */
export function observationsRoutes(
  search: ObservationSearchService,
  ofCompany: CompanyObservationsService,
): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/observations/search',
      summary: 'Find evidence records across companies by words, filters and themes, grouped by company.',
      auth: 'key',
      limit: 'heavy',
      body: observationSearchBody,
      handler: async ({ body, signal }) => ({
        body: searchEnvelope(await search.search(body, signal), body.scan_limit),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/companies/:companyId/observations',
      summary: 'The observations of one company, the newest first.',
      auth: 'key',
      limit: 'suggest',
      params: companyPath,
      query: companyObservationsQuery,
      handler: async ({ account, params, query }) => ({
        body: await ofCompany.observations(account.accountId, params.companyId, query),
      }),
    }),
  ];
}

function searchEnvelope(answer: ObservationSearchAnswer, scanLimitRequested: number) {
  return {
    ok: true,
    object: 'observation_search',
    status: 'ready',
    results: answer.results,
    warnings: answer.warnings,
    meta: {
      returned_companies: answer.results.length,
      matched_companies: answer.matchedCompanies,
      matched_observations: answer.matchedObservations,
      scan_limit: answer.scanLimit,
      scan_limit_requested: scanLimitRequested,
      technology_aliases: answer.aliases,
      source_search: answer.sourceSearch,
    },
  };
}
