import { createHash } from 'node:crypto';

/**
 * The Idempotency-Key of a call that is the same purchase whenever the same command runs on the same state, and another
 * once the state has moved on (docs/command-line.md#running-a-command-again).
 * @param operation as in the ledger, for example `source.resolve`
 * @param meaning the service's address, what the call is about, its body without limits, and the state it was agreed on
 */
export function purchaseKey(operation: string, meaning: Readonly<Record<string, unknown>>): string {
  const digest = createHash('sha256').update(canonicalJson(meaning)).digest('hex');
  return `company-data:${operation}:${digest.slice(0, 40)}`;
}

/** JSON in which the order of fields, and fields without a value, make no difference. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
