import { deliverBody, deliveryBody, deliveryParams } from '../../contract/list-delivery.ts';
import { listPageQuery, listParams, noFieldsBody } from '../../contract/lists.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { DeliveryService } from './delivery-service.ts';

/** Delivery of saved Lists (specification, "Saved List operations"). */
export function deliveryRoutes(delivery: DeliveryService): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/delivery',
      summary: 'Where the List is delivered to; the address is masked.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      handler: async ({ account, params }) => ({
        body: await delivery.target(account.accountId, params.listId),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/lists/:listId/delivery',
      summary: 'Configure delivery to a webhook or a chat tool.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: deliveryBody,
      handler: async ({ account, params, body }) => ({
        body: await delivery.configure(account.accountId, params.listId, body),
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/lists/:listId/deliver',
      summary: 'Deliver the List to its target.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      body: deliverBody,
      handler: async ({ account, params, body }) => ({
        status: 202,
        body: await delivery.deliver(account.accountId, params.listId, body.payload),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/deliveries',
      summary: 'The deliveries of the List with their attempts, newest first.',
      auth: 'key',
      limit: 'none',
      params: listParams,
      query: listPageQuery,
      handler: async ({ account, params, query }) => ({
        body: await delivery.deliveries(account.accountId, params.listId, query),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/lists/:listId/deliveries/:deliveryId',
      summary: 'One delivery with its attempts.',
      auth: 'key',
      limit: 'none',
      params: deliveryParams,
      handler: async ({ account, params }) => ({
        body: await delivery.delivery(account.accountId, params.listId, params.deliveryId),
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/lists/:listId/deliveries/:deliveryId/redeliver',
      summary: 'Send a delivery again under the same id.',
      auth: 'key',
      limit: 'none',
      params: deliveryParams,
      body: noFieldsBody,
      handler: async ({ account, params }) => ({
        status: 202,
        body: await delivery.redeliver(account.accountId, params.listId, params.deliveryId),
      }),
    }),
  ];
}
