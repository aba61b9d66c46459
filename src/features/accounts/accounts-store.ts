import type { Knex } from 'knex';
import { onlyRow } from '../../database/rows.ts';
import type { Account } from './account.ts';
import { effectiveLimits, type LimitOverrides, limitOverrides, planLimits } from './account-limits.ts';

export interface AccountRow {
  readonly account_id: string;
  readonly name: string;
  readonly plan_id: string;
  readonly limit_overrides: LimitOverrides;
  readonly created_at: Date;
}

export interface KeyRow {
  readonly key_id: string;
  readonly key_start: string;
  readonly label: string;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

interface KeyOwnerRow {
  readonly key_hash: Buffer;
  readonly account_id: string;
  readonly key_id: string;
  readonly plan_id: string;
  readonly plan: unknown;
  readonly limit_overrides: unknown;
}

const accountColumns = ['account_id', 'name', 'plan_id', 'limit_overrides', 'created_at'] as const;
const keyColumns = ['key_id', 'key_start', 'label', 'created_at', 'revoked_at'] as const;

const keyOwnerSql = `
  SELECT key_hash, account_id, key_id, plan_id, limit_overrides, to_jsonb(plans) - 'plan_id' AS plan
  FROM api_keys JOIN accounts USING (account_id) JOIN plans USING (plan_id)
  WHERE key_hash = ANY(?) AND revoked_at IS NULL`;

/** Accounts and their keys in Postgres. */
export class AccountsStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** @returns null when an account with this name already exists */
  async insertAccount(name: string, planId: string, overrides: LimitOverrides): Promise<AccountRow | null> {
    const [row] = await this.#knex('accounts')
      .insert({ name, plan_id: planId, limit_overrides: JSON.stringify(overrides) })
      .onConflict('name')
      .ignore()
      .returning<AccountRow[]>([...accountColumns]);
    return row ?? null;
  }

  async findAccountByName(name: string): Promise<AccountRow | null> {
    return this.#account({ name });
  }

  async findAccount(accountId: string): Promise<AccountRow | null> {
    return this.#account({ account_id: accountId });
  }

  async #account(values: Partial<AccountRow>): Promise<AccountRow | null> {
    const found = this.#knex('accounts').where(values);
    return (await found.first<AccountRow | undefined>(...accountColumns)) ?? null;
  }

  async planIds(): Promise<string[]> {
    return this.#knex('plans').orderBy('plan_id').pluck('plan_id');
  }

  async insertKey(accountId: string, key: { hash: Buffer; start: string; label: string }): Promise<KeyRow> {
    const { hash, start, label } = key;
    const row = { account_id: accountId, key_hash: hash, key_start: start, label };
    return onlyRow(
      this.#knex('api_keys')
        .insert(row)
        .returning<KeyRow[]>([...keyColumns]),
    );
  }

  /** Newest first. */
  async keys(accountId: string): Promise<KeyRow[]> {
    return this.#knex('api_keys')
      .where({ account_id: accountId })
      .orderBy('key_id', 'desc')
      .select<KeyRow[]>(...keyColumns);
  }

  /** Revoking a key again keeps the time of the first revocation. @returns null when the account has no such key */
  async revokeKey(accountId: string, keyId: string): Promise<KeyRow | null> {
    const [row] = await this.#knex('api_keys')
      .where({ account_id: accountId, key_id: keyId })
      .update({ revoked_at: this.#knex.raw('coalesce(revoked_at, now())') })
      .returning<KeyRow[]>([...keyColumns]);
    return row ?? null;
  }

  /**
   * The accounts of these keys, by hash in hex. Unknown and revoked keys are left out. This is the only query that
   * finds an account instead of being given one.
   */
  async findKeyOwners(keyHashes: readonly Buffer[]): Promise<Map<string, Account>> {
    const { rows } = await this.#knex.raw<{ rows: KeyOwnerRow[] }>(keyOwnerSql, [[...keyHashes]]);
    return new Map(
      rows.map((row) => [
        row.key_hash.toString('hex'),
        {
          accountId: row.account_id,
          keyId: row.key_id,
          planId: row.plan_id,
          limits: effectiveLimits(planLimits.parse(row.plan), limitOverrides.parse(row.limit_overrides)),
        },
      ]),
    );
  }
}
