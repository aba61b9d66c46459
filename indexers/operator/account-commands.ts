import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Knex } from 'knex';
import { creditClasses } from '../../src/contract/credits/billing.ts';
import { type KeyPurpose, keyPurposes } from '../../src/contract/key-purpose.ts';
import {
  effectiveLimits,
  type LimitChanges,
  type LimitOverrides,
  type PlanLimits,
} from '../../src/features/accounts/account-limits.ts';
import {
  type AccountDetails,
  AccountsService,
  type SuspensionChange,
  type SuspensionView,
} from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import type { KeyView } from '../../src/features/accounts/key-view.ts';
import { CreditsService } from '../../src/features/credits/credits-service.ts';
import { LedgerStore } from '../../src/features/credits/ledger-store.ts';
import { LimitsStore } from '../../src/features/limits/limits-store.ts';
import { UsageService } from '../../src/features/limits/usage-service.ts';
import { Paging } from '../../src/paging/paging.ts';
import { columns, count, type OutputOptions, positiveNumber, print, shellQuoted } from './output.ts';
import type { OperatorSession } from './session.ts';

/**
 * Adds `account create|list|show|suspend|resume|set-plan` and `key create|revoke|list`. A refused command fails with a
 * one-sentence AccountRefusal.
 */
export function addAccountCommands(program: Command, session: OperatorSession): void {
  const account = program.command('account').description('Accounts');
  addCreate(account, session);
  addList(account, session);
  addShow(account, session);
  addSuspension(account, session);
  addSetPlan(account, session);
  addKeyCommands(program, session);
}

const accountHelp = 'name or account_id of the account';

/** Null would become an empty string in commander. */
type Limit = number | 'none' | 'plan';

/** The limits of its plan that an account can override, and what each of them counts. */
const limits = {
  search_per_minute: 'search requests per minute',
  heavy_per_minute: 'heavy requests per minute',
  daily_search_quota: 'company searches per day',
  monthly_search_quota: 'company searches per month',
} satisfies Record<keyof LimitOverrides, string>;

/** Adds an option for each limit. @returns reads the given ones */
function addLimitOptions(command: Command, help: string, words: readonly string[]): () => LimitChanges {
  const options = Object.entries(limits).map(([name, what]) => {
    const flag = `--${name.replaceAll('_', '-')} <number>`;
    const option = new Option(flag, `${what}, instead of the plan's limit; ${help}`);
    command.addOption(option.argParser((text) => limitFrom(text, words)));
    return { name, option };
  });
  return () =>
    Object.fromEntries(
      options.flatMap(({ name, option }) => {
        const limit: Limit | undefined = command.getOptionValue(option.attributeName());
        return limit === undefined ? [] : [[name, limit === 'none' ? null : limit]];
      }),
    );
}

function addCreate(account: Command, session: OperatorSession): void {
  const command = account
    .command('create')
    .description('Create an account. Create its first key with: key create <account>')
    .argument('<name>', 'unique name of the account')
    .option('--plan <plan>', 'standard, demo or unlimited', 'standard');
  const overrides = addLimitOptions(command, '"none" means unlimited', ['none']);
  command
    .option('--json', 'print JSON')
    .action(async (name: string, options: OutputOptions & { plan: string }) => {
      const created = await withAccounts(session, ({ accounts }) =>
        // Without the word "plan", the changes are overrides.
        accounts.createAccount({ name, plan: options.plan, overrides: overrides() as LimitOverrides }),
      );
      print(
        options,
        created,
        `Created account ${created.name} (${created.account_id}) on plan ${created.plan}.`,
      );
    });
}

function addList(account: Command, session: OperatorSession): void {
  account
    .command('list')
    .description('List the accounts in the order of their names')
    .option('--limit <number>', 'accounts to show, 1 to 1,000', positiveNumber(4), 50)
    .option('--after <name>', 'begin after the account with this name', '')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { limit: number; after: string }) => {
      const page = await withAccounts(session, async ({ accounts, credits }) => {
        const { accounts: found, next_after } = await accounts.listAccounts(options.limit, options.after);
        const balances = await credits.available(found.map(({ account_id }) => account_id));
        return {
          accounts: found.map((each) => ({ ...each, balances: balances(each.account_id) })),
          next_after,
        };
      });
      const rows = page.accounts.map(({ name, plan, status, keys, balances, created_at, account_id }) => [
        name,
        plan,
        status,
        count(keys),
        ...creditClasses.map((creditClass) => count(balances[creditClass])),
        day(created_at),
        account_id,
      ]);
      const header = ['NAME', 'PLAN', 'STATUS', 'KEYS', 'BASIC', 'ENRICHMENT', 'CREATED', 'ACCOUNT_ID'];
      const none = options.after === '' ? 'There are no accounts.' : `No account follows ${options.after}.`;
      const next = page.next_after === null ? null : shellQuoted(page.next_after);
      print(
        options,
        page,
        ...(rows.length === 0 ? [none] : columns([header, ...rows])),
        ...(next === null
          ? []
          : [`More accounts follow: account list --limit ${options.limit} --after ${next}`]),
      );
    });
}

