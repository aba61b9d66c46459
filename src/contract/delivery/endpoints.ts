import { endpoint } from '../endpoint.ts';
import { deliveryParams, listPageQuery, listParams, noFieldsBody } from '../lists/lists.ts';
import {
  deliverBody,
  deliveriesAnswer,
  deliveryAcceptedAnswer,
  deliveryAnswer,
  deliveryBody,
  targetAnswer,
  targetSetAnswer,
} from './delivery.ts';

export const deliveryEndpoints = {
  getListDelivery: endpoint({
    method: 'GET',
    path: '/lists/:listId/delivery',
    tag: 'Publishing',
    summary: 'Where the List is delivered to; the address is masked.',
    answers: { 200: { description: 'The target.', schema: targetAnswer } },
    errors: ['list_not_found'],
    auth: 'key',
    limit: 'none',
    params: listParams,
  }),
  setListDelivery: endpoint({
    method: 'PATCH',
    path: '/lists/:listId/delivery',
    tag: 'Publishing',
    summary: 'Configure delivery to a webhook or a chat tool.',
    description: `The first call names \`type\` and \`url\`; later ones change what they name. The secret of a webhook is answered when it is made and
never again: keep it.

The address must be https on the public internet, on port 443 or 8443: private, loopback, link-local, metadata, multicast and translated addresses,
and names of special use or that the public cannot register, are \`delivery_target_rejected\`, now and again at every connection. Redirects are
not followed.`,
    answers: { 200: { description: 'The target.', schema: targetSetAnswer } },
    errors: ['list_not_found', 'list_state_conflict', 'delivery_target_rejected'],
    auth: 'key',
    limit: 'none',
    params: listParams,
    body: deliveryBody,
  }),
  deliverList: endpoint({
    method: 'POST',
    path: '/lists/:listId/deliver',
    tag: 'Publishing',
    summary: 'Deliver the List to its target.',
    description: `Takes what the List shows now and sends it soon after the answer; \`GET …/deliveries/{deliveryId}\` tells what became of it.
Suppressed and excluded companies and rejected diff rows are left out. Any 2xx answer accepts it, 410 ends it at once, anything
else is tried again, ten times over about three and a half hours. A receiver can get it more than once, always under the same id.

With an \`Idempotency-Key\` a repeated call finds the delivery of the first one and sends nothing. Refused with
\`list_state_conflict\`: an archived List, one without an enabled target, a \`diff\` before the first refresh.`,
    answers: { 202: { description: 'The delivery will be sent.', schema: deliveryAcceptedAnswer } },
    errors: ['list_not_found', 'list_state_conflict'],
    takesKey: true,
    auth: 'key',
    limit: 'none',
    params: listParams,
    body: deliverBody,
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: '/lists/:listId/deliveries',
    tag: 'Publishing',
    summary: 'The deliveries of the List with their attempts, newest first.',
    answers: { 200: { description: 'A page of deliveries.', schema: deliveriesAnswer } },
    errors: ['list_not_found', 'invalid_cursor'],
    auth: 'key',
    limit: 'none',
    params: listParams,
    query: listPageQuery,
  }),
  getDelivery: endpoint({
    method: 'GET',
    path: '/lists/:listId/deliveries/:deliveryId',
    tag: 'Publishing',
    summary: 'One delivery with its attempts.',
    answers: { 200: { description: 'The delivery.', schema: deliveryAnswer } },
    errors: ['list_not_found', 'not_found'],
    auth: 'key',
    limit: 'none',
    params: deliveryParams,
  }),
  redeliver: endpoint({
    method: 'POST',
    path: '/lists/:listId/deliveries/:deliveryId/redeliver',
    tag: 'Publishing',
    summary: 'Send a delivery again under the same id.',
    description:
      'The same bytes, signed anew, whatever the List shows now; with its tries counted anew. The target must be of the type that the delivery was made for.',
    answers: { 202: { description: 'The delivery will be sent again.', schema: deliveryAcceptedAnswer } },
    errors: ['list_not_found', 'list_state_conflict', 'not_found'],
    auth: 'key',
    limit: 'none',
    params: deliveryParams,
    body: noFieldsBody,
  }),
};
