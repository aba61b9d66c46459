import type { ChargingBody } from '../../contract/credits/billing.ts';
import { buildKeyedCall, type KeyedCall } from '../../idempotency/idempotency-key.ts';

/** One request for a charged operation. */
export interface ChargeCall extends Pick<KeyedCall, 'accountId' | 'method' | 'path' | 'idempotencyKey'> {
  /** The API key that pays, whose spending limit holds; null for a call without one. */
  readonly keyId: string | null;
  /** The whole body after its schema. A repeated call may differ only in `maxCredits` and `dryRun`. */
  readonly body: ChargingBody;
}

/** For handlers of charged routes. */
export function toChargeCall(
  request: Parameters<typeof buildKeyedCall>[0] & {
    readonly account: { readonly keyId: string };
    readonly body: ChargingBody;
  },
): ChargeCall & { readonly keyId: string } {
  return { ...buildKeyedCall(request), keyId: request.account.keyId, body: request.body };
}
