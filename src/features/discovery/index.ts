import type { Knex } from 'knex';
import type { discoveryEndpoints } from '../../contract/discovery/endpoints.ts';
import { type Handlers, respond } from '../../http/route.ts';
import { toChargeCall } from '../credits/charging-service.ts';
import { type DiscoveryParts, DiscoveryService } from './discovery-service.ts';
import { DiscoveryStore } from './discovery-store.ts';

export interface DiscoveryNeeds extends Omit<DiscoveryParts, 'store'> {
  readonly knex: Knex;
}

/** Saved company searches, which can be refined and saved as Lists. */
export function createDiscovery({ knex, ...needs }: DiscoveryNeeds) {
  const service = new DiscoveryService({ ...needs, store: new DiscoveryStore(knex) });
  const handlers: Handlers<typeof discoveryEndpoints> = {
    createDiscovery: respond(({ account, body, signal }) =>
      service.createDiscovery(account.accountId, body, signal),
    ),
    listDiscoveries: respond(({ account, query }) => service.listDiscoveries(account.accountId, query)),
    getDiscovery: respond(({ account, params, query, signal }) =>
      service.getDiscovery(account.accountId, params.discoveryId, query, signal),
    ),
    refineDiscovery: respond(({ account, params, body, signal }) =>
      service.refineDiscovery(account.accountId, params.discoveryId, body, signal),
    ),
    materializeDiscovery: (context) =>
      service.materializeDiscovery(toChargeCall(context), context.params.discoveryId, context.body),
  };
  return { handlers };
}
