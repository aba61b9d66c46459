import { Command } from 'commander';
import { loadOperatorTracing } from '../src/config.ts';
import { addBackupCommands } from './backup/backup-commands.ts';
import { addFollowCommand } from './following/follow-command.ts';
import { addFreshnessCommand } from './following/freshness-command.ts';
import { addIndexCommands } from './indexing/index-commands.ts';
import { addAccountCommands } from './operator/account-commands.ts';
import { addAuditCommand } from './operator/audit-command.ts';
import { AuditedCommand, nameCommand } from './operator/audited-command.ts';
import { addCreditCommands } from './operator/credit-commands.ts';
import { explainFailure } from './operator/explain-failure.ts';
import { addKeyCommands } from './operator/key-commands.ts';
import { forgetPrintedResults, listPrintedResults } from './operator/output.ts';
import { addSchemaCommands } from './operator/schema-commands.ts';
import { type LocalStack, OperatorSession } from './operator/session.ts';
import { addUpkeepCommands } from './operator/upkeep-commands.ts';
import { addLoadCommands } from './registers/load-commands.ts';

/** Adds commands to the operator's command line. */
type AddCommands = (program: Command, session: OperatorSession) => void;

/**
 * The operator's command line: `npm run ops -- <command>`.
 * @param addLabCommands adds the commands that the service works without
 */
export async function runOps(local: LocalStack, addLabCommands: AddCommands): Promise<void> {
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
  addFollowCommand(program, session);
  addFreshnessCommand(program, session);
  addIndexCommands(program, session);
  addAccountCommands(program, session);
  addKeyCommands(program, session);
  addCreditCommands(program, session);
  addUpkeepCommands(program, session);
  addAuditCommand(program, session);
  addBackupCommands(program, session);
  addLabCommands(program, session);
  forgetPrintedResults();
  const audited = new AuditedCommand(session);
  program.hook('preAction', (_program, command) => audited.begin(command));
  try {
    await runInTrace(program);
    await audited.end(null);
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 1;
    await audited.end(error);
  }
}

/** Runs the command, in a trace of its own if traces are exported. */
async function runInTrace(program: Command): Promise<void> {
  const config = loadOperatorTracing();
  if (!config) {
    await program.parseAsync();
    return;
  }
  const { openTracing } = await import('../src/monitoring/tracing.ts');
  const logMessage = (_fields: object, message: string) => console.error(message);
  const tracing = await openTracing(config, { warn: logMessage, info: () => undefined });
  program.hook('preAction', (_program, command) => tracing.renameSpan(`ops ${nameCommand(command)}`));
  program.hook('postAction', () => tracing.describeSpan(pickCounts(listPrintedResults())));
  try {
    await tracing.runInSpan('ops', {}, async () => {
      await program.parseAsync();
    });
  } finally {
    if (!(await tracing.close())) console.error('The trace of this command could not be exported.');
  }
}

/** The numbers and names at the top of what a command reported: documents, rows, the index. */
function pickCounts(printed: readonly object[]): Record<string, string | number> {
  return Object.fromEntries(
    printed.flatMap((result) =>
      Object.entries(result).flatMap(([name, value]) =>
        typeof value === 'number' || name === 'index' ? [[`report.${name}`, value] as const] : [],
      ),
    ),
  );
}
