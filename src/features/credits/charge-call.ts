import type { ChargingBody } from '../../contract/credits/billing.ts';
import { type KeyedCall, keyedCall } from '../../idempotency/idempotency-key.ts';

/** One request for a charged operation. */
export interface ChargeCall extends Pick<KeyedCall, 'accountId' | 'method' | 'path' | 'idempotencyKey'> {
  /** The whole body after its schema. A repeated call may differ only in `maxCredits` and `dryRun`. */
  readonly body: ChargingBody;
}

/** For handlers of charged routes. */
export function chargeCall(
  request: Parameters<typeof keyedCall>[0] & { readonly body: ChargingBody },
): ChargeCall {
  return { ...keyedCall(request), body: request.body };
}
