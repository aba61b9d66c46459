import {
  discoveryBody,
  discoveryMaterializeBody,
  discoveryPath,
  discoveryQuery,
  refineBody,
} from '../../contract/discovery.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { chargeCall } from '../credits/charge-call.ts';
import type { DiscoveryService } from './discovery-service.ts';

/** `POST /discovery`, `GET /discovery/{id}`, `POST /discovery/{id}/refine`, `POST /discovery/{id}/materialize`. */
export function discoveryRoutes(discoveries: DiscoveryService): Route[] {
  const create = defineRoute({
    method: 'POST',
    path: '/discovery',
    summary: 'Save a company search as a discovery, and show what it finds.',
    auth: 'key',
    limit: 'search',
    body: discoveryBody,
    handler: async ({ account, body, signal }) => ({
      body: await discoveries.create(account.accountId, body, signal),
    }),
  });

  const show = defineRoute({
    method: 'GET',
    path: '/discovery/:discoveryId',
    summary: 'A discovery with what it finds now.',
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
    summary: 'Make a discovery of this one with changed conditions.',
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
    summary: 'Save what a discovery finds as a List: 1 basic credit a saved row.',
    auth: 'key',
    limit: 'heavy',
    params: discoveryPath,
    body: discoveryMaterializeBody,
    handler: (context) =>
      discoveries.materialize(chargeCall(context), context.params.discoveryId, context.body),
  });

  return [create, show, refine, materialize];
}
