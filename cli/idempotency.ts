import { createHash } from 'node:crypto';

/**
 * The Idempotency-Key of a call: the same if the same command runs on the same state, so that retries share one key, and
 * a new one after the state has changed (docs/command-line.md#running-a-command-again).
 * @param operation as in the ledger, for example `source.resolve`
 * @param meaning the service's address, the subject of the call, its body without limits, and the state when confirmed
 */
export function purchaseKey(operation: string, meaning: Readonly<Record<string, unknown>>): string {
  const digest = createHash('sha256').update(canonicalJson(meaning)).digest('hex');
  return `company-data:${operation}:${digest.slice(0, 40)}`;
}

/** JSON in which the order of fields and undefined fields make no difference. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
