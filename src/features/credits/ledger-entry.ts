import type { CreditClass } from '../../contract/credits/billing.ts';
import type { LedgerEntryView, LedgerKind } from '../../contract/credits/credits.ts';

export function toLedgerEntryView(row: LedgerRow): LedgerEntryView {
  return {
    entry_id: row.entry_id,
    class: row.class,
    kind: row.kind,
    amount: row.amount,
    balance_after: row.balance_after,
    operation: row.operation,
    subject: { type: row.subject_type, id: row.subject_id },
    idempotency_key: row.idempotency_key,
    reverses: row.reverses,
    created_at: row.created_at.toISOString(),
  };
}

export interface LedgerRow {
  readonly entry_id: string;
  readonly account_id: string;
  readonly class: CreditClass;
  readonly kind: LedgerKind;
  readonly amount: number;
  readonly balance_after: number;
  readonly operation: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly idempotency_key: string | null;
  readonly reverses: string | null;
  readonly expires_at: Date | null;
  readonly created_at: Date;
}
