import { formatPrice, prices } from '../credits/prices.ts';
import { defineEndpoints } from '../endpoint.ts';
import { pageQuery } from '../fields.ts';
import { formatLimit, maxMaterializedRows } from '../limits.ts';
import { listMaterializeAnswer } from '../lists/definitions.ts';
import { estimateEndpoints } from '../lists/estimate-endpoints.ts';
import * as discovery from './discovery.ts';

export const discoveryEndpoints = defineEndpoints('Discovery', {
  createDiscovery: {
    method: 'POST',
    path: '/discovery',
    writes: true,
    summary: 'Save a company search as a discovery and show its results.',
    description:
      'A discovery stores the conditions, not the results: every time it is read, the search runs again and counts as a company search. If the search is refused, nothing is saved.',
    answers: {
      200: {
        description: 'The discovery with its first companies.',
        schema: discovery.discoveryAnswerSchema,
      },
    },
    errors: ['max_employees_unsupported_on_this_path', 'search_unavailable'],
    limit: 'search',
    body: discovery.discoveryBody,
  },
  listDiscoveries: {
    method: 'GET',
    path: '/discovery',
    summary: "The account's discoveries, newest first.",
    answers: { 200: { description: 'A page of discoveries.', schema: discovery.discoveriesPageSchema } },
    errors: ['invalid_cursor'],
    query: pageQuery,
  },
  getDiscovery: {
    method: 'GET',
    path: '/discovery/:discoveryId',
    summary: 'A discovery with its current results.',
    description:
      'Runs the search and counts as a company search. Zero results are not an error: `warnings` says what may explain them.',
    answers: {
      200: {
        description: 'The discovery with a page of companies.',
        schema: discovery.discoveryAnswerSchema,
      },
    },
    errors: [
      'discovery_not_found',
      'invalid_cursor',
      'max_employees_unsupported_on_this_path',
      'search_unavailable',
    ],
    limit: 'search',
    params: discovery.discoveryPath,
    query: pageQuery,
  },
  refineDiscovery: {
    method: 'POST',
    path: '/discovery/:discoveryId/refine',
    writes: true,
    summary: 'Create a new discovery from this one, with changed conditions.',
    description:
      'The new discovery has a `revision` one higher, and this one as its `parent_id`; this one does not change. Absent conditions stay; null removes a condition, even a single filter. Counts as a company search.',
    answers: {
      200: {
        description: 'The new discovery with its first companies.',
        schema: discovery.discoveryAnswerSchema,
      },
    },
    errors: ['discovery_not_found', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
    limit: 'search',
    params: discovery.discoveryPath,
    body: discovery.refineBody,
  },
  materializeDiscovery: {
    method: 'POST',
    path: '/discovery/:discoveryId/materialize',
    writes: true,
    summary: `Save the current results of a discovery as a List, for ${formatPrice(prices.savedRow)} per saved row.`,
    description: `Creates a List estimate, applies the checks of \`POST /lists/materialize\`, and saves at most ${formatLimit(maxMaterializedRows)} rows. It is refused if a condition is not applied, and if weak conditions find nothing. With \`dryRun: true\`, the answer is the same, but nothing is saved or charged.`,
    answers: {
      200: { description: 'The new List and its cost.', schema: listMaterializeAnswer },
    },
    errors: [
      'discovery_not_found',
      'list_conditions_not_materializable',
      'max_employees_unsupported_on_this_path',
      'search_unavailable',
    ],
    charge: estimateEndpoints.materializeList.charge,
    limit: 'heavy',
    params: discovery.discoveryPath,
    body: discovery.discoveryMaterializeBody,
  },
});
