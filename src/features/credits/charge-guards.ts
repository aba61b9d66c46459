import type { ChargingBody } from '../../contract/credits/billing.ts';
import type { Charge } from '../../contract/endpoint.ts';
import { ServiceError } from '../../contract/errors.ts';
import { type KeyHeader, readKey } from '../../idempotency/idempotency-key.ts';

/**
 * Checks what a charged call must have, in the order `execute`, `Idempotency-Key`, `maxCredits`.
 * @returns the key; null when none was sent and none is needed
 * @throws ServiceError execute_required, idempotency_key_required, max_credits_required; invalid_request for a key that
 * is malformed
 */
export function checkGuards({ requires }: Charge, body: ChargingBody, keyHeader: KeyHeader): string | null {
  if (requires.execute && body.execute !== true) throw new ServiceError('execute_required');
  if (requires.idempotencyKey && !keyHeader) throw new ServiceError('idempotency_key_required');
  const key = readKey(keyHeader);
  if (requires.maxCredits && body.maxCredits === undefined) throw new ServiceError('max_credits_required');
  return key;
}
