import type { deliveryEndpoints } from '../../contract/delivery/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import { keyedCall } from '../../idempotency/idempotency-key.ts';
import type { DeliveryService } from './delivery-service.ts';

export function deliveryHandlers(delivery: DeliveryService): Handlers<typeof deliveryEndpoints> {
  return {
    getListDelivery: async ({ account, params }) => ({
      body: await delivery.target(account.accountId, params.listId),
    }),
    setListDelivery: async ({ account, params, body }) => ({
      body: await delivery.configure(account.accountId, params.listId, body),
    }),
    deliverList: (context) =>
      delivery.deliver(keyedCall(context), context.params.listId, context.body.payload),
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
