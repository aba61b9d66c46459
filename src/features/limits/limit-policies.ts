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
  const isSearch = kind === 'search' || kind === 'quota';
  const policies: (Policy | false)[] = [
    isSearch && {
      name: 'search-month',
      limit: limits.monthlySearchQuota,
      window: windows.month,
      cost,
      refusalCode: 'monthly_search_quota_exceeded',
      quota: true,
    },
    isSearch && {
      name: 'search-day',
      limit: limits.dailySearchQuota,
      window: windows.day,
      cost,
      refusalCode: 'daily_search_quota_exceeded',
      quota: true,
    },
    kind !== 'quota' && {
      ...chooseRate(kind, limits),
      window: windows.minute,
      cost: kind === 'suggest' ? cost : 1,
      refusalCode: 'rate_limit_exceeded',
      quota: false,
    },
  ];
  return policies.filter((each): each is AppliedPolicy => each !== false && each.limit !== null);
}

function chooseRate(kind: LimitKind, { heavyPerMinute, searchPerMinute }: AccountLimits) {
  if (kind === 'heavy') return { name: 'heavy-minute', limit: heavyPerMinute } as const;
  return { name: 'search-minute', limit: searchPerMinute } as const;
}

type Policy = Omit<AppliedPolicy, 'limit'> & { readonly limit: number | null };
