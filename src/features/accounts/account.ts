import type { KeyScope } from '../../contract/key-permission.ts';

/** Limits of an account: its own, otherwise those of its plan. `null` means unlimited. */
export interface AccountLimits {
  /** Requests per minute. */
  readonly searchPerMinute: number | null;
  readonly heavyPerMinute: number | null;
  /** Company searches per calendar day and month in Asia/Tokyo. */
  readonly dailySearchQuota: number | null;
  readonly monthlySearchQuota: number | null;
}

/** The account that sends a request, found by its API key. */
export interface Account {
  readonly accountId: string;
  readonly keyId: string;
  readonly keyScope: KeyScope;
  /** The operator has suspended the account: its requests are refused, and its queued tasks wait. */
  readonly suspended: boolean;
  readonly planId: string;
  readonly limits: AccountLimits;
}
