import type { LimitOverrides, PlanLimits } from '../../src/features/accounts/account-limits.ts';
import type {
  AccountDetails,
  SuspensionChange,
  SuspensionView,
} from '../../src/features/accounts/account-view.ts';
import type { KeyView } from '../../src/features/accounts/key-view.ts';
import { formatCount, formatTable } from './output.ts';

/** Accounts and keys, as lines for the operator. */

/** The limits of its plan that an account can override, and what each of them counts. */
export const limits = {
  search_per_minute: 'search requests per minute',
  heavy_per_minute: 'heavy requests per minute',
  daily_search_quota: 'company searches per day',
  monthly_search_quota: 'company searches per month',
} satisfies Record<keyof LimitOverrides, string>;

export function formatSuspension({ name, status, changed, suspension }: SuspensionChange): string {
  if (status === 'active') {
    if (changed) return `Resumed account ${name}.`;
    return `Account ${name} is not suspended.`;
  }
  if (changed) return `Suspended account ${name}.`;
  return `Account ${name} is already suspended ${(suspension && describeSuspension(suspension)) ?? ''}.`;
}

function describeSuspension({ suspended_at, suspended_by, reason }: SuspensionView): string {
  return `since ${suspended_at} by ${suspended_by}: ${reason}`;
}

export function formatAccount(account: AccountDetails): string[] {
  const { name, account_id, plan, status, suspensions, limit_overrides, created_at } = account;
  const current = suspensions.slice(0, Number(status === 'suspended'));
  const [state = 'Active'] = current.map((each) => `Suspended ${describeSuspension(each)}`);
  return [
    `${name} (${account_id}), created ${created_at}`,
    state,
    ...suspensions
      .slice(current.length)
      .map(
        (each) =>
          `Earlier: suspended ${describeSuspension(each)}; resumed ${each.resumed_at} by ${each.resumed_by}`,
      ),
    `Plan ${plan}`,
    ...formatLimits(account.limits, limit_overrides),
  ];
}

/** The limits that apply; those that replace a limit of the plan say so. */
function formatLimits(applied: PlanLimits, overrides: LimitOverrides): string[] {
  return Object.entries(limits).map(([name, what]) => {
    const own = Object.hasOwn(overrides, name) && " (the account's own limit)";
    return `  ${what}: ${formatLimit(applied[name as keyof PlanLimits])}${own || ''}`;
  });
}

export function formatQuota({
  search_quota: { limit, used },
}: {
  readonly search_quota: { readonly limit: number | null; readonly used: number };
}): string {
  return `${formatCount(used)} (limit: ${formatLimit(limit)})`;
}

const formatLimit = (limit: number | null): string => {
  if (limit === null) return 'unlimited';
  return formatCount(limit);
};

export function formatKeys({ keys, counts }: AccountDetails): string[] {
  const more = counts.keys - keys.length;
  const revoked = counts.revoked_keys > 0 && `, and ${formatCount(counts.revoked_keys)} revoked`;
  const summary = `Keys: ${formatCount(counts.keys)} in use${revoked || ''}`;
  if (keys.length === 0) return [summary];
  return [summary, ...formatKeyTable(keys), more > 0 && `and ${formatCount(more)} more: key list`].filter(
    (each) => each !== false,
  );
}

export function formatKeyTable(keys: readonly KeyView[]): string[] {
  const rows = keys.map((key) => [
    key.key_id,
    `${key.key_start}…`,
    formatScope(key),
    key.max_credits === null ? 'none' : formatCount(key.max_credits),
    formatCount(key.credits_spent),
    key.created_at,
    key.last_used_at ?? 'unknown',
    key.revoked_at ?? 'in use',
    key.label,
  ]);
  const header = ['KEY_ID', 'KEY', 'SCOPE', 'LIMIT', 'SPENT', 'CREATED', 'LAST USED', 'REVOKED', 'LABEL'];
  return formatTable('The account has no keys.', header, rows);
}

function formatScope({ read_only, source_id, purpose }: KeyView): string {
  const parts = [
    read_only && 'read-only',
    source_id !== null && `source ${source_id}`,
    purpose !== null && purpose,
  ].filter((each) => each !== false);
  return parts.join(', ') || 'full';
}
