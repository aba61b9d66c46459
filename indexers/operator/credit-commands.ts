import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CreditClass, creditClasses } from '../../src/contract/credits/billing.ts';
import { CreditRefusal } from '../../src/features/credits/credits-service.ts';
import { isUuid } from '../../src/text/identifiers/uuid.ts';
import { accountHelp, requireAccountId, withAccounts } from './account-services.ts';
import { type OutputOptions, parseTime, printResult } from './output.ts';
import type { OperatorSession } from './session.ts';

interface GrantOptions extends OutputOptions {
  readonly class: CreditClass;
  readonly amount: number;
  readonly expires?: Date;
  readonly key?: string;
}

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
      const entry = await withAccounts(session, async (services) =>
        services.credits.grantCredits(await requireAccountId(services, account), {
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
      if (!isUuid(entryId)) throw new CreditRefusal(`There is no ledger entry ${entryId}.`);
      const entry = await withAccounts(session, ({ credits }) => credits.reverseEntry(entryId));
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
      const { balances } = await withAccounts(session, async (services) =>
        services.credits.getBalance(await requireAccountId(services, account)),
      );
      const lines = creditClasses.map((name) => {
        const { available, next_expiry: next } = balances[name];
        const expiring = next && `, of which ${next.amount} expire at ${next.expires_at}`;
        return `${name}: ${available}${expiring ?? ''}`;
      });
      printResult(options, balances, ...lines);
    });
  credits
    .command('verify')
    .description('Compare every balance with its ledger entries; fails if one does not add up')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const report = await withAccounts(session, ({ credits }) => credits.verifyBalances());
      const { balances, faults } = report;
      printResult(
        options,
        report,
        ...faults.map((fault) => JSON.stringify(fault)),
        faults.length === 0 && `All ${balances} balances add up.`,
        faults.length > 0 && `${faults.length} of ${balances} balances do not add up.`,
      );
      if (faults.length > 0) process.exitCode = 1;
    });
}

function parseAmount(text: string): number {
  if (!/^[1-9]\d{0,12}$/.test(text)) throw new InvalidArgumentError('Give a whole number of credits.');
  return Number(text);
}
