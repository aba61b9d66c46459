import type { ErrorCode } from '../../contract/errors.ts';
import type { LimitKind } from '../../contract/usage/usage.ts';
import type { AccountLimits } from '../accounts/account.ts';
import type { LimitWindow, LimitWindows } from './limit-windows.ts';

export type PolicyName = 'search-month' | 'search-day' | 'search-minute' | 'heavy-minute';

/** One limit as it applies to one request. */
export interface AppliedPolicy {
  readonly name: PolicyName;
  /** Requests in the window. */
  readonly limit: number;
  readonly window: LimitWindow;
  readonly cost: number;
  readonly refusalCode: ErrorCode;
  /** A request that failed gives a quota back, but not a rate: rates protect the machine. */
  readonly quota: boolean;
}

/**
 * The limits that apply to a request, the longest window first, so that a refusal names the limit that lasts longest
 * (docs/decisions/0012-limits-and-quotas.md). Unlimited policies are left out.
 */
export function listPolicies(
  kind: LimitKind,
  limits: AccountLimits,
  windows: LimitWindows,
  cost: number,
): AppliedPolicy[] {
  const { searchPerMinute, heavyPerMinute, dailySearchQuota, monthlySearchQuota } = limits;
  const policies: AppliedPolicy[] = [];
  const searches = kind === 'search' || kind === 'quota';
  if (searches && monthlySearchQuota !== null)
    policies.push({
      name: 'search-month',
      limit: monthlySearchQuota,
      window: windows.month,
      cost,
      refusalCode: 'monthly_search_quota_exceeded',
      quota: true,
    });
  if (searches && dailySearchQuota !== null)
    policies.push({
      name: 'search-day',
      limit: dailySearchQuota,
      window: windows.day,
      cost,
      refusalCode: 'daily_search_quota_exceeded',
      quota: true,
    });
  const perMinute = kind === 'heavy' ? heavyPerMinute : searchPerMinute;
  if (kind !== 'quota' && perMinute !== null)
    policies.push({
      name: kind === 'heavy' ? 'heavy-minute' : 'search-minute',
      limit: perMinute,
      window: windows.minute,
      cost: kind === 'suggest' ? cost : 1,
      refusalCode: 'rate_limit_exceeded',
      quota: false,
    });
  return policies;
}
