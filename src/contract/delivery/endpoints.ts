import { defineEndpoints } from '../endpoint.ts';
import { pageQuery } from '../fields.ts';
import { maxWaitingDeliveries } from '../limits.ts';
import { deliveryParams, listParams, noFieldsBody } from '../lists/lists.ts';
import * as delivery from './delivery.ts';

export const deliveryEndpoints = defineEndpoints('Publishing', {
  getListDelivery: {
    method: 'GET',
    path: '/lists/:listId/delivery',
    summary: "The List's delivery target, with a masked address.",
    answers: { 200: { description: 'The target.', schema: delivery.targetAnswer } },
    errors: ['list_not_found'],
    params: listParams,
  },
  setListDelivery: {
    method: 'PATCH',
    path: '/lists/:listId/delivery',
    writes: true,
    summary: 'Configure delivery to a webhook or a chat tool.',
    description: `The first call requires \`type\` and \`url\`; later calls change only the fields they contain. A webhook's secret is shown only in
the answer to the call that creates it: store it.

The target must be an https URL on the public internet, on port 443 or 8443. Private, loopback, link-local, metadata, multicast and translated
addresses, special-use names, and names that the public cannot register are refused with \`delivery_target_rejected\`. This is checked now and
at every connection. Redirects are not followed.`,
    answers: { 200: { description: 'The target.', schema: delivery.targetSetAnswer } },
    errors: ['list_not_found', 'list_state_conflict', 'delivery_target_rejected'],
    params: listParams,
    body: delivery.deliveryBody,
  },
  deliverList: {
    method: 'POST',
    path: '/lists/:listId/deliver',
    writes: true,
    summary: 'Deliver the List to its target.',
    description: `Sends the current state of the List soon after the answer; \`GET …/deliveries/{deliveryId}\` shows the outcome. Suppressed and
excluded companies and rejected diff rows are left out. A 2xx answer means accepted, 410 ends the delivery at once, and anything else is
retried: ten attempts over about three and a half hours. A receiver may get the same delivery more than once, always with the same id.

An account may have ${maxWaitingDeliveries} deliveries that will be sent or retried; above that, the answer is \`rate_limit_exceeded\`.

With an \`Idempotency-Key\`, a repeated call returns the delivery of the first call and sends nothing. \`list_state_conflict\` is the
answer for an archived List, a List without an enabled target, and a \`diff\` payload before the first refresh.`,
    answers: { 202: { description: 'The delivery will be sent.', schema: delivery.deliveryAcceptedAnswer } },
    errors: ['list_not_found', 'list_state_conflict'],
    takesKey: true,
    params: listParams,
    body: delivery.deliverBody,
  },
  listDeliveries: {
    method: 'GET',
    path: '/lists/:listId/deliveries',
    summary: "The List's deliveries with their attempts, newest first.",
    answers: { 200: { description: 'A page of deliveries.', schema: delivery.deliveriesAnswer } },
    errors: ['list_not_found', 'invalid_cursor'],
    params: listParams,
    query: pageQuery,
  },
  getDelivery: {
    method: 'GET',
    path: '/lists/:listId/deliveries/:deliveryId',
    summary: 'One delivery with its attempts.',
    answers: { 200: { description: 'The delivery.', schema: delivery.deliveryAnswer } },
    errors: ['list_not_found', 'not_found'],
    params: deliveryParams,
  },
  redeliver: {
    method: 'POST',
    path: '/lists/:listId/deliveries/:deliveryId/redeliver',
    writes: true,
    summary: 'Send a delivery again, with the same id.',
    description:
      "Sends the same bytes with a new signature, regardless of the List's current state. Attempts are counted from the start again. The target must still be of the type that the delivery was made for.",
    answers: {
      202: { description: 'The delivery will be sent again.', schema: delivery.deliveryAcceptedAnswer },
    },
    errors: ['list_not_found', 'list_state_conflict', 'not_found'],
    params: deliveryParams,
    body: noFieldsBody,
  },
});
