import { type Command, InvalidArgumentError, Option } from 'commander';
import { type KeyPurpose, keyPurposes } from '../../src/contract/key-purpose.ts';
import { formatKeyTable } from './account-lines.ts';
import { accountHelp, withAccounts } from './account-services.ts';
import { type OutputOptions, printResult } from './output.ts';
import type { OperatorSession } from './session.ts';

/** Adds `key create|revoke|list`. A refused command fails with a one-sentence AccountRefusal. */
export function addKeyCommands(program: Command, session: OperatorSession): void {
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
      parseCredits,
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
        printResult(options, created, created.api_key);
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
      printResult(
        options,
        revoked,
        `Revoked ${revoked.key_start}… (${revoked.key_id}) at ${revoked.revoked_at}.`,
      );
    });
  key
    .command('list')
    .description('List the API keys of an account, newest first')
    .argument('<account>', accountHelp)
    .option('--json', 'print JSON')
    .action(async (account: string, options: OutputOptions) => {
      const keys = await withAccounts(session, ({ accounts }) => accounts.listKeys(account));
      printResult(options, { keys }, ...formatKeyTable(keys));
    });
}

function parseCredits(text: string): number {
  if (!/^\d{1,13}$/.test(text)) throw new InvalidArgumentError('Give a whole number of credits, 0 or more.');
  return Number(text);
}
