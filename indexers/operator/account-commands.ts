import { type Command, InvalidArgumentError, Option } from 'commander';
import { creditClasses } from '../../src/contract/credits/billing.ts';
import {
  computeEffectiveLimits,
  type LimitChanges,
  type LimitOverrides,
} from '../../src/features/accounts/account-limits.ts';
import { formatAccount, formatKeys, formatQuota, formatSuspension, limits } from './account-lines.ts';
import { accountHelp, withAccounts } from './account-services.ts';
import {
  createPositiveNumberParser,
  escapeForShell,
  formatCount,
  formatTable,
  type OutputOptions,
  printResult,
} from './output.ts';
import type { OperatorSession } from './session.ts';
import { findUserName } from './user-name.ts';

/**
 * Adds `account create|list|show|suspend|resume|set-plan`. A refused command fails with a
 * one-sentence AccountRefusal.
 */
export function addAccountCommands(program: Command, session: OperatorSession): void {
  const account = program.command('account').description('Accounts');
  addCreate(account, session);
  addList(account, session);
  addShow(account, session);
  addSuspension(account, session);
  addSetPlan(account, session);
}

/** Adds an option for each limit. Null would become an empty string in commander, so it is a word. @returns reads the given ones */
function addLimitOptions(command: Command, help: string, words: readonly string[]): () => LimitChanges {
  const options = Object.entries(limits).map(([name, what]) => {
    const flag = `--${name.replaceAll('_', '-')} <number>`;
    const option = new Option(flag, `${what}, instead of the plan's limit; ${help}`);
    command.addOption(option.argParser((text) => parseLimit(text, words)));
    return { name, option };
  });
  return () =>
    Object.fromEntries(
      options
        .map(({ name, option }) => [name, command.getOptionValue(option.attributeName())])
        .filter(([, limit]) => limit !== undefined)
        .map(([name, limit]) => [name, limit === 'none' ? null : limit]),
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
      printResult(
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
    .option('--limit <number>', 'accounts to show, 1 to 1,000', createPositiveNumberParser(4), 50)
    .option('--after <name>', 'begin after the account with this name', '')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { limit: number; after: string }) => {
      const page = await withAccounts(session, async ({ accounts, credits }) => {
        const listed = await accounts.listAccounts(options.limit, options.after);
        const ids = listed.accounts.map(({ account_id }) => account_id);
        const balances = await credits.getAvailableCredits(ids);
        return {
          accounts: listed.accounts.map((each) => ({ ...each, balances: balances(each.account_id) })),
          next_after: listed.next_after,
        };
      });
      const rows = page.accounts.map(({ name, plan, status, keys, balances, created_at, account_id }) => [
        name,
        plan,
        status,
        formatCount(keys),
        ...creditClasses.map((creditClass) => formatCount(balances[creditClass])),
        created_at.slice(0, 10),
        account_id,
      ]);
      const header = ['NAME', 'PLAN', 'STATUS', 'KEYS', 'BASIC', 'ENRICHMENT', 'CREATED', 'ACCOUNT_ID'];
      const none = (options.after && `No account follows ${options.after}.`) || 'There are no accounts.';
      const { next_after } = page;
      printResult(
        options,
        page,
        ...formatTable(none, header, rows),
        next_after !== null &&
          `More accounts follow: account list --limit ${options.limit} --after ${escapeForShell(next_after)}`,
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
        const { balances } = await credits.getBalance(accountId);
        const { day: today, month } = await usage.getUsage({
          accountId,
          limits: computeEffectiveLimits(details.limits, {}),
        });
        return { ...details, balances, usage: { today, month } };
      });
      const { balances, usage } = shown;
      const classes = creditClasses.map((name) => `${name} ${formatCount(balances[name].available)}`);
      printResult(
        options,
        shown,
        ...formatAccount(shown),
        `Credits: ${classes.join(', ')}`,
        `Searches today: ${formatQuota(usage.today)}`,
        `Searches this month: ${formatQuota(usage.month)}`,
        `Sources: ${formatCount(shown.counts.sources)}. Lists: ${formatCount(shown.counts.lists)}.`,
        ...formatKeys(shown),
      );
    });
}

function addSuspension(account: Command, session: OperatorSession): void {
  const createByOption = () =>
    new Option('--by <name>', 'who does this').default(
      findUserName() ?? `user ${process.getuid?.() ?? 'unknown'}`,
      'your user name',
    );
  account
    .command('suspend')
    .description('Refuse all requests of an account immediately, in every process; its queued tasks wait')
    .argument('<account>', accountHelp)
    .requiredOption('--reason <text>', 'why, for operators; the account does not see it')
    .addOption(createByOption())
    .option('--json', 'print JSON')
    .action(async (name: string, options: OutputOptions & { reason: string; by: string }) => {
      const change = await withAccounts(session, ({ accounts }) =>
        accounts.suspendAccount(name, options.by, options.reason),
      );
      printResult(options, change, formatSuspension(change));
    });
  account
    .command('resume')
    .description('End the suspension of an account; queued tasks run within a minute')
    .argument('<account>', accountHelp)
    .addOption(createByOption())
    .option('--json', 'print JSON')
    .action(async (name: string, options: OutputOptions & { by: string }) => {
      const change = await withAccounts(session, ({ accounts }) => accounts.resumeAccount(name, options.by));
      printResult(options, change, formatSuspension(change));
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
      printResult(options, changed, ...formatAccount(changed));
    });
}

function parseLimit(text: string, words: readonly string[]): string | number {
  if (words.includes(text)) return text;
  if (!/^\d{1,10}$/.test(text))
    throw new InvalidArgumentError(
      `Give a whole number, or ${words.map((word) => `"${word}"`).join(' or ')}.`,
    );
  return Number(text);
}
