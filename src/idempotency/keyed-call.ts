import type { RouteContext } from '../http/route.ts';
import type { KeyedCall } from './idempotency.ts';

/** The keyed call that a request makes; its service says what the call means. */
export function keyedCall({
  account: { accountId },
  method,
  path,
  headers,
}: Pick<
  RouteContext<unknown, unknown, unknown, { readonly accountId: string }>,
  'account' | 'method' | 'path' | 'headers'
>): Omit<KeyedCall, 'meaning'> {
  return { accountId, method, path, idempotencyKey: headers['idempotency-key'] };
}
