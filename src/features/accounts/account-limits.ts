import { z } from 'zod';
import type { AccountLimits } from './account.ts';

const perMinute = z.int().min(1).max(1_000_000_000).nullable();
const quota = z.int().min(0).max(1_000_000_000).nullable();

/** Limits by the column names of `plans`; null means unlimited. */
export const planLimits = z.strictObject({
  search_per_minute: perMinute,
  heavy_per_minute: perMinute,
  daily_search_quota: quota,
  monthly_search_quota: quota,
});

/** Limits of one account that replace those of its plan. */
export const limitOverrides = planLimits.partial();

export type PlanLimits = z.output<typeof planLimits>;
export type LimitOverrides = z.output<typeof limitOverrides>;

/** The limits that apply to an account. */
export function computeEffectiveLimits(plan: PlanLimits, overrides: LimitOverrides): AccountLimits {
  const getLimit = (name: keyof PlanLimits): number | null => {
    const own = overrides[name];
    if (own === undefined) return plan[name];
    return own;
  };
  return {
    searchPerMinute: getLimit('search_per_minute'),
    heavyPerMinute: getLimit('heavy_per_minute'),
    dailySearchQuota: getLimit('daily_search_quota'),
    monthlySearchQuota: getLimit('monthly_search_quota'),
  };
}

/** Overrides to set. `plan` removes one, so that the limit of the plan applies again; null means unlimited. */
export type LimitChanges = { readonly [Name in keyof PlanLimits]?: PlanLimits[Name] | 'plan' | undefined };

/** The overrides after a change. Limits that the change does not name stay. */
export function applyLimitChanges(overrides: LimitOverrides, changes: LimitChanges): object {
  return Object.fromEntries(
    Object.entries({ ...overrides, ...changes }).filter(([, limit]) => limit !== 'plan'),
  );
}
