import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { ApiFailure } from './api-failure.ts';
import { addChoicesCommands } from './commands/choices.ts';
import { addCompanyCommands } from './commands/companies.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addConfigCommands } from './commands/config.ts';
import { addCreditCommands } from './commands/credits.ts';
import { addDiscoveryCommands } from './commands/discovery.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addListCommands } from './commands/lists.ts';
import { addMatchCommand } from './commands/match.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addObservationCommands } from './commands/observations.ts';
import { addQueryCommand } from './commands/query.ts';
import { addResearchCommands } from './commands/research.ts';
import { addResolveCommand } from './commands/resolve.ts';
import { addSearchCommands } from './commands/search.ts';
import { addSourceCommands } from './commands/sources.ts';
import { CommandFailure, type ExitCode, exitCodes, exitCodesHelp, Interrupted } from './failure.ts';
import { parseWholeNumber } from './input/option-values.ts';
import { toPrintable } from './output/text.ts';
import { type GlobalOptions, type Run, Session } from './session.ts';
import type { World } from './world.ts';

/**
 * Runs one command line.
 * @param args without the program's name
 * @returns the exit code; never throws
 */
export async function runCompanyData(args: readonly string[], world: World): Promise<ExitCode> {
  const program = new Command('company-data');
  let session: Session | undefined;
  const openSession = () => {
    session ??= new Session(world, program.opts<GlobalOptions>());
    return session;
  };
  addCommands(program, world, (work) => async (...given) => {
    await work(openSession(), ...given);
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return session?.exitCode ?? exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      return exitCodes.usage;
    }
    return reportFailure(error, openSession());
  }
}

function addCommands(program: Command, world: World, run: Run): void {
  program
    .description(
      'Find the right Japanese companies: search, resolve, sources, Lists and more, over the HTTP API.',
    )
    .version(manifest.version)
    .option('--json', "print only the service's answer, for programs")
    .option('--timeout <seconds>', 'maximum wait for an answer', parseWholeNumber, 120)
    .option(
      '--max-wait <seconds>',
      'maximum wait before a retry, if the service asks for a wait',
      parseWholeNumber,
      120,
    )
    .showHelpAfterError('See --help.')
    .addHelpText('after', exitCodesHelp)
    .configureHelp({ showGlobalOptions: true, helpWidth: 110 })
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
    })
    .exitOverride();
  addMatchCommand(program, run);
  addSearchCommands(program, run);
  addResolveCommand(program, run);
  addCompanyCommands(program, run);
  addSourceCommands(program, run);
  addChoicesCommands(program, run);
  addListCommands(program, run);
  addQueryCommand(program, run);
  addObservationCommands(program, run);
  addResearchCommands(program, run);
  addDiscoveryCommands(program, run);
  addCreditCommands(program, run);
  addKeyCommands(program, run);
  addMcpCommand(program, run);
  addConfigCommands(program, run);
  addCompletionCommand(program, run);
}

function reportFailure(error: unknown, session: Session): ExitCode {
  const label = session.applyColor('red', 'error:');
  if (session.world.signal.aborted && !(error instanceof Interrupted))
    return reportFailure(new Interrupted(), session);
  if (!(error instanceof CommandFailure)) {
    session.note(`${label} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return exitCodes.unexpected;
  }
  session.note(`${label} ${toPrintable(error.message)}`);
  if (error instanceof ApiFailure) {
    for (const line of error.details) session.note(`  ${toPrintable(line)}`);
    if (error.retryAfter !== null)
      session.note(`  The service asks to wait: ${toPrintable(error.retryAfter.replace(/^\d+$/, '$& s'))}`);
  }
  if (error.recovery) session.note(toPrintable(error.recovery));
  if (error instanceof ApiFailure) {
    const parts = [error.code && `code ${error.code}`, error.requestId && `request id ${error.requestId}`];
    const ids = parts.filter((part) => part).join(', ');
    if (ids) session.note(`(${toPrintable(ids)})`);
    if (session.json && typeof error.body === 'object') session.print(JSON.stringify(error.body, null, 2));
  }
  return error.exitCode;
}
