import { z } from 'zod';
import { defineAnswer, defineComponent, field } from '../answer-fields.ts';
import { defineCollection } from '../envelope.ts';
import { defineKnownFields } from '../fields.ts';
import { formatLimit, maxDeliveredRows, maxTargetUrlLength } from '../limits.ts';
import { listIdField } from '../lists/lists.ts';

/** Delivery of saved Lists (docs/specification.md#saved-list-operations, docs/decisions/0031-delivery.md). */

export const deliveryTypes = ['webhook', 'chat'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];

export const deliveryPayloads = ['summary', 'diff', 'rows'] as const;
export type DeliveryPayload = (typeof deliveryPayloads)[number];

const payload = z.enum(deliveryPayloads);
const payloadMeaning = `\`summary\`: the List and its counts. \`diff\`: also the rows of the latest diff. \`rows\`: also the rows of the List. At most ${formatLimit(maxDeliveredRows)} rows.`;
const typeMeaning = '`webhook`: a signed JSON message. `chat`: a text for a Slack-compatible chat tool.';

/** The first configuration requires type and url; a later one changes only the fields it contains. */
export const deliveryBody = defineKnownFields({
  type: z.enum(deliveryTypes).optional().describe(`${typeMeaning} Required the first time.`),
  url: z
    .string()
    .min(1)
    .max(maxTargetUrlLength)
    .optional()
    .describe(
      'Target: an https URL on the public internet, on port 443 or 8443, without credentials. Required the first time.',
    ),
  enabled: z.boolean().optional().describe('Whether deliveries are sent. Default true the first time.'),
  payload: payload
    .optional()
    .describe(
      `Payload of deliveries that do not name one. ${payloadMeaning} Default \`summary\` the first time.`,
    ),
  rotate_secret: z
    .boolean()
    .optional()
    .describe(
      'true: create a new webhook secret, shown only in this answer; the old one becomes invalid at once.',
    ),
});
export type DeliveryBody = z.output<typeof deliveryBody>;

export const deliverBody = defineKnownFields({
  payload: payload.optional().describe(`Overrides the configured payload. ${payloadMeaning}`),
});

const targetSchema = defineComponent('DeliveryTarget', 'Where a List is delivered, and what is sent.', {
  type: field.oneOf(deliveryTypes, typeMeaning),
  url: field.text('Target URL; everything after the origin is masked.'),
  enabled: field.flag('Whether deliveries are sent.'),
  payload: payload.describe(`Payload of deliveries that do not name one. ${payloadMeaning}`),
  created_at: field.time('When delivery was first configured.'),
  updated_at: field.time('When it was last configured.'),
});
export type TargetView = z.output<typeof targetSchema>;

export const targetAnswer = defineAnswer({
  list_id: listIdField,
  delivery: targetSchema.nullable().describe('The target; null if none is configured.'),
});

export const targetSetAnswer = defineAnswer({
  list_id: listIdField,
  delivery: targetSchema
    .extend({
      secret: z
        .string()
        .optional()
        .describe(
          'Secret that signs webhook messages: `whsec_` and base64. Shown only when it is created: at the first configuration, for a new URL, and with `rotate_secret`.',
        ),
    })
    .describe('The target after the call.'),
});

const deliveryStatus = field.oneOf(
  ['pending', 'delivered', 'failed'],
  '`pending`: will be sent or retried. `delivered`: accepted. `failed`: given up.',
);

const attemptSchema = z.object({
  attempt: z.int().min(1).describe('Number of the attempt, from 1.'),
  attempted_at: field.time('When the attempt began.'),
  duration_ms: field.count('Duration in milliseconds; rounded to whole seconds if there was no answer.'),
  outcome: field.oneOf(
    ['accepted', 'refused', 'unreachable', 'target_rejected', 'not_sent'],
    '`accepted`: answered with 2xx. `refused`: answered with another status. `unreachable`: not answered. `target_rejected`: not sent, because the address is not permitted or the List no longer delivers there. `not_sent`: not sent, because of a fault of the service, or because the receiver has not answered another delivery a moment ago; it is retried.',
  ),
  status_code: z.int().nullable().describe('HTTP status of the answer; null if there was no answer.'),
  message: field.text('What happened, in one sentence.'),
});

const deliverySchema = defineComponent('ListDelivery', "A message sent to a List's target.", {
  delivery_id: field.uuid('Id of the delivery; receivers see it as `webhook-id`.'),
  status: deliveryStatus,
  type: field.oneOf(deliveryTypes, typeMeaning),
  payload: payload.describe(payloadMeaning),
  diff_id: field.uuidOrNull("The List's latest diff when the delivery was created; null before the first."),
  attempts: field.listOf(attemptSchema, 'Every attempt to send it, in order.'),
  created_at: field.time("When it was created; the message shows the List's state at that time."),
  finished_at: field.timeOrNull('When it was accepted or given up; null while pending.'),
});
export type DeliveryView = z.output<typeof deliverySchema>;

export const deliveriesAnswer = defineCollection(deliverySchema, 'Deliveries of the List, newest first.');
export const deliveryAnswer = defineAnswer({ list_id: listIdField, delivery: deliverySchema });

export const deliveryAcceptedAnswer = defineAnswer({
  list_id: listIdField,
  delivery_id: field.uuid('Id of the delivery; use it to look up the outcome.'),
  status: deliveryStatus,
  payload: payload.describe(payloadMeaning),
});
