import type { ServiceError } from '../contract/errors.ts';
import type { LimitKind } from '../contract/limits/usage.ts';
import type { Account } from '../features/accounts/account.ts';

/** What a limiter says of one request. */
export interface LimitDecision {
  /** Set on the answer whatever it is: `RateLimit`, `RateLimit-Policy`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Given when the request is over a limit; it then has cost nothing. */
  readonly refusal?: ServiceError;
  /** To be called once when an admitted request ended, with whether it was served: what was not gives its quota back. */
  settle?(served: boolean): void;
}

/** Counts requests against an account's limits. May answer without a promise, so that a request does not wait a turn. */
export interface Limits {
  /** @param cost how many searches this one counts as; toward a rate every request counts as one */
  take(account: Account, kind: LimitKind, cost: number): LimitDecision | Promise<LimitDecision>;
}
