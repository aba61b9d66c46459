import { Command } from 'commander';
import { addGenerateCommand } from './generating/commands.ts';
import { addIndexCommands } from './indexing/commands.ts';
import { addAccountCommands } from './operator/account-commands.ts';
import { addCreditCommands } from './operator/credit-commands.ts';
import { explainFailure } from './operator/explain-failure.ts';
import { addSchemaCommands } from './operator/schema-commands.ts';
import { type LocalStack, OperatorSession } from './operator/session.ts';
import { addUpkeepCommands } from './operator/upkeep-commands.ts';
import { addLoadCommands } from './registers/commands.ts';
import { addRelevanceCommand } from './relevance/commands.ts';

/** The operator's command line: `npm run ops -- <command>`. */
export async function runOps(local: LocalStack): Promise<void> {
  const session = new OperatorSession(local);
  const program = new Command('ops')
    .description(
      'Operate the company data service. Commands use the stores in DATABASE_URL and ELASTICSEARCH_URL, ' +
        'or else the local stack that is running on this machine.',
    )
    .showHelpAfterError('See --help.')
    // A command's options come after its name, so that a command of a command may have options of the same name.
    .enablePositionalOptions();
  addSchemaCommands(program, session);
  addLoadCommands(program, session);
  addGenerateCommand(program, session);
  addIndexCommands(program, session);
  addRelevanceCommand(program, session);
  addAccountCommands(program, session);
  addCreditCommands(program, session);
  addUpkeepCommands(program, session);
  try {
    await program.parseAsync();
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 1;
  }
}
