import { z } from 'zod';
import { defineAnswer, defineComponent, field, groupFields } from '../answer-fields.ts';
import { defineCollection } from '../envelope.ts';
import {
  checkPeriod,
  defineKnownFields,
  defineQueryCondition,
  moment,
  pageCursor,
  pageLimit,
} from '../fields.ts';
import { isStorable, notStorable } from '../storable.ts';
import { creditClasses, creditClassSchema } from './billing.ts';

export const ledgerKinds = ['grant', 'charge', 'reversal', 'expiry'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** A ledger entry, as the API shows it (docs/decisions/0010-ledger.md). */
export const ledgerEntrySchema = defineComponent(
  'LedgerEntry',
  'A change of a credit balance. Entries are never changed or deleted.',
  {
    entry_id: field.uuid('Id of the entry.'),
    class: creditClassSchema,
    kind: field.oneOf(
      ledgerKinds,
      '`grant`: credits were added. `charge`: an operation spent credits. `reversal`: a grant or charge was undone in full. `expiry`: the remaining credits of a grant expired.',
    ),
    amount: z.int().describe('Change of the balance, in whole credits; negative if it decreased.'),
    balance_after: field.count('Balance of the credit class after this entry.'),
    operation: field.text('The operation that made the entry.').meta({
      examples: [
        'source.resolve',
        'source.select',
        'list.materialize',
        'list.enrich',
        'research.external.fetch',
        'reconcile',
        'credits.grant',
        'credits.reverse',
        'credits.expire',
      ],
    }),
    subject: groupFields('What the entry is about; for an expiry, the grant that expired.', {
      type: field.text('Kind of subject.').meta({
        examples: ['source', 'source_row', 'list', 'research_item', 'api_key', 'account', 'grant'],
      }),
      id: field.text('Its id.'),
    }),
    idempotency_key: field.textOrNull(
      '`Idempotency-Key` of the call that made the entry; null if it had none.',
    ),
    reverses: field.uuidOrNull('The entry that a reversal undoes; null for all other kinds.'),
    created_at: field.time('When the entry was created.'),
  },
);
export type LedgerEntryView = z.output<typeof ledgerEntrySchema>;

export const ledgerPageSchema = defineCollection(ledgerEntrySchema, 'Entries, newest first.');

const classBalanceSchema = defineComponent('CreditBalance', 'The balance of one credit class.', {
  available: field.count('Whole credits that can be spent.'),
  next_expiry: z
    .object({
      amount: z.int().min(1).describe('Whole credits that expire then, unless spent before.'),
      expires_at: field.time('When they expire.'),
    })
    .nullable()
    .describe(
      'The credits that expire next, which are also spent first; null if no remaining credits expire.',
    ),
});
export type ClassBalance = z.output<typeof classBalanceSchema>;

export const balanceAnswerSchema = defineAnswer({
  balances: groupFields('The balance of each credit class.', {
    basic: classBalanceSchema.describe('Pays matched rows of sources, saved rows of Lists and research.'),
    enrichment: classBalanceSchema.describe('Pays values added to the rows of a List.'),
  }),
});
export type BalanceAnswer = z.output<typeof balanceAnswerSchema>;

/** `GET /credits`. */
export const ledgerQuery = defineKnownFields({
  class: z.enum(creditClasses).optional().describe('Only entries of this credit class.'),
  operation: defineQueryCondition(z.string().max(100).refine(isStorable, notStorable))
    .describe('Only entries made by this operation.')
    .meta({ examples: ['source.resolve'] }),
  from: moment
    .optional()
    .describe(
      'Only entries from this time on: a day in Asia/Tokyo, from its start, or a time with its offset.',
    ),
  to: moment
    .optional()
    .describe(
      'Only entries up to this time: a day in Asia/Tokyo, to its end, or a time with its offset, exclusive.',
    ),
  limit: pageLimit,
  cursor: pageCursor,
}).superRefine(checkPeriod);
export type LedgerQuery = z.output<typeof ledgerQuery>;
