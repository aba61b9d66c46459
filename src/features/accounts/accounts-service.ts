import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type LimitOverrides, limitOverrides } from './account-limits.ts';
import type { AccountRow, AccountsStore, KeyRow } from './accounts-store.ts';
import { apiKeyStart, hashApiKey, makeApiKey } from './api-key.ts';

/** Why the service refuses an operator's request about accounts or keys. */
export class AccountRefusal extends Error {
  override readonly name = 'AccountRefusal';
}

export type AccountView = Omit<AccountRow, 'plan_id' | 'created_at'> & {
  readonly plan: string;
  readonly created_at: string;
};

export type KeyView = Omit<KeyRow, 'created_at' | 'revoked_at'> & {
  readonly created_at: string;
  readonly revoked_at: string | null;
};

/** A new key. `api_key` is shown only here. */
export type NewKey = KeyView & { readonly account_id: string; readonly api_key: string };

export interface NewAccount {
  readonly name: string;
  readonly plan?: string;
  readonly overrides?: LimitOverrides;
}

const accountName = z.string().trim().min(1).max(200);
const keyLabel = z.string().trim().max(200);

/** Accounts and keys, for operators. */
export class AccountsService {
  readonly #store: AccountsStore;

  constructor(store: AccountsStore) {
    this.#store = store;
  }

  /** @throws AccountRefusal when the name is taken or invalid, the plan is unknown, or a limit is out of bounds */
  async createAccount({ name, plan = 'standard', overrides = {} }: NewAccount): Promise<AccountView> {
    const checkedName = accountName.safeParse(name);
    if (!checkedName.success) throw new AccountRefusal('An account name must have 1 to 200 characters.');
    const checkedOverrides = limitOverrides.safeParse(overrides);
    if (!checkedOverrides.success) throw new AccountRefusal(z.prettifyError(checkedOverrides.error));
    const plans = await this.#store.planIds();
    if (!plans.includes(plan))
      throw new AccountRefusal(`There is no plan ${plan}. The plans are ${plans.join(', ')}.`);
    const row = await this.#store.insertAccount(checkedName.data, plan, checkedOverrides.data);
    if (!row) throw new AccountRefusal(`An account named ${checkedName.data} already exists.`);
    return accountView(row);
  }

  /** @param nameOrId an account's name, or its account_id */
  async findAccount(nameOrId: string): Promise<AccountView | null> {
    const byName = await this.#store.findAccountByName(nameOrId);
    if (byName) return accountView(byName);
    const row = z.uuid().safeParse(nameOrId).success ? await this.#store.findAccount(nameOrId) : null;
    return row && accountView(row);
  }

  /** @throws AccountRefusal when there is no such account */
  async createKey(account: string, label = ''): Promise<NewKey> {
    const { account_id } = await this.#existingAccount(account);
    const checkedLabel = keyLabel.safeParse(label);
    if (!checkedLabel.success) throw new AccountRefusal('A label must have at most 200 characters.');
    const apiKey = makeApiKey(randomBytes);
    const row = await this.#store.insertKey(account_id, {
      hash: hashApiKey(apiKey),
      start: apiKeyStart(apiKey),
      label: checkedLabel.data,
    });
    return { ...keyView(row), account_id, api_key: apiKey };
  }

  /** Newest first, including revoked keys. @throws AccountRefusal when there is no such account */
  async listKeys(account: string): Promise<KeyView[]> {
    const { account_id } = await this.#existingAccount(account);
    return (await this.#store.keys(account_id)).map(keyView);
  }

  /** From then on, no process accepts the key. @throws AccountRefusal when the account has no such key */
  async revokeKey(account: string, keyId: string): Promise<KeyView> {
    const { account_id, name } = await this.#existingAccount(account);
    const row = z.uuid().safeParse(keyId).success ? await this.#store.revokeKey(account_id, keyId) : null;
    if (!row) throw new AccountRefusal(`The account ${name} has no key with the key_id ${keyId}.`);
    return keyView(row);
  }

  async #existingAccount(nameOrId: string): Promise<AccountView> {
    const account = await this.findAccount(nameOrId);
    if (!account) throw new AccountRefusal(`There is no account ${nameOrId}.`);
    return account;
  }
}

function accountView({ plan_id, created_at, ...row }: AccountRow): AccountView {
  return { ...row, plan: plan_id, created_at: created_at.toISOString() };
}

function keyView({ created_at, revoked_at, ...row }: KeyRow): KeyView {
  return { ...row, created_at: created_at.toISOString(), revoked_at: revoked_at?.toISOString() ?? null };
}
