import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { KeyPurpose } from '../../contract/key-purpose.ts';
import { findScopeFault, keyLabel } from '../../contract/keys/keys.ts';
import { maxCreditAmount, maxKeysInUse } from '../../contract/limits.ts';
import {
  applyLimitChanges,
  type LimitChanges,
  type LimitOverrides,
  limitOverrides,
  planLimits,
} from './account-limits.ts';
import {
  type AccountDetails,
  type AccountView,
  type ListedAccount,
  type SuspensionChange,
  toAccountView,
  toListedAccount,
  toSuspensionView,
} from './account-view.ts';
import type { AccountsStore } from './accounts-store.ts';
import { makeKey } from './api-key.ts';
import { type KeyView, toKeyView } from './key-view.ts';

/** Why the service refuses an operator's request about accounts or keys. */
export class AccountRefusal extends Error {
  override readonly name = 'AccountRefusal';
}

export interface NewKeyOptions {
  readonly label?: string;
  readonly readOnly?: boolean;
  /** A source of the account, the only one that the key reaches. */
  readonly sourceId?: string;
  /** All that the key is for. */
  readonly purpose?: KeyPurpose;
  /** The most that it may spend, in whole credits. */
  readonly maxCredits?: number;
}

/** A new key. `api_key` is shown only here. */
export type NewKey = KeyView & { readonly account_id: string; readonly api_key: string };

export interface NewAccount {
  readonly name: string;
  readonly plan?: string;
  readonly overrides?: LimitOverrides;
}

/** Text that is shown in one line. */
const line = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u);
const accountName = line.min(1).max(200);
const suspensionReason = line.min(1).max(1000);
const operatorName = line.min(1).max(200);
const inOneLine = 'in one line without control characters';

const maxListedAccounts = 1000;
const shownKeys = 100;
const shownSuspensions = 10;

/** Accounts and keys, for operators. */
export class AccountsService {
  constructor(private readonly store: AccountsStore) {}

  /** @throws AccountRefusal when the name is taken or invalid, the plan is unknown, or a limit is out of bounds */
  async createAccount({ name, plan = 'standard', overrides = {} }: NewAccount): Promise<AccountView> {
    const checkedName = accountName.safeParse(name);
    if (!checkedName.success)
      throw new AccountRefusal(`An account name must have 1 to 200 characters, ${inOneLine}.`);
    const checkedOverrides = limitOverrides.safeParse(overrides);
    if (!checkedOverrides.success) throw createBoundsRefusal(checkedOverrides.error);
    await this.#requirePlan(plan);
    const row = await this.store.insertAccount(checkedName.data, plan, checkedOverrides.data);
    if (!row) throw new AccountRefusal(`An account named ${checkedName.data} already exists.`);
    return toAccountView(row);
  }

  /** @param nameOrId an account's name, or its account_id */
  async findAccount(nameOrId: string): Promise<AccountView | null> {
    const byName = await this.store.findAccountByName(nameOrId);
    if (byName) return toAccountView(byName);
    const row = await this.store.findAccount(nameOrId);
    return row && toAccountView(row);
  }

  /**
   * In the order of names.
   * @param limit 1 to 1,000
   * @returns the accounts, and the name after which the next page begins; null on the last page
   */
  async listAccounts(
    limit: number,
    afterName = '',
  ): Promise<{ accounts: ListedAccount[]; next_after: string | null }> {
    if (limit < 1 || limit > maxListedAccounts)
      throw new AccountRefusal(`The limit must be from 1 to ${maxListedAccounts}.`);
    const rows = await this.store.listAccounts(afterName, limit + 1);
    const accounts = rows.slice(0, limit).map(toListedAccount);
    if (rows.length <= limit) return { accounts, next_after: null };
    return { accounts, next_after: accounts.at(-1)?.name ?? null };
  }

  /** @throws AccountRefusal when there is no such account */
  async describeAccount(nameOrId: string): Promise<AccountDetails> {
    const account = await this.#requireAccount(nameOrId);
    const { account_id: accountId, plan, limit_overrides } = account;
    const suspensions = (await this.store.listSuspensions(accountId, shownSuspensions)).map(toSuspensionView);
    const keys = await this.store.keys.listKeys(accountId, { inUse: true, limit: shownKeys });
    return {
      ...account,
      status: suspensions[0]?.resumed_at === null ? 'suspended' : 'active',
      suspensions,
      limits: planLimits.parse({ ...(await this.store.getPlanLimits(plan)), ...limit_overrides }),
      counts: await this.store.getCounts(accountId),
      keys: keys.map(toKeyView),
    };
  }

