import { type Command, InvalidArgumentError, Option } from 'commander';
import { openDatabase } from '../../src/database/database.ts';
import type { LimitOverrides } from '../../src/features/accounts/account-limits.ts';
import { AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';

export interface AccountCommandsContext {
  /** Asked only when a command runs, so that `--help` needs no database. */
  databaseUrl(): string | Promise<string>;
}

/** Adds `account create` and `key create|revoke|list`. A refused command fails with AccountRefusal, one sentence. */
export function addAccountCommands(program: Command, context: AccountCommandsContext): void {
  addAccountCommand(program, context);
  addKeyCommands(program, context);
}

/** `none` and not null, which commander would turn into an empty text. */
type Limit = number | 'none';

interface AccountOptions {
  readonly plan: string;
  readonly searchPerMinute?: Limit;
  readonly heavyPerMinute?: Limit;
  readonly dailySearchQuota?: Limit;
  readonly monthlySearchQuota?: Limit;
  readonly json?: true;
}

function addAccountCommand(program: Command, context: AccountCommandsContext): void {
  const limit = (flag: string, what: string) =>
    new Option(`${flag} <number>`, `${what}, in place of the plan's; "none" is without limit`).argParser(
      limitFrom,
    );
  program
    .command('account')
    .description('Accounts')
    .command('create')
    .description('Create an account. Make its first key with: key create <account>')
    .argument('<name>', 'name of the account, unique')
    .option('--plan <plan>', 'standard, demo or unlimited', 'standard')
    .addOption(limit('--search-per-minute', 'search requests in a minute'))
    .addOption(limit('--heavy-per-minute', 'heavy requests in a minute'))
    .addOption(limit('--daily-search-quota', 'company searches in a day'))
    .addOption(limit('--monthly-search-quota', 'company searches in a month'))
    .option('--json', 'print JSON')
    .action(async (name: string, options: AccountOptions) => {
      const account = await withAccounts(context, (accounts) =>
        accounts.createAccount({ name, plan: options.plan, overrides: overridesFrom(options) }),
      );
      print(
        options,
        account,
        `Created account ${account.name} (${account.account_id}) on plan ${account.plan}.`,
      );
    });
}

function addKeyCommands(program: Command, context: AccountCommandsContext): void {
  const key = program.command('key').description('API keys');
  const accountHelp = 'name or account_id of the account';
  key
    .command('create')
    .description('Create an API key and print it. It is shown this once; only its hash is stored.')
    .argument('<account>', accountHelp)
    .option('--label <text>', 'to tell keys apart', '')
    .option('--json', 'print JSON')
    .action(async (account: string, options: { label: string; json?: true }) => {
      const made = await withAccounts(context, (accounts) => accounts.createKey(account, options.label));
      print(options, made, made.api_key);
    });
  key
    .command('revoke')
    .description('Revoke an API key, at once and in every process')
    .argument('<account>', accountHelp)
    .argument('<key_id>', 'from: key list <account>')
    .option('--json', 'print JSON')
    .action(async (account: string, keyId: string, options: { json?: true }) => {
      const revoked = await withAccounts(context, (accounts) => accounts.revokeKey(account, keyId));
      print(options, revoked, `Revoked ${revoked.key_start}… (${revoked.key_id}) at ${revoked.revoked_at}.`);
    });
  key
    .command('list')
    .description('List the API keys of an account, newest first')
    .argument('<account>', accountHelp)
    .option('--json', 'print JSON')
    .action(async (account: string, options: { json?: true }) => {
      const keys = await withAccounts(context, (accounts) => accounts.listKeys(account));
      const lines = keys.map((made) =>
        [made.key_id, `${made.key_start}…`, made.created_at, made.revoked_at ?? 'in use', made.label]
          .join('  ')
          .trimEnd(),
      );
      print(options, { keys }, lines.length === 0 ? 'The account has no keys.' : lines.join('\n'));
    });
}

async function withAccounts<Result>(
  context: AccountCommandsContext,
  work: (accounts: AccountsService) => Promise<Result>,
): Promise<Result> {
  const knex = openDatabase({ url: await context.databaseUrl(), poolSize: 1 });
  try {
    return await work(new AccountsService(new AccountsStore(knex)));
  } finally {
    await knex.destroy();
  }
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
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, limit]) =>
      limit === undefined ? [] : [[name, limit === 'none' ? null : limit]],
    ),
  );
}

function print(options: { json?: true }, result: object, text: string): void {
  console.log(options.json ? JSON.stringify(result) : text);
}
