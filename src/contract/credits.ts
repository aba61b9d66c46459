import { z } from 'zod';
import { type CreditClass, creditClasses } from './billing.ts';
import { knownFields, moment, queryInteger, queryText } from './fields.ts';

export const ledgerKinds = ['grant', 'charge', 'reversal', 'expiry'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** An entry of the ledger, on the wire (decisions.md, "Shapes"). */
export interface LedgerEntryView {
  readonly entry_id: string;
  readonly class: CreditClass;
  readonly kind: LedgerKind;
  /** Whole credits; negative when the balance falls. */
  readonly amount: number;
  readonly balance_after: number;
  readonly operation: string;
  /** What the entry is about; of an expiry the grant it ends. */
  readonly subject: { readonly type: string; readonly id: string };
  readonly idempotency_key: string | null;
  /** The entry that a reversal undoes. */
  readonly reverses: string | null;
  readonly created_at: string;
}

export interface ClassBalance {
  readonly available: number;
  /** The credits that expire first, unless they are spent before. */
  readonly next_expiry: { readonly amount: number; readonly expires_at: string } | null;
}

export interface BalanceAnswer {
  readonly ok: true;
  readonly balances: Readonly<Record<CreditClass, ClassBalance>>;
}

/** `GET /credits`. A date means the whole day in Asia/Tokyo; a time bounds exactly, `to` excluded. */
export const ledgerQuery = knownFields({
  class: z.enum(creditClasses, { error: `must be one of ${creditClasses.join(', ')}` }).optional(),
  operation: queryText.min(1, 'must not be empty').max(100).optional(),
  from: moment.optional(),
  to: moment.optional(),
  limit: queryInteger({ min: 1, max: 100 }).default(20),
  cursor: queryText.optional(),
});
export type LedgerQuery = z.output<typeof ledgerQuery>;
