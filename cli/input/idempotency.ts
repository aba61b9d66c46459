import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../../client/idempotency.ts';

/**
 * The Idempotency-Key of a call: the same if the same command runs on the same state, so that retries share one key, and
 * a new one after the state has changed (docs/command-line.md#running-a-command-again).
 * @param operation as in the ledger, for example `source.resolve`
 * @param meaning the service's address, the subject of the call, its body without limits, and the state when confirmed
 */
export function computeIdempotencyKey(operation: string, meaning: Readonly<Record<string, unknown>>): string {
  const digest = createHash('sha256').update(toCanonicalJson(meaning)).digest('hex');
  return `company-data:${operation}:${digest.slice(0, 40)}`;
}
