import { companyPath } from '../../contract/companies/company-profile.ts';
import {
  companyObservationsAnswer,
  companyObservationsQuery,
  observationSearchAnswer,
  observationSearchBody,
} from '../../contract/observations/observations.ts';
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
      operationId: 'searchObservations',
      tag: 'Evidence',
      summary: 'Find evidence records across companies by words, filters and themes, grouped by company.',
      description: `Saves nothing and costs no credit. First \`company_ids\`, \`observation_types\`, \`observation_subtypes\` and \`sources\` are applied, then the other filters and the words. When more observations match than \`scan_limit\`, the best are read and the warning \`scan_truncated\` says so.

Zero results are not an error: \`warnings\` says what might explain them, \`meta.coverage_warnings\` how far the data reaches, \`meta.source_search\` what was searched.`,
      answers: { 200: { description: 'What was found, by company.', schema: observationSearchAnswer } },
      errors: ['observation_query_failed', 'edinet_evidence_query_failed'],
      auth: 'key',
      limit: 'heavy',
      body: observationSearchBody,
      handler: async ({ body, signal }) => ({
        body: searchEnvelope(await search.search(body, signal), body.scan_limit ?? null),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/companies/:companyId/observations',
      operationId: 'listCompanyObservations',
      tag: 'Companies',
      summary: 'The observations of one company, the newest first.',
      answers: { 200: { description: 'A page of observations.', schema: companyObservationsAnswer } },
      errors: ['company_not_found', 'invalid_cursor'],
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

function searchEnvelope(answer: ObservationSearchAnswer, scanLimitRequested: number | null) {
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
      coverage_warnings: answer.coverageWarnings,
    },
  };
}
