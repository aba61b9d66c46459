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

/** A ledger entry, as the API shows it (docs/decisions/0010-ledger.md). */
export const ledgerEntrySchema = z
  .object({
    entry_id: z.uuid().describe('Id of the entry.'),
    class: creditClassSchema,
    kind: z
      .enum(ledgerKinds)
      .describe(
        '`grant`: credits were added. `charge`: an operation spent credits. `reversal`: a grant or charge was undone in full. `expiry`: the remaining credits of a grant expired.',
      ),
    amount: z.int().describe('Change of the balance, in whole credits; negative if it decreased.'),
    balance_after: z.int().min(0).describe('Balance of the credit class after this entry.'),
    operation: z
      .string()
      .describe('The operation that made the entry.')
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
          .describe('Kind of subject.')
          .meta({ examples: ['source', 'source_row', 'list', 'research_item', 'account', 'grant'] }),
        id: z.string().describe('Its id.'),
      })
      .describe('What the entry is about; for an expiry, the grant that expired.'),
    idempotency_key: z
      .string()
      .nullable()
      .describe('`Idempotency-Key` of the call that made the entry; null if it had none.'),
    reverses: z.uuid().nullable().describe('The entry that a reversal undoes; null for all other kinds.'),
    created_at: isoDatetime.describe('When the entry was made.'),
  })
  .meta({
    id: 'LedgerEntry',
    description: 'A change of a credit balance. Entries are never changed or deleted.',
  });
export type LedgerEntryView = z.output<typeof ledgerEntrySchema>;

export const ledgerPageSchema = collectionSchema(ledgerEntrySchema, 'Entries, newest first.');

const classBalanceSchema = z
  .object({
    available: z.int().min(0).describe('Whole credits that can be spent.'),
    next_expiry: z
      .object({
        amount: z.int().min(1).describe('Whole credits that expire then, unless spent before.'),
        expires_at: isoDatetime.describe('When they expire.'),
      })
      .nullable()
      .describe(
        'The credits that expire next, which are also spent first; null if no remaining credits expire.',
      ),
  })
  .meta({ id: 'CreditBalance', description: 'The balance of one credit class.' });
export type ClassBalance = z.output<typeof classBalanceSchema>;

export const balanceAnswerSchema = z.object({
  ok: okField,
  balances: z
    .object({
      basic: classBalanceSchema.describe('Pays matched rows of sources, saved rows of Lists and research.'),
      enrichment: classBalanceSchema.describe('Pays values added to the rows of a List.'),
    })
    .describe('The balance of each credit class.'),
});
export type BalanceAnswer = z.output<typeof balanceAnswerSchema>;

/** `GET /credits`. */
export const ledgerQuery = knownFields({
  class: z
    .enum(creditClasses, { error: `must be one of ${creditClasses.join(', ')}` })
    .optional()
    .describe('Only entries of this credit class.'),
  operation: queryText
    .min(1, 'must not be empty')
    .max(100)
    .refine(isStorable, notStorable)
    .optional()
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
