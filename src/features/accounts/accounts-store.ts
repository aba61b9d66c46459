import type { Knex } from 'knex';
import { requireRow } from '../../database/rows.ts';
import type { Transaction } from '../../database/transaction.ts';
import { isUuid } from '../../text/identifiers/uuid.ts';
import { type LimitOverrides, limitOverrides, type PlanLimits, planLimits } from './account-limits.ts';
import type { AccountCounts, AccountRow, ListedAccountRow, SuspensionRow } from './account-view.ts';
import { KeysStore } from './keys-store.ts';

const accountColumns = ['account_id', 'name', 'plan_id', 'limit_overrides', 'created_at'] as const;
const suspensionColumns = ['reason', 'suspended_by', 'suspended_at', 'resumed_by', 'resumed_at'] as const;

const accountsSql = `
  SELECT account_id, name, plan_id, created_at,
    (SELECT suspended_at FROM account_suspensions held
      WHERE held.account_id = accounts.account_id AND resumed_at IS NULL) AS suspended_at,
    (SELECT count(*)::int FROM api_keys
      WHERE api_keys.account_id = accounts.account_id AND revoked_at IS NULL) AS keys
  FROM accounts WHERE name > ? ORDER BY name LIMIT ?`;

const countsSql = `
  SELECT
    (SELECT count(*)::int FROM api_keys WHERE account_id = :accountId AND revoked_at IS NULL) AS keys,
    (SELECT count(*)::int FROM api_keys WHERE account_id = :accountId AND revoked_at IS NOT NULL) AS revoked_keys,
    (SELECT count(*)::int FROM sources WHERE account_id = :accountId) AS sources,
    (SELECT count(*)::int FROM lists WHERE account_id = :accountId AND deleted_at IS NULL) AS lists`;

/** Accounts in Postgres. */
export class AccountsStore {
  readonly keys: KeysStore;

  constructor(private readonly knex: Knex) {
    this.keys = new KeysStore(knex);
  }

  /** @returns null when an account with this name already exists */
  async insertAccount(name: string, planId: string, overrides: LimitOverrides): Promise<AccountRow | null> {
    const [row] = await this.knex('accounts')
      .insert({ name, plan_id: planId, limit_overrides: JSON.stringify(overrides) })
      .onConflict('name')
      .ignore()
      .returning<AccountRow[]>([...accountColumns]);
    return row ?? null;
  }

  async findAccountByName(name: string): Promise<AccountRow | null> {
    return this.#findAccountWhere({ name });
  }

  /** A malformed id is treated as unknown. */
  async findAccount(accountId: string): Promise<AccountRow | null> {
    if (!isUuid(accountId)) return null;
    return this.#findAccountWhere({ account_id: accountId });
  }

  async #findAccountWhere(values: Partial<AccountRow>): Promise<AccountRow | null> {
    const found = this.knex('accounts').where(values);
    return (await found.first<AccountRow | undefined>(...accountColumns)) ?? null;
  }

  async listPlanIds(): Promise<string[]> {
    return this.knex('plans').orderBy('plan_id').pluck('plan_id');
  }

  async getPlanLimits(planId: string): Promise<PlanLimits> {
    const { plan_id: _, ...limits } = await requireRow(
      this.knex('plans').where({ plan_id: planId }).select('*'),
    );
    return planLimits.parse(limits);
  }

  /** In the order of names, after this one. */
  async listAccounts(afterName: string, limit: number): Promise<ListedAccountRow[]> {
    const { rows } = await this.knex.raw<{ rows: ListedAccountRow[] }>(accountsSql, [afterName, limit]);
    return rows;
  }

  async getCounts(accountId: string): Promise<AccountCounts> {
    const { rows } = await this.knex.raw<{ rows: [AccountCounts] }>(countsSql, { accountId });
    return rows[0];
  }

  /**
   * Sets the plan and the overrides, which `change` makes from the present ones while the account is locked.
   * @returns null when there is no such account
   */
  async setPlan(
    accountId: string,
    planId: string,
    change: (overrides: LimitOverrides) => LimitOverrides,
  ): Promise<AccountRow | null> {
    return this.knex.transaction(async (transaction) => {
      const before = await transaction('accounts')
        .where({ account_id: accountId })
        .forUpdate()
        .first<Pick<AccountRow, 'limit_overrides'> | undefined>('limit_overrides');
      if (!before) return null;
      const overrides = JSON.stringify(change(limitOverrides.parse(before.limit_overrides)));
      const [row] = await transaction('accounts')
        .where({ account_id: accountId })
        .update({ plan_id: planId, limit_overrides: overrides })
        .returning<AccountRow[]>([...accountColumns]);
      return row ?? null;
    });
  }

  /** @returns null when the account is already suspended */
  async suspendAccount(accountId: string, by: string, reason: string): Promise<SuspensionRow | null> {
    const { rows } = await this.knex.raw<{ rows: SuspensionRow[] }>(
      `INSERT INTO account_suspensions (account_id, suspended_by, reason) VALUES (?, ?, ?)
       ON CONFLICT (account_id) WHERE resumed_at IS NULL DO NOTHING RETURNING ${suspensionColumns.join(', ')}`,
      [accountId, by, reason],
    );
    return rows[0] ?? null;
  }

  /** @returns null when the account is not suspended */
  async resumeAccount(accountId: string, by: string): Promise<SuspensionRow | null> {
    const [row] = await this.knex('account_suspensions')
      .where({ account_id: accountId, resumed_at: null })
      .update({ resumed_by: by, resumed_at: this.knex.fn.now() })
      .returning<SuspensionRow[]>([...suspensionColumns]);
    return row ?? null;
  }

  /** Newest first. One that is not resumed is in force. */
  async listSuspensions(accountId: string, limit: number): Promise<SuspensionRow[]> {
    return this.knex('account_suspensions')
      .where({ account_id: accountId })
      .orderBy('suspension_id', 'desc')
      .limit(limit)
      .select<SuspensionRow[]>(...suspensionColumns);
  }

  async isSuspended(accountId: string): Promise<boolean> {
    const found = this.knex('account_suspensions').where({ account_id: accountId, resumed_at: null });
    return (await found.first('suspension_id')) !== undefined;
  }

  /** A malformed id is treated as unknown. */
  async hasSource(accountId: string, sourceId: string): Promise<boolean> {
    if (!isUuid(sourceId)) return false;
    const found = this.knex('sources').where({ account_id: accountId, source_id: sourceId });
    return (await found.first('source_id')) !== undefined;
  }

  runInTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.knex.transaction(work);
  }
}
