import { z } from 'zod';
import { collectionSchema, okField } from '../envelope.ts';
import {
  checkPeriod,
  isoDatetime,
  knownFields,
  moment,
  pageCursor,
  pageLimit,
  queryText,
} from '../fields.ts';
import { isStorable, notStorable } from '../storable.ts';
import { creditClasses, creditClassSchema } from './billing.ts';

export const ledgerKinds = ['grant', 'charge', 'reversal', 'expiry'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** An entry of the ledger, on the wire (docs/decisions/0010-ledger.md). */
export const ledgerEntrySchema = z
  .object({
    entry_id: z.uuid().describe('Id of the entry.'),
    class: creditClassSchema,
    kind: z
      .enum(ledgerKinds)
      .describe(
        '`grant`: credits were added. `charge`: an operation spent credits. `reversal`: a grant or charge was undone as a whole. `expiry`: what was left of a grant ended.',
      ),
    amount: z.int().describe('Whole credits by which the balance changed; negative when it fell.'),
    balance_after: z.int().min(0).describe('Balance of the class after this entry.'),
    operation: z
      .string()
      .describe('What made the entry.')
      .meta({
        examples: [
          'source.resolve',
          'source.select',
          'list.materialize',
          'list.enrich',
          'research.external.fetch',
          'credits.grant',
          'credits.reverse',
          'credits.expire',
        ],
      }),
    subject: z
      .object({
        type: z
          .string()
          .describe('What kind of thing it is.')
          .meta({ examples: ['source', 'source_row', 'list', 'research_item', 'account', 'grant'] }),
        id: z.string().describe('Its id.'),
      })
      .describe('What the entry is about; of an expiry, the grant that ended.'),
    idempotency_key: z
      .string()
      .nullable()
      .describe('`Idempotency-Key` of the call that made the entry; null when it had none.'),
    reverses: z.uuid().nullable().describe('The entry that a reversal undoes; null for every other kind.'),
    created_at: isoDatetime.describe('When the entry was made.'),
  })
  .meta({ id: 'LedgerEntry', description: 'A change of a credit balance. Entries are only ever added.' });
export type LedgerEntryView = z.output<typeof ledgerEntrySchema>;

export const ledgerPageSchema = collectionSchema(ledgerEntrySchema, 'Entries, the newest first.');

const classBalanceSchema = z
  .object({
    available: z.int().min(0).describe('Whole credits that can be spent.'),
    next_expiry: z
      .object({
        amount: z.int().min(1).describe('Whole credits that expire then, unless they are spent before.'),
        expires_at: isoDatetime.describe('When they expire.'),
      })
      .nullable()
      .describe('What expires first, which is also spent first; null when nothing that is left expires.'),
  })
  .meta({ id: 'CreditBalance', description: 'What is left of one class of credits.' });
export type ClassBalance = z.output<typeof classBalanceSchema>;

export const balanceAnswerSchema = z.object({
  ok: okField,
  balances: z
    .object({
      basic: classBalanceSchema.describe('Pays matched rows of sources, saved rows of Lists and research.'),
      enrichment: classBalanceSchema.describe('Pays values that are added to the rows of a List.'),
    })
    .describe('The balance of each class.'),
});
export type BalanceAnswer = z.output<typeof balanceAnswerSchema>;

/** `GET /credits`. */
export const ledgerQuery = knownFields({
  class: z
    .enum(creditClasses, { error: `must be one of ${creditClasses.join(', ')}` })
    .optional()
    .describe('Only entries of this class.'),
  operation: queryText
    .min(1, 'must not be empty')
    .max(100)
    .refine(isStorable, notStorable)
    .optional()
    .describe('Only entries that this operation made.')
    .meta({ examples: ['source.resolve'] }),
  from: moment
    .optional()
    .describe('Only entries made since: a day in Asia/Tokyo from its beginning, or a time with its offset.'),
  to: moment
    .optional()
    .describe(
      'Only entries made until: a day in Asia/Tokyo to its end, or a time with its offset, which is excluded.',
    ),
  limit: pageLimit,
  cursor: pageCursor,
}).superRefine(checkPeriod);
export type LedgerQuery = z.output<typeof ledgerQuery>;
