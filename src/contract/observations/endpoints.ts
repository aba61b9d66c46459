import { companyPath } from '../companies/company-profile.ts';
import { defineEndpoints } from '../endpoint.ts';
import * as observations from './observations.ts';

export const observationsEndpoints = {
  ...defineEndpoints('Evidence', {
    searchObservations: {
      method: 'POST',
      path: '/observations/search',
      writes: false,
      summary: 'Find evidence records across companies by words, filters and themes, grouped by company.',
      description: `Saves nothing and costs no credits. \`company_ids\`, \`observation_types\`, \`observation_subtypes\` and \`sources\` are applied first, then the other filters and the words. If more observations match than \`scan_limit\`, only the best are read, and the warning \`scan_truncated\` says so.

Zero results are not an error: \`warnings\` says what may explain them, \`meta.coverage_warnings\` how complete the data is, and \`meta.source_search\` what was searched.`,
      answers: {
        200: {
          description: 'The results, grouped by company.',
          schema: observations.observationSearchAnswer,
        },
      },
      errors: ['observation_query_failed', 'edinet_evidence_query_failed'],
      limit: 'heavy',
      work: 'query',
      body: observations.observationSearchBody,
    },
  }),
  ...defineEndpoints('Companies', {
    listCompanyObservations: {
      method: 'GET',
      path: '/companies/:companyId/observations',
      summary: "One company's observations, newest first.",
      answers: {
        200: { description: 'A page of observations.', schema: observations.companyObservationsAnswer },
      },
      errors: ['company_not_found', 'invalid_cursor'],
      limit: 'suggest',
      params: companyPath,
      query: observations.companyObservationsQuery,
    },
  }),
};
