/** Limits of an account: its plan's, with the account's own in their place. `null` is without limit. */
export interface AccountLimits {
  /** Requests in any minute. */
  readonly searchPerMinute: number | null;
  readonly heavyPerMinute: number | null;
  /** Company searches in a calendar day and month of Asia/Tokyo. */
  readonly dailySearchQuota: number | null;
  readonly monthlySearchQuota: number | null;
}

/** Who sends a request, as known from the API key. */
export interface Account {
  readonly accountId: string;
  readonly keyId: string;
  readonly planId: string;
  readonly limits: AccountLimits;
}