function addShow(account: Command, session: OperatorSession): void {
  account
    .command('show')
    .description('Show an account: plan, limits, status, keys, balances, usage')
    .argument('<account>', accountHelp)
    .option('--json', 'print JSON')
    .action(async (name: string, options: OutputOptions) => {
      const shown = await withAccounts(session, async ({ accounts, credits, usage }) => {
        const details = await accounts.describeAccount(name);
        const accountId = details.account_id;
        const { balances } = await credits.balance(accountId);
        const { day: today, month } = await usage.usage({
          accountId,
          limits: effectiveLimits(details.limits, {}),
        });
        return { ...details, balances, usage: { today, month } };
      });
      const { balances, usage } = shown;
      const classes = creditClasses.map((name) => `${name} ${count(balances[name].available)}`);
      print(
        options,
        shown,
        ...accountLines(shown),
        `Credits: ${classes.join(', ')}`,
        `Searches today: ${quotaLine(usage.today)}`,
        `Searches this month: ${quotaLine(usage.month)}`,
        `Sources: ${count(shown.counts.sources)}. Lists: ${count(shown.counts.lists)}.`,
        ...keyLines(shown),
      );
    });
}

function addSuspension(account: Command, session: OperatorSession): void {
  const by = () => new Option('--by <name>', 'who does this').default(operatingUser(), 'your user name');
  account
    .command('suspend')
    .description('Refuse all requests of an account immediately, in every process; its queued tasks wait')
    .argument('<account>', accountHelp)
    .requiredOption('--reason <text>', 'why, for operators; the account does not see it')
    .addOption(by())
    .option('--json', 'print JSON')
    .action(async (name: string, options: OutputOptions & { reason: string; by: string }) => {
      const change = await withAccounts(session, ({ accounts }) =>
        accounts.suspendAccount(name, options.by, options.reason),
      );
      print(options, change, suspensionLine(change));
    });
  account
    .command('resume')
    .description('End the suspension of an account; queued tasks run within a minute')
    .argument('<account>', accountHelp)
    .addOption(by())
    .option('--json', 'print JSON')
    .action(async (name: string, options: OutputOptions & { by: string }) => {
      const change = await withAccounts(session, ({ accounts }) => accounts.resumeAccount(name, options.by));
      print(options, change, suspensionLine(change));
    });
}

function addSetPlan(account: Command, session: OperatorSession): void {
  const command = account
    .command('set-plan')
    .description('Change the plan of an account, and limits that replace those of the plan')
    .argument('<account>', accountHelp)
    .argument('<plan>', 'standard, demo or unlimited');
  const words = ['none', 'plan'];
  const changes = addLimitOptions(
    command,
    '"none" means unlimited, "plan" the limit of the plan again',
    words,
  );
  command
    .option('--json', 'print JSON')
    .action(async (name: string, plan: string, options: OutputOptions) => {
      const changed = await withAccounts(session, ({ accounts }) => accounts.setPlan(name, plan, changes()));
      print(options, changed, ...accountLines(changed));
    });
}

function addKeyCommands(program: Command, session: OperatorSession): void {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description(
      'Create an API key and print it. It is shown only once, because the service stores only its hash.',
    )
    .argument('<account>', accountHelp)
    .option('--label <text>', 'a label to tell keys apart', '')
    .option('--read-only', 'the key changes nothing and spends no credits')
    .option('--source <source_id>', 'the key reaches only this source, and the balance')
    .addOption(
      new Option('--purpose <purpose>', 'all that the key is for; it needs --max-credits').choices(
        keyPurposes,
      ),
    )
    .option(
      '--max-credits <number>',
      'spending limit: the most that all its calls together may spend, in whole credits',
      wholeCredits,
    )
    .option('--json', 'print JSON')
    .action(
      async (
        account: string,
        options: OutputOptions & {
          label: string;
          readOnly?: true;
          source?: string;
          purpose?: KeyPurpose;
          maxCredits?: number;
        },
      ) => {
        const { label, readOnly = false, source, purpose, maxCredits } = options;
        const created = await withAccounts(session, ({ accounts }) =>
          accounts.createKey(account, {
            label,
            readOnly,
            ...(source !== undefined && { sourceId: source.toLowerCase() }),
            ...(purpose !== undefined && { purpose }),
            ...(maxCredits !== undefined && { maxCredits }),
          }),
        );
        print(options, created, created.api_key);
      },
    );
  key
    .command('revoke')
    .description('Revoke an API key immediately, in every process')
    .argument('<account>', accountHelp)
    .argument('<key_id>', 'as shown by: key list <account>')
    .option('--json', 'print JSON')
    .action(async (account: string, keyId: string, options: OutputOptions) => {
      const revoked = await withAccounts(session, ({ accounts }) => accounts.revokeKey(account, keyId));
      print(options, revoked, `Revoked ${revoked.key_start}… (${revoked.key_id}) at ${revoked.revoked_at}.`);
    });
  key
    .command('list')
    .description('List the API keys of an account, newest first')
    .argument('<account>', accountHelp)
    .option('--json', 'print JSON')
    .action(async (account: string, options: OutputOptions) => {
      const keys = await withAccounts(session, ({ accounts }) => accounts.listKeys(account));
      print(options, { keys }, ...(keys.length === 0 ? ['The account has no keys.'] : keyTable(keys)));
    });
}

