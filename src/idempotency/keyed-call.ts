import type { KeyHeader } from './idempotency-key.ts';

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

/** A call that may carry a key, past authentication, limits and schema. */
export interface KeyedCall {
  readonly accountId: string;
  readonly method: string;
  /** As requested, without query: a key counts for one path. */
  readonly path: string;
  readonly idempotencyKey: KeyHeader;
  /** What the key stands for: repeated with another meaning it is refused. */
  readonly meaning: object;
  /** Do everything, keep nothing: neither the work nor the key. */
  readonly dryRun?: boolean;
}
