import { z } from 'zod';
import { defineAnswer, defineComponent, field } from '../answer-fields.ts';
import { defineCollection } from '../envelope.ts';
import { defineBoundedInteger, defineKnownFields, uuid } from '../fields.ts';
import type { KeyScope } from '../key-permission.ts';
import { keyPurposes } from '../key-purpose.ts';
import { maxCreditAmount, maxKeyLabelLength } from '../limits.ts';
import { isStorable, notStorable } from '../storable.ts';

/** API keys of an account (docs/decisions/0013-accounts-and-keys.md). */

/** Text that is shown in one line. */
export const keyLabel = z
  .string()
  .trim()
  .max(maxKeyLabelLength)
  .regex(/^\P{Cc}*$/u, 'must be one line without control characters')
  .refine(isStorable, notStorable);

const purposes =
  '`reconciliation`: for OpenRefine and other clients of the reconciliation API, which put the key into the address. It permits only the paths below `/reconcile`.';

export const newKeyBody = defineKnownFields({
  label: keyLabel.default('').describe('A label to tell keys apart.'),
  read_only: z.boolean().default(false).describe('The key changes nothing and spends no credits.'),
  source_id: uuid
    .nullable()
    .default(null)
    .describe(
      'A source of the account, the only one that the key reaches, beside `GET /credits/balance` and `GET /keys/current`.',
    ),
  purpose: z
    .enum(keyPurposes)
    .nullable()
    .default(null)
    .describe(`All that the key is for; null for everything. ${purposes} It needs \`max_credits\`.`),
  max_credits: defineBoundedInteger({ min: 0, max: maxCreditAmount })
    .nullable()
    .default(null)
    .describe(
      'The spending limit: the most that all calls of the key together may spend, in whole credits. Null: none.',
    ),
}).superRefine((key, context) => {
  const { read_only: readOnly, source_id: sourceId, purpose, max_credits: maxCredits } = key;
  const fault = findScopeFault({ readOnly, sourceId, purpose, maxCredits });
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
});
export type NewKeyBody = z.output<typeof newKeyBody>;

/** Why no key can have this scope; null if one can. */
export function findScopeFault({ readOnly, sourceId, purpose, maxCredits }: KeyScope) {
  if (purpose === null) return null;
  if (maxCredits === null) {
    const message = `is required with the purpose ${purpose}`;
    return { field: 'max_credits', message, sentence: 'A key for reconciliation needs a spending limit.' };
  }
  const other = (sourceId !== null && 'source_id') || (readOnly && 'read_only');
  if (!other) return null;
  const message = `has no meaning with the purpose ${purpose}`;
  const sentence = 'A key for reconciliation cannot be read-only or for one source.';
  return { field: other, message, sentence };
}

export const keyParams = defineKnownFields({ keyId: z.string().max(1000).describe('`key_id` of the key.') });

export const keySchema = defineComponent(
  'ApiKey',
  'An API key. The key itself is shown only when it is created.',
  {
    key_id: field.uuid('Id of the key.'),
    key_start: field.text('The first characters of the key, to tell keys apart.'),
    label: field.text('Its label.'),
    read_only: field.flag('Whether it changes nothing and spends no credits.'),
    source_id: field.uuidOrNull('The only source that it reaches; null: all.'),
    purpose: field.oneOfOrNull(keyPurposes, `All that it is for; null: everything. ${purposes}`),
    max_credits: field.countOrNull('Its spending limit in whole credits; null: none.'),
    credits_spent: field.count('Credits that its calls have spent, without charges that were reversed.'),
    credits_remaining: field.countOrNull(
      'What is left of its spending limit; null: it has none. The balance of the account may be smaller.',
    ),
    created_at: field.time('When it was created.'),
    created_by: field.uuidOrNull('`key_id` of the key that created it; null if the operator did.'),
    last_used_at: field.timeOrNull('When it was last used, as of about a minute ago; null if never.'),
    revoked_at: field.timeOrNull('When it was revoked; null while it is in use.'),
  },
);

export const keysPageSchema = defineCollection(keySchema, 'Keys, newest first, revoked ones included.');

export const currentKeyAnswer = defineAnswer({ key: keySchema });

export const newKeyAnswer = defineAnswer({
  key: keySchema,
  api_key: field.textOrNull(
    'The key. It is shown only here, because the service does not store it. Null in a repeated answer to the same `Idempotency-Key`: if the first answer is lost, revoke the key and create another.',
  ),
});

export const revokedKeyAnswer = defineAnswer({ key: keySchema });