interface Services {
  readonly accounts: AccountsService;
  readonly credits: CreditsService;
  readonly usage: UsageService;
}

async function withAccounts<Result>(
  session: OperatorSession,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  return await session.withDatabase(2, (knex) => work(servicesOf(knex)));
}

function servicesOf(knex: Knex): Services {
  const now = () => new Date();
  return {
    accounts: new AccountsService(new AccountsStore(knex)),
    // No command uses pages, so there are no cursors to sign.
    credits: new CreditsService({ ledger: new LedgerStore(knex), paging: new Paging([], now), now }),
    usage: new UsageService({ store: new LimitsStore(knex), flush: async () => undefined, now }),
  };
}

function wholeCredits(text: string): number {
  if (!/^\d{1,13}$/.test(text)) throw new InvalidArgumentError('Give a whole number of credits, 0 or more.');
  return Number(text);
}

function limitFrom(text: string, words: readonly string[]): Limit {
  if (words.includes(text)) return text as Limit;
  if (!/^\d{1,10}$/.test(text))
    throw new InvalidArgumentError(
      `Give a whole number, or ${words.map((word) => `"${word}"`).join(' or ')}.`,
    );
  return Number(text);
}

/** In a container, the user may have no name. */
function operatingUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

function suspensionLine({ name, status, changed, suspension }: SuspensionChange): string {
  if (status === 'active') return changed ? `Resumed account ${name}.` : `Account ${name} is not suspended.`;
  const since = suspension ? suspendedSince(suspension) : '';
  return changed ? `Suspended account ${name}.` : `Account ${name} is already suspended ${since}.`;
}

function suspendedSince({ suspended_at, suspended_by, reason }: SuspensionView): string {
  return `since ${suspended_at} by ${suspended_by}: ${reason}`;
}

function accountLines(account: AccountDetails): string[] {
  const { name, account_id, plan, status, suspensions, limit_overrides, created_at } = account;
  const [newest, ...earlier] = suspensions;
  const past = status === 'suspended' ? earlier : suspensions;
  return [
    `${name} (${account_id}), created ${created_at}`,
    status === 'suspended' && newest ? `Suspended ${suspendedSince(newest)}` : 'Active',
    ...past.map(
      (each) =>
        `Earlier: suspended ${suspendedSince(each)}; resumed ${each.resumed_at} by ${each.resumed_by}`,
    ),
    `Plan ${plan}`,
    ...limitLines(account.limits, limit_overrides),
  ];
}

/** The limits that apply; those that replace a limit of the plan say so. */
function limitLines(applied: PlanLimits, overrides: LimitOverrides): string[] {
  return Object.entries(limits).map(([name, what]) => {
    const own = Object.hasOwn(overrides, name) ? " (the account's own limit)" : '';
    return `  ${what}: ${limitText(applied[name as keyof PlanLimits])}${own}`;
  });
}

function quotaLine({
  search_quota: { limit, used },
}: {
  readonly search_quota: { readonly limit: number | null; readonly used: number };
}): string {
  return `${count(used)} (limit: ${limitText(limit)})`;
}

const limitText = (limit: number | null): string => (limit === null ? 'unlimited' : count(limit));

function keyLines({ keys, counts }: AccountDetails): string[] {
  const more = counts.keys - keys.length;
  const revoked = counts.revoked_keys === 0 ? '' : `, and ${count(counts.revoked_keys)} revoked`;
  return [
    `Keys: ${count(counts.keys)} in use${revoked}`,
    ...(keys.length === 0 ? [] : keyTable(keys)),
    ...(more > 0 ? [`and ${count(more)} more: key list`] : []),
  ];
}

function keyTable(keys: readonly KeyView[]): string[] {
  const rows = keys.map((key) => [
    key.key_id,
    `${key.key_start}…`,
    scopeText(key),
    key.max_credits === null ? 'none' : count(key.max_credits),
    count(key.credits_spent),
    key.created_at,
    key.last_used_at ?? 'unknown',
    key.revoked_at ?? 'in use',
    key.label,
  ]);
  return columns([
    ['KEY_ID', 'KEY', 'SCOPE', 'LIMIT', 'SPENT', 'CREATED', 'LAST USED', 'REVOKED', 'LABEL'],
    ...rows,
  ]);
}

function scopeText({ read_only, source_id, purpose }: KeyView): string {
  const parts = [
    ...(read_only ? ['read-only'] : []),
    ...(source_id === null ? [] : [`source ${source_id}`]),
    ...(purpose === null ? [] : [purpose]),
  ];
  return parts.length === 0 ? 'full' : parts.join(', ');
}

const day = (time: string): string => time.slice(0, 10);
