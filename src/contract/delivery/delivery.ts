import { z } from 'zod';
import { collectionSchema, okField } from '../envelope.ts';
import { knownFields } from '../fields.ts';
import { answeredTime, listIdField } from '../lists/lists.ts';

/** Delivery of saved Lists (docs/specification.md#saved-list-operations, docs/decisions/0031-delivery.md). */

export const deliveryTypes = ['webhook', 'chat'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];

export const deliveryPayloads = ['summary', 'diff', 'rows'] as const;
export type DeliveryPayload = (typeof deliveryPayloads)[number];

export const longestTargetUrl = 2000;

const payload = z.enum(deliveryPayloads, { error: `must be one of ${deliveryPayloads.join(', ')}` });
const payloadMeaning =
  '`summary`: the List and its counts; `diff`: also the rows of its latest diff; `rows`: also its rows; at most 1,000 rows.';
const typeMeaning = '`webhook`: a signed JSON message; `chat`: a text for a Slack-compatible chat tool.';

/** The first configuration names type and url; later ones change what they name. */
export const deliveryBody = knownFields({
  type: z
    .enum(deliveryTypes, { error: `must be one of ${deliveryTypes.join(', ')}` })
    .optional()
    .describe(`${typeMeaning} Required the first time.`),
  url: z
    .string()
    .min(1, 'must not be blank')
    .max(longestTargetUrl, `must have at most ${longestTargetUrl} characters`)
    .optional()
    .describe(
      'Where to send: an https address on the public internet, port 443 or 8443, without credentials. Required the first time.',
    ),
  enabled: z
    .boolean({ error: 'must be true or false' })
    .optional()
    .describe('Whether anything is sent. true the first time unless given.'),
  payload: payload
    .optional()
    .describe(`What is sent unless a delivery says otherwise. ${payloadMeaning} \`summary\` the first time.`),
  rotate_secret: z
    .boolean({ error: 'must be true or false' })
    .optional()
    .describe('true: make a new secret for a webhook, shown in this answer alone; the old one ends at once.'),
});
export type DeliveryBody = z.output<typeof deliveryBody>;

export const deliverBody = knownFields({
  payload: payload.optional().describe(`Instead of the payload that is configured. ${payloadMeaning}`),
});

const targetSchema = z
  .object({
    type: z.enum(deliveryTypes).describe(typeMeaning),
    url: z.string().describe('Where it is sent to; all behind the origin is masked.'),
    enabled: z.boolean().describe('Whether anything is sent.'),
    payload: payload.describe(`What is sent unless a delivery says otherwise. ${payloadMeaning}`),
    created_at: answeredTime.describe('When delivery was configured first.'),
    updated_at: answeredTime.describe('When it was configured last.'),
  })
  .meta({ id: 'DeliveryTarget', description: 'Where a List is delivered to, and what.' });
export type TargetView = z.output<typeof targetSchema>;

export const targetAnswer = z.object({
  ok: okField,
  list_id: listIdField,
  delivery: targetSchema.nullable().describe('The target; null where none is configured.'),
});

export const targetSetAnswer = z.object({
  ok: okField,
  list_id: listIdField,
  delivery: targetSchema
    .extend({
      secret: z
        .string()
        .optional()
        .describe(
          'Secret that a webhook is signed with, `whsec_` and base64. Shown once, when it is made: with the first configuration, with another address, with `rotate_secret`.',
        ),
    })
    .describe('The target after the call.'),
});

const deliveryStatus = z
  .enum(['pending', 'delivered', 'failed'])
  .describe('`pending`: to be sent, or sent again; `delivered`: accepted; `failed`: given up.');

const attemptSchema = z.object({
  attempt: z.int().min(1).describe('Its number, from 1.'),
  attempted_at: answeredTime.describe('When it began.'),
  duration_ms: z
    .int()
    .min(0)
    .describe('How long it took, in milliseconds; in whole seconds where nothing answered.'),
  outcome: z
    .enum(['accepted', 'refused', 'unreachable', 'target_rejected'])
    .describe(
      '`accepted`: answered 2xx; `refused`: answered otherwise; `unreachable`: not answered; `target_rejected`: not sent, because the address is not permitted or the List no longer delivers there.',
    ),
  status_code: z.int().nullable().describe('HTTP status of the answer; null without one.'),
  message: z.string().describe('What happened, in one sentence.'),
});

const deliverySchema = z
  .object({
    delivery_id: z.uuid().describe('Id of the delivery; receivers get it as `webhook-id`.'),
    status: deliveryStatus,
    type: z.enum(deliveryTypes).describe(typeMeaning),
    payload: payload.describe(payloadMeaning),
    diff_id: z
      .uuid()
      .nullable()
      .describe('The latest diff of the List when the delivery was made; null before the first.'),
    attempts: z.array(attemptSchema).describe('Every try to send it, in their order.'),
    created_at: answeredTime.describe('When it was made; the message is as of then.'),
    finished_at: answeredTime
      .nullable()
      .describe('When it was accepted or given up; null while it is pending.'),
  })
  .meta({ id: 'ListDelivery', description: 'A message that is sent to the target of a List.' });
export type DeliveryView = z.output<typeof deliverySchema>;

export const deliveriesAnswer = collectionSchema(deliverySchema, 'Deliveries of the List, newest first.');
export const deliveryAnswer = z.object({ ok: okField, list_id: listIdField, delivery: deliverySchema });

export const deliveryAcceptedAnswer = z.object({
  ok: okField,
  list_id: listIdField,
  delivery_id: z.uuid().describe('Id of the delivery, to look it up by.'),
  status: deliveryStatus,
  payload: payload.describe(payloadMeaning),
});
