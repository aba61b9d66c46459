import {
  discoveriesPageSchema,
  discoveryAnswerSchema,
  discoveryBody,
  discoveryMaterializeBody,
  discoveryPath,
  discoveryQuery,
  refineBody,
} from '../../contract/discovery/discovery.ts';
import { listMaterializeAnswer } from '../../contract/lists/definitions.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { chargeCall } from '../credits/charge-call.ts';
import { materializeOperation } from '../lists/materialize-service.ts';
import type { DiscoveryService } from './discovery-service.ts';

/**
 * `POST /discovery`, `GET /discovery`, `GET /discovery/{id}`, `POST /discovery/{id}/refine`,
 * `POST /discovery/{id}/materialize`.
 */
export function discoveryRoutes(discoveries: DiscoveryService): Route[] {
  const create = defineRoute({
    method: 'POST',
    path: '/discovery',
    operationId: 'createDiscovery',
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
    handler: async ({ account, body, signal }) => ({
      body: await discoveries.create(account.accountId, body, signal),
    }),
  });

  const page = defineRoute({
    method: 'GET',
    path: '/discovery',
    operationId: 'listDiscoveries',
    tag: 'Discovery',
    summary: 'The discoveries of the account, newest first.',
    answers: { 200: { description: 'A page of discoveries.', schema: discoveriesPageSchema } },
    errors: ['invalid_cursor'],
    auth: 'key',
    limit: 'none',
    query: discoveryQuery,
    handler: async ({ account, query }) => ({ body: await discoveries.page(account.accountId, query) }),
  });

  const show = defineRoute({
    method: 'GET',
    path: '/discovery/:discoveryId',
    operationId: 'getDiscovery',
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
    handler: async ({ account, params, query, signal }) => ({
      body: await discoveries.show(account.accountId, params.discoveryId, query, signal),
    }),
  });

  const refine = defineRoute({
    method: 'POST',
    path: '/discovery/:discoveryId/refine',
    operationId: 'refineDiscovery',
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
    handler: async ({ account, params, body, signal }) => ({
      body: await discoveries.refine(account.accountId, params.discoveryId, body, signal),
    }),
  });

  const materialize = defineRoute({
    method: 'POST',
    path: '/discovery/:discoveryId/materialize',
    operationId: 'materializeDiscovery',
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
    charge: materializeOperation,
    auth: 'key',
    limit: 'heavy',
    params: discoveryPath,
    body: discoveryMaterializeBody,
    handler: (context) =>
      discoveries.materialize(chargeCall(context), context.params.discoveryId, context.body),
  });

  return [create, page, show, refine, materialize];
}
