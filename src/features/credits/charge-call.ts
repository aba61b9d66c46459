import type { ChargingBody } from '../../contract/credits/billing.ts';
import type { RouteContext } from '../../http/route.ts';
import { keyedCall } from '../../idempotency/keyed-call.ts';
import type { Account } from '../accounts/account.ts';
import type { ChargeCall } from './charging-service.ts';

/** The charge call that a request makes; for the handler of a charged route. */
export function chargeCall(
  context: Pick<
    RouteContext<unknown, unknown, ChargingBody, Account>,
    'account' | 'method' | 'path' | 'headers' | 'body'
  >,
): ChargeCall {
  return { ...keyedCall(context), body: context.body };
}
