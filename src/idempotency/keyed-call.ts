import type { KeyedCall } from './idempotency.ts';

/** What a request says of itself; header names are lower case. */
interface KeyedRequest extends Pick<KeyedCall, 'method' | 'path'> {
  readonly account: { readonly accountId: string };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The keyed call that a request makes; its service says what the call means. */
export function keyedCall(request: KeyedRequest): Omit<KeyedCall, 'meaning'> {
  const { account, method, path, headers } = request;
  return { accountId: account.accountId, method, path, idempotencyKey: headers['idempotency-key'] };
}
