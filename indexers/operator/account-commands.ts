import { type Command, InvalidArgumentError, Option } from 'commander';
import type { LimitOverrides } from '../../src/features/accounts/account-limits.ts';
import { AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { type OutputOptions, print } from './output.ts';
import type { OperatorSession } from './session.ts';

/** Adds `account create` and `key create|revoke|list`. A refused command fails with a one-sentence AccountRefusal. */
export function addAccountCommands(program: Command, session: OperatorSession): void {
  addAccountCommand(program, session);
  addKeyCommands(program, session);
}

/** `none` instead of null, which commander would turn into an empty string. */
type Limit = number | 'none';

interface AccountOptions extends OutputOptions {
  readonly plan: string;
  readonly searchPerMinute?: Limit;
  readonly heavyPerMinute?: Limit;
  readonly dailySearchQuota?: Limit;
  readonly monthlySearchQuota?: Limit;
}

function addAccountCommand(program: Command, session: OperatorSession): void {
  const limit = (flag: string, what: string) =>
    new Option(`${flag} <number>`, `${what}, instead of the plan's limit; "none" means unlimited`).argParser(
      limitFrom,
    );
  program
    .command('account')
    .description('Accounts')
    .command('create')
    .description('Create an account. Create its first key with: key create <account>')
    .argument('<name>', 'unique name of the account')
    .option('--plan <plan>', 'standard, demo or unlimited', 'standard')
    .addOption(limit('--search-per-minute', 'search requests per minute'))
    .addOption(limit('--heavy-per-minute', 'heavy requests per minute'))
    .addOption(limit('--daily-search-quota', 'company searches per day'))
    .addOption(limit('--monthly-search-quota', 'company searches per month'))
    .option('--json', 'print JSON')
    .action(async (name: string, options: AccountOptions) => {
      const account = await withAccounts(session, (accounts) =>
        accounts.createAccount({ name, plan: options.plan, overrides: overridesFrom(options) }),
      );
      print(
        options,
        account,
        `Created account ${account.name} (${account.account_id}) on plan ${account.plan}.`,
      );
    });
}

function addKeyCommands(program: Command, session: OperatorSession): void {
  const key = program.command('key').description('API keys');
  const accountHelp = 'name or account_id of the account';
  key
    .command('create')
    .description(
      'Create an API key and print it. It is shown only once, because the service stores only its hash.',
    )
    .argument('<account>', accountHelp)
    .option('--label <text>', 'a label to tell keys apart', '')
    .option('--json', 'print JSON')
    .action(async (account: string, options: OutputOptions & { label: string }) => {
      const created = await withAccounts(session, (accounts) => accounts.createKey(account, options.label));
      print(options, created, created.api_key);
    });
  key
    .command('revoke')
    .description('Revoke an API key immediately, in every process')
    .argument('<account>', accountHelp)
    .argument('<key_id>', 'as shown by: key list <account>')
    .option('--json', 'print JSON')
    .action(async (account: string, keyId: string, options: OutputOptions) => {
      const revoked = await withAccounts(session, (accounts) => accounts.revokeKey(account, keyId));
      print(options, revoked, `Revoked ${revoked.key_start}… (${revoked.key_id}) at ${revoked.revoked_at}.`);
    });
  key
    .command('list')
    .description('List the API keys of an account, newest first')
    .argument('<account>', accountHelp)
    .option('--json', 'print JSON')
    .action(async (account: string, options: OutputOptions) => {
      const keys = await withAccounts(session, (accounts) => accounts.listKeys(account));
      const lines = keys.map((key) =>
        [key.key_id, `${key.key_start}…`, key.created_at, key.revoked_at ?? 'in use', key.label]
          .join('  ')
          .trimEnd(),
      );
      print(options, { keys }, lines.length === 0 ? 'The account has no keys.' : lines.join('\n'));
    });
}

async function withAccounts<Result>(
  session: OperatorSession,
  work: (accounts: AccountsService) => Promise<Result>,
): Promise<Result> {
  return await session.withDatabase(1, (knex) => work(new AccountsService(new AccountsStore(knex))));
}

function limitFrom(text: string): Limit {
  if (text === 'none') return 'none';
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('Give a whole number, or "none".');
  return Number(text);
}

function overridesFrom(options: AccountOptions): LimitOverrides {
  const given = {
    search_per_minute: options.searchPerMinute,
    heavy_per_minute: options.heavyPerMinute,
    daily_search_quota: options.dailySearchQuota,
    monthly_search_quota: options.monthlySearchQuota,
  };
  const set = Object.entries(given).filter(([, limit]) => limit !== undefined);
  return Object.fromEntries(set.map(([name, limit]) => [name, limit === 'none' ? null : limit]));
}
