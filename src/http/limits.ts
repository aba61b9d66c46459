import type { ServiceError } from '../contract/errors.ts';
import type { LimitKind } from '../contract/usage/usage.ts';
import type { Account } from '../features/accounts/account.ts';

/** `refused`: nothing was done. */
export type RequestOutcome = 'served' | 'failed' | 'refused';

/** A limiter's decision about one request. */
export interface LimitDecision {
  /** Set on every answer, including errors: `RateLimit`, `RateLimit-Policy`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Set if the request exceeds a limit; it is then not counted. */
  readonly refusal?: ServiceError;
  /** Called once when an admitted request ends: if it failed, it gets its quota back; if it was refused, everything. */
  settle?(outcome: RequestOutcome): void;
}

/** Counts requests against an account's limits. May return without a promise, to avoid a needless wait. */
export interface Limits {
  /**
   * @param cost the number of searches toward the quotas, of messages toward the rate for `suggest`; toward the other rates, every
   *   request counts as one
   */
  take(account: Account, kind: LimitKind, cost: number): LimitDecision | Promise<LimitDecision>;
}