  /**
   * Every process refuses the account's requests from then on, and its queued tasks wait. Suspending again keeps the first
   * reason.
   * @param by who suspends
   * @throws AccountRefusal when there is no such account, or the reason or name is missing or too long
   */
  async suspendAccount(nameOrId: string, by: string, reason: string): Promise<SuspensionChange> {
    const { account_id, name } = await this.#requireAccount(nameOrId);
    const checkedReason = suspensionReason.safeParse(reason);
    if (!checkedReason.success)
      throw new AccountRefusal(`A reason must have 1 to 1,000 characters, ${inOneLine}.`);
    const made = await this.store.suspendAccount(account_id, parseOperatorName(by), checkedReason.data);
    const suspension = made ?? (await this.store.listSuspensions(account_id, 1))[0];
    return {
      account_id,
      name,
      status: 'suspended',
      changed: made !== null,
      suspension: (suspension && toSuspensionView(suspension)) ?? null,
    };
  }

  /** @throws AccountRefusal when there is no such account */
  async resumeAccount(nameOrId: string, by: string): Promise<SuspensionChange> {
    const { account_id, name } = await this.#requireAccount(nameOrId);
    const ended = await this.store.resumeAccount(account_id, parseOperatorName(by));
    return {
      account_id,
      name,
      status: 'active',
      changed: ended !== null,
      suspension: ended && toSuspensionView(ended),
    };
  }

  /**
   * Changes the plan, and the overrides that are named; the others stay.
   * @throws AccountRefusal when there is no such account or plan, or a limit is out of bounds
   */
  async setPlan(nameOrId: string, plan: string, changes: LimitChanges = {}): Promise<AccountDetails> {
    const { account_id } = await this.#requireAccount(nameOrId);
    await this.#requirePlan(plan);
    await this.store.setPlan(account_id, plan, (overrides) => {
      const changed = limitOverrides.safeParse(applyLimitChanges(overrides, changes));
      if (!changed.success) throw createBoundsRefusal(changed.error);
      return changed.data;
    });
    return this.describeAccount(account_id);
  }

  /** @throws AccountRefusal when there is no such account, or it has no such source */
  async createKey(account: string, options: NewKeyOptions = {}): Promise<NewKey> {
    const { label = '', readOnly = false, sourceId = null, purpose = null, maxCredits = null } = options;
    const { account_id, name } = await this.#requireAccount(account);
    const checkedLabel = keyLabel.safeParse(label);
    if (!checkedLabel.success)
      throw new AccountRefusal(`A label must have at most 200 characters, ${inOneLine}.`);
    if (sourceId !== null && !(await this.store.hasSource(account_id, sourceId)))
      throw new AccountRefusal(`The account ${name} has no source with the source_id ${sourceId}.`);
    if (
      maxCredits !== null &&
      !(Number.isSafeInteger(maxCredits) && maxCredits >= 0 && maxCredits <= maxCreditAmount)
    )
      throw new AccountRefusal('A spending limit is a whole number of credits, 0 or more.');
    const fault = findScopeFault({ readOnly, sourceId, purpose, maxCredits });
    if (fault) throw new AccountRefusal(fault.sentence);
    const { apiKey, ...stored } = makeKey(randomBytes);
    const scope = { readOnly, sourceId, purpose, maxCredits };
    const given = { ...stored, ...scope, label: checkedLabel.data, createdBy: null };
    const row = await this.store.runInTransaction((transaction) =>
      this.store.keys.insertKey(account_id, given, maxKeysInUse, transaction),
    );
    if (!row) throw new AccountRefusal(`The account ${name} already has ${maxKeysInUse} keys in use.`);
    return { ...toKeyView(row), account_id, api_key: apiKey };
  }

  /** Newest first, including revoked keys. @throws AccountRefusal when there is no such account */
  async listKeys(account: string): Promise<KeyView[]> {
    const { account_id } = await this.#requireAccount(account);
    return (await this.store.keys.listKeys(account_id)).map(toKeyView);
  }

  /** From then on, no process accepts the key. @throws AccountRefusal when the account has no such key */
  async revokeKey(account: string, keyId: string): Promise<KeyView> {
    const { account_id, name } = await this.#requireAccount(account);
    const row = await this.store.keys.revokeKey(account_id, keyId);
    if (!row) throw new AccountRefusal(`The account ${name} has no key with the key_id ${keyId}.`);
    return toKeyView(row);
  }

  async #requirePlan(plan: string): Promise<void> {
    const plans = await this.store.listPlanIds();
    if (!plans.includes(plan))
      throw new AccountRefusal(`There is no plan ${plan}. The plans are ${plans.join(', ')}.`);
  }

  async #requireAccount(nameOrId: string): Promise<AccountView> {
    const account = await this.findAccount(nameOrId);
    if (!account) throw new AccountRefusal(`There is no account ${nameOrId}.`);
    return account;
  }
}

function createBoundsRefusal({ issues }: z.ZodError): AccountRefusal {
  const names = [...new Set(issues.map(({ path }) => path.join('.').replaceAll('_', ' ')))];
  return new AccountRefusal(
    `Out of bounds: ${names.join(', ')}. A limit per minute is 1 to 1,000,000,000, a quota 0 to 1,000,000,000.`,
  );
}

function parseOperatorName(name: string): string {
  const checked = operatorName.safeParse(name);
  if (!checked.success)
    throw new AccountRefusal(`The name of the operator must have 1 to 200 characters, ${inOneLine}.`);
  return checked.data;
}
