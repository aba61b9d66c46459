import type { LedgerEntryView } from '../../contract/credits/credits.ts';
import type { LedgerRow } from './ledger-store.ts';

export function ledgerEntryView(row: LedgerRow): LedgerEntryView {
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
