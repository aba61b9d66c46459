import { searchCost } from '../../contract/credits/prices.ts';
import type { QuotaState, UsageAnswer, UsageTotals } from '../../contract/usage/usage.ts';
import type { Account } from '../accounts/account.ts';
import { createLimitWindows, type LimitWindow } from './limit-windows.ts';
import type { LimitsStore, UsageCounts } from './limits-store.ts';

export interface UsageParts {
  readonly store: LimitsStore;
  /** Writes the counts of this process. Other processes write theirs within a second. */
  flush(): Promise<void>;
  now(): Date;
}

/** What an account has used and may still use. */
export class UsageService {
  constructor(private readonly parts: UsageParts) {}

  async getUsage({ accountId, limits }: Pick<Account, 'accountId' | 'limits'>): Promise<UsageAnswer> {
    await this.parts.flush();
    const { date, day, month } = createLimitWindows(this.parts.now().getTime());
    const rows = await this.parts.store.listUsage(accountId, `${date.slice(0, 7)}-01`, date);
    const today = sumTotals(rows.filter((row) => row.day === date));
    const thisMonth = sumTotals(rows);
    return {
      ok: true,
      time_zone: 'Asia/Tokyo',
      day: { date, ...today, search_quota: toQuotaState(limits.dailySearchQuota, today.searches, day) },
      month: {
        month: date.slice(0, 7),
        ...thisMonth,
        search_quota: toQuotaState(limits.monthlySearchQuota, thisMonth.searches, month),
      },
      days: rows.map((row) => ({ date: row.day, ...sumTotals([row]) })),
      rates: {
        search: { limit: limits.searchPerMinute, window_seconds: 60 },
        heavy: { limit: limits.heavyPerMinute, window_seconds: 60 },
      },
      cost_per_company_search: searchCost,
    };
  }
}

function sumTotals(rows: readonly UsageCounts[]): UsageTotals {
  const sumCounts = (count: (row: UsageCounts) => number) =>
    rows.reduce((total, row) => total + count(row), 0);
  const searches = sumCounts((row) => row.searches);
  return {
    requests: sumCounts((row) => row.requests),
    searches,
    heavy: sumCounts((row) => row.heavy),
    request_credits: searches * searchCost.request_credits,
    operation_credits: searchCost.operation_credits,
  };
}

function toQuotaState(limit: number | null, used: number, window: LimitWindow): QuotaState {
  return {
    limit,
    used,
    remaining: limit === null ? null : Math.max(0, limit - used),
    resets_at: new Date(window.end).toISOString(),
  };
}
