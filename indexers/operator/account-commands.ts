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

/** The limits of its plan that an account can override, and what each of them counts. */
const limits = {
  search_per_minute: 'search requests per minute',
  heavy_per_minute: 'heavy requests per minute',
  daily_search_quota: 'company searches per day',
  monthly_search_quota: 'company searches per month',
} satisfies Record<keyof LimitOverrides, string>;

function addAccountCommand(program: Command, session: OperatorSession): void {
  const command = program
    .command('account')
    .description('Accounts')
    .command('create')
    .description('Create an account. Create its first key with: key create <account>')
    .argument('<name>', 'unique name of the account')
    .option('--plan <plan>', 'standard, demo or unlimited', 'standard');
  const limitOptions = Object.entries(limits).map(([name, what]) => {
    const flag = `--${name.replaceAll('_', '-')} <number>`;
    const option = new Option(flag, `${what}, instead of the plan's limit; "none" means unlimited`);
    command.addOption(option.argParser(limitFrom));
    return { name, option };
  });
  command
    .option('--json', 'print JSON')
    .action(async (name: string, options: OutputOptions & { plan: string }) => {
      const given = limitOptions.flatMap(({ name, option }) => {
        const limit: Limit | undefined = command.getOptionValue(option.attributeName());
        return limit === undefined ? [] : [[name, limit === 'none' ? null : limit]];
      });
      const overrides: LimitOverrides = Object.fromEntries(given);
      const account = await withAccounts(session, (accounts) =>
        accounts.createAccount({ name, plan: options.plan, overrides }),
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
