import type { deliveryEndpoints } from '../../contract/delivery/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import { chargeCall } from '../credits/charge-call.ts';
import type { DeliveryService } from './delivery-service.ts';

export function deliveryHandlers(delivery: DeliveryService): Handlers<typeof deliveryEndpoints> {
  return {
    getListDelivery: async ({ account, params }) => ({
      body: await delivery.target(account.accountId, params.listId),
    }),
    setListDelivery: async ({ account, params, body }) => ({
      body: await delivery.configure(account.accountId, params.listId, body),
    }),
    deliverList: (context) => {
      // No field of this body is one of charging bodies, which a call without a price need not have.
      const call = chargeCall({ ...context, body: context.body as object });
      return delivery.deliver(call, context.params.listId, context.body.payload);
    },
    listDeliveries: async ({ account, params, query }) => ({
      body: await delivery.deliveries(account.accountId, params.listId, query),
    }),
    getDelivery: async ({ account, params }) => ({
      body: await delivery.delivery(account.accountId, params.listId, params.deliveryId),
    }),
    redeliver: async ({ account, params }) => ({
      status: 202,
      body: await delivery.redeliver(account.accountId, params.listId, params.deliveryId),
    }),
  };
}
