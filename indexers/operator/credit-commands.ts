import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CreditClass, creditClasses } from '../../src/contract/credits/billing.ts';
import { AccountRefusal, AccountsService } from '../../src/features/accounts/accounts-service.ts';
import { AccountsStore } from '../../src/features/accounts/accounts-store.ts';
import { CreditRefusal, CreditsService } from '../../src/features/credits/credits-service.ts';
import { LedgerStore } from '../../src/features/credits/ledger-store.ts';
import { Paging } from '../../src/paging/paging.ts';
import { type OutputOptions, parseTime, printResult } from './output.ts';
import type { OperatorSession } from './session.ts';

interface Services {
  readonly credits: CreditsService;
  requireAccountId(nameOrId: string): Promise<string>;
}

interface GrantOptions extends OutputOptions {
  readonly class: CreditClass;
  readonly amount: number;
  readonly expires?: Date;
  readonly key?: string;
}

const accountHelp = 'name or account_id of the account';

/**
 * Adds `credits grant|reverse|balance|verify`. A refused command fails with a one-sentence CreditRefusal or
 * AccountRefusal.
 */
export function addCreditCommands(program: Command, session: OperatorSession): void {
  const credits = program.command('credits').description('Credits of accounts');
  credits
    .command('grant')
    .description('Grant credits to an account')
    .argument('<account>', accountHelp)
    .addOption(
      new Option('--class <class>', 'credit class').choices([...creditClasses]).makeOptionMandatory(),
    )
    .requiredOption('--amount <credits>', 'whole credits', parseAmount)
    .option(
      '--expires <time>',
      'when unused credits expire: YYYY-MM-DD (start of that day in Tokyo) or ISO 8601',
      parseTime,
    )
    .option('--key <text>', 'grant only once for this key, even if the command is repeated')
    .option('--json', 'print JSON')
    .action(async (account: string, options: GrantOptions) => {
      const entry = await withCredits(session, async (services) =>
        services.credits.grantCredits(await services.requireAccountId(account), {
          creditClass: options.class,
          amount: options.amount,
          ...(options.expires !== undefined && { expiresAt: options.expires }),
          ...(options.key !== undefined && { key: options.key }),
        }),
      );
      printResult(
        options,
        entry,
        `Granted ${entry.class} credits: ${entry.amount}; balance ${entry.balance_after}; entry ${entry.entry_id}.`,
      );
    });
  credits
    .command('reverse')
    .description('Undo a grant or a charge with a reversing entry')
    .argument('<entry_id>', 'the ledger entry to undo')
    .option('--json', 'print JSON')
    .action(async (entryId: string, options: OutputOptions) => {
      if (!uuidForm.test(entryId)) throw new CreditRefusal(`There is no ledger entry ${entryId}.`);
      const entry = await withCredits(session, (services) => services.credits.reverseEntry(entryId));
      printResult(
        options,
        entry,
        `Reversed ${entry.reverses}; ${entry.class} credits: ${entry.amount}; balance ${entry.balance_after}.`,
      );
    });
  credits
    .command('balance')
    .description('Show the balances of an account')
    .argument('<account>', accountHelp)
    .option('--json', 'print JSON')
    .action(async (account: string, options: OutputOptions) => {
      const { balances } = await withCredits(session, async (services) =>
        services.credits.getBalance(await services.requireAccountId(account)),
      );
      const lines = creditClasses.map((name) => {
        const { available, next_expiry: next } = balances[name];
        return `${name}: ${available}${next ? `, of which ${next.amount} expire at ${next.expires_at}` : ''}`;
      });
      printResult(options, balances, lines.join('\n'));
    });
  credits
    .command('verify')
    .description('Compare every balance with its ledger entries; fails if one does not add up')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const found = await withCredits(session, (services) => services.credits.verifyBalances());
      const faults = found.faults.map((fault) => JSON.stringify(fault));
      const summary =
        faults.length === 0
          ? `All ${found.balances} balances add up.`
          : `${faults.length} of ${found.balances} balances do not add up.`;
      printResult(options, found, [...faults, summary].join('\n'));
      if (found.faults.length > 0) process.exitCode = 1;
    });
}

async function withCredits<Result>(
  session: OperatorSession,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  return await session.withDatabase(2, async (knex) => {
    const accounts = new AccountsService(new AccountsStore(knex));
    const now = () => new Date();
    return await work({
      // No command uses pages, so there are no cursors to sign.
      credits: new CreditsService({ ledger: new LedgerStore(knex), paging: new Paging([], now), now }),
      async requireAccountId(nameOrId) {
        const account = await accounts.findAccount(nameOrId);
        if (!account) throw new AccountRefusal(`There is no account ${nameOrId}.`);
        return account.account_id;
      },
    });
  });
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function parseAmount(text: string): number {
  if (!/^[1-9]\d{0,12}$/.test(text)) throw new InvalidArgumentError('Give a whole number of credits.');
  return Number(text);
}
