import type { ChargingBody, CreditClass } from '../../contract/credits/billing.ts';
import { ServiceError } from '../../contract/errors.ts';
import { type KeyHeader, readKey } from '../../idempotency/idempotency-key.ts';

/** An operation that spends credits: a constant of its feature. */
export interface ChargedOperation {
  /** As in the ledger, for example `source.resolve`. */
  readonly operation: string;
  readonly creditClass: CreditClass;
  /** What a call must carry; what is not required is still obeyed when it is there. */
  readonly requires: {
    readonly execute: boolean;
    readonly idempotencyKey: boolean;
    readonly maxCredits: boolean;
  };
}

/**
 * Checks what a charging call must carry, in the order `execute`, `Idempotency-Key`, `maxCredits`.
 * @returns the key, or null when there is none and none is needed
 * @throws ServiceError execute_required, idempotency_key_required, max_credits_required; invalid_request for a key that
 * is malformed
 */
export function checkGuards(
  { requires }: ChargedOperation,
  body: ChargingBody,
  keyHeader: KeyHeader,
): string | null {
  if (requires.execute && body.execute !== true) throw new ServiceError('execute_required');
  if (requires.idempotencyKey && !keyHeader) throw new ServiceError('idempotency_key_required');
  const key = readKey(keyHeader);
  if (requires.maxCredits && body.maxCredits === undefined) throw new ServiceError('max_credits_required');
  return key;
}
