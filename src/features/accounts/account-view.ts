import type { PlanLimits } from './account-limits.ts';
import type { AccountCounts, AccountRow, ListedAccountRow, SuspensionRow } from './accounts-store.ts';
import type { KeyView } from './key-view.ts';

/** Accounts as operators see them. */

export type AccountView = Omit<AccountRow, 'plan_id' | 'created_at'> & {
  readonly plan: string;
  readonly created_at: string;
};

export type SuspensionView = Omit<SuspensionRow, 'suspended_at' | 'resumed_at'> & {
  readonly suspended_at: string;
  readonly resumed_at: string | null;
};

export type AccountStatus = 'active' | 'suspended';

/** An account in the list of accounts. */
export interface ListedAccount {
  readonly account_id: string;
  readonly name: string;
  readonly plan: string;
  readonly status: AccountStatus;
  readonly suspended_at: string | null;
  readonly keys: number;
  readonly created_at: string;
}

/** What an operator wants to know about one account. */
export interface AccountDetails extends AccountView {
  readonly status: AccountStatus;
  /** Newest first, at most ten. */
  readonly suspensions: readonly SuspensionView[];
  /** That apply: those of the plan, replaced by the overrides. */
  readonly limits: PlanLimits;
  readonly counts: AccountCounts;
  /** Newest first, without revoked keys, at most 100. */
  readonly keys: readonly KeyView[];
}

/** A suspension or resumption. `changed` is false if the account already was in this state. */
export interface SuspensionChange {
  readonly account_id: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly changed: boolean;
  /** In force, or just ended; null if an account that was not suspended is resumed. */
  readonly suspension: SuspensionView | null;
}

export function toAccountView({ plan_id, created_at, ...row }: AccountRow): AccountView {
  return { ...row, plan: plan_id, created_at: created_at.toISOString() };
}

export function toListedAccount({
  plan_id,
  created_at,
  suspended_at,
  ...row
}: ListedAccountRow): ListedAccount {
  return {
    ...row,
    plan: plan_id,
    status: suspended_at === null ? 'active' : 'suspended',
    suspended_at: suspended_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

export function toSuspensionView({ suspended_at, resumed_at, ...row }: SuspensionRow): SuspensionView {
  return {
    ...row,
    suspended_at: suspended_at.toISOString(),
    resumed_at: resumed_at?.toISOString() ?? null,
  };
}
