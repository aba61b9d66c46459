import type { ChargingBody } from '../../contract/credits/billing.ts';
import { type KeyedCall, keyedCall } from '../../idempotency/keyed-call.ts';

/** One request for a charged operation. */
export interface ChargeCall extends Pick<KeyedCall, 'accountId' | 'method' | 'path' | 'idempotencyKey'> {
  /** The whole body as its schema gives it; all but `maxCredits` and `dryRun` is what a key stands for. */
  readonly body: ChargingBody;
}

/** The charge call that a request makes; for the handler of a charged route. */
export function chargeCall(
  request: Parameters<typeof keyedCall>[0] & { readonly body: ChargingBody },
): ChargeCall {
  return { ...keyedCall(request), body: request.body };
}
