import { z } from 'zod';
import { knownFields } from './fields.ts';

/** Delivery of saved Lists (specification, "Saved List operations"; decisions.md, "Lists" and "Shapes"). */

export const deliveryTypes = ['webhook', 'chat'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];

export const deliveryPayloads = ['summary', 'diff', 'rows'] as const;
export type DeliveryPayload = (typeof deliveryPayloads)[number];

export const longestTargetUrl = 2000;

/** The first configuration names type and url; later ones change what they name. */
export const deliveryBody = knownFields({
  type: z.enum(deliveryTypes, { error: `must be one of ${deliveryTypes.join(', ')}` }).optional(),
  url: z
    .string()
    .min(1, 'must not be blank')
    .max(longestTargetUrl, `must have at most ${longestTargetUrl} characters`)
    .optional(),
  enabled: z.boolean({ error: 'must be true or false' }).optional(),
  payload: z.enum(deliveryPayloads, { error: `must be one of ${deliveryPayloads.join(', ')}` }).optional(),
  /** A new secret for a webhook; it is shown in this answer alone. */
  rotate_secret: z.boolean({ error: 'must be true or false' }).optional(),
});
export type DeliveryBody = z.output<typeof deliveryBody>;

export const deliverBody = knownFields({
  /** Instead of the payload that is configured. */
  payload: z.enum(deliveryPayloads, { error: `must be one of ${deliveryPayloads.join(', ')}` }).optional(),
});

const anyId = z.string().min(1, 'must not be blank').max(1000);
export const deliveryParams = knownFields({ listId: anyId, deliveryId: anyId });
