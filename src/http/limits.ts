import type { ServiceError } from '../contract/errors.ts';
import type { Account } from '../features/accounts/account.ts';

/** What a limiter says of one request. */
export interface LimitDecision {
  /** Set on the answer whatever it is: `RateLimit`, `RateLimit-Policy`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Given when the request is over the limit. */
  readonly refusal?: ServiceError;
}

/** Counts requests against an account's rates. May answer without a promise, so that a request does not wait a turn. */
export interface Limits {
  take(account: Account, kind: 'search' | 'heavy'): LimitDecision | Promise<LimitDecision>;
}
