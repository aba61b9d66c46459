import { endpoint } from '../endpoint.ts';
import { listMaterializeAnswer } from '../lists/definitions.ts';
import { estimateEndpoints } from '../lists/estimate-endpoints.ts';
import {
  discoveriesPageSchema,
  discoveryAnswerSchema,
  discoveryBody,
  discoveryMaterializeBody,
  discoveryPath,
  discoveryQuery,
  refineBody,
} from './discovery.ts';

export const discoveryEndpoints = {
  createDiscovery: endpoint({
    method: 'POST',
    path: '/discovery',
    tag: 'Discovery',
    summary: 'Save a company search as a discovery, and show what it finds.',
    description:
      'A discovery keeps the conditions, not what they find: every look at it searches anew, and counts as a company search. Nothing is saved when the search is refused.',
    answers: {
      200: { description: 'The discovery with its first companies.', schema: discoveryAnswerSchema },
    },
    errors: ['max_employees_unsupported_on_this_path', 'search_unavailable'],
    auth: 'key',
    limit: 'search',
    body: discoveryBody,
  }),
  listDiscoveries: endpoint({
    method: 'GET',
    path: '/discovery',
    tag: 'Discovery',
    summary: 'The discoveries of the account, newest first.',
    answers: { 200: { description: 'A page of discoveries.', schema: discoveriesPageSchema } },
    errors: ['invalid_cursor'],
    auth: 'key',
    limit: 'none',
    query: discoveryQuery,
  }),
  getDiscovery: endpoint({
    method: 'GET',
    path: '/discovery/:discoveryId',
    tag: 'Discovery',
    summary: 'A discovery with what it finds now.',
    description:
      'Runs the search and counts as one. Zero results are no error: `warnings` says why there may be none.',
    answers: {
      200: { description: 'The discovery with a page of companies.', schema: discoveryAnswerSchema },
    },
    errors: [
      'discovery_not_found',
      'invalid_cursor',
      'max_employees_unsupported_on_this_path',
      'search_unavailable',
    ],
    auth: 'key',
    limit: 'search',
    params: discoveryPath,
    query: discoveryQuery,
  }),
  refineDiscovery: endpoint({
    method: 'POST',
    path: '/discovery/:discoveryId/refine',
    tag: 'Discovery',
    summary: 'Make a discovery of this one with changed conditions.',
    description:
      'Makes a child, `revision` one higher, whose `parent_id` is this one; this one stays as it is. What is not given stays as this one has it; null takes a condition away, also a single filter. Counts as a company search.',
    answers: {
      200: { description: 'The new discovery with its first companies.', schema: discoveryAnswerSchema },
    },
    errors: ['discovery_not_found', 'max_employees_unsupported_on_this_path', 'search_unavailable'],
    auth: 'key',
    limit: 'search',
    params: discoveryPath,
    body: refineBody,
  }),
  materializeDiscovery: endpoint({
    method: 'POST',
    path: '/discovery/:discoveryId/materialize',
    tag: 'Discovery',
    summary: 'Save what a discovery finds as a List: 1 basic credit a saved row.',
    description:
      'Goes through a List estimate with the guards of `POST /lists/materialize`, and saves at most 10,000 rows. Conditions that are not applied always refuse; conditions that prove little refuse when nothing is found. With `dryRun: true` the answer is the same, and nothing is saved or charged.',
    answers: {
      200: { description: 'The List that was made, and what it cost.', schema: listMaterializeAnswer },
    },
    errors: [
      'discovery_not_found',
      'list_conditions_not_materializable',
      'max_employees_unsupported_on_this_path',
      'search_unavailable',
    ],
    charge: estimateEndpoints.materializeList.charge,
    auth: 'key',
    limit: 'heavy',
    params: discoveryPath,
    body: discoveryMaterializeBody,
  }),
};
