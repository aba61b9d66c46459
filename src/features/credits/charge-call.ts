import type { ChargingBody } from '../../contract/credits/billing.ts';
import type { RouteContext } from '../../http/route.ts';
import type { Account } from '../accounts/account.ts';
import type { ChargeCall } from './charge-once.ts';

/** The charge call that a request makes; for the handler of a charged route. */
export function chargeCall({
  account,
  method,
  path,
  headers,
  body,
}: Pick<
  RouteContext<unknown, unknown, ChargingBody, Account>,
  'account' | 'method' | 'path' | 'headers' | 'body'
>): ChargeCall {
  const { accountId } = account;
  return { accountId, method, path, idempotencyKey: headers['idempotency-key'], body };
}
