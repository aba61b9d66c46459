import { type Command, Option } from 'commander';
import { type OutputOptions, print, withProgressBar } from '../operator/output.ts';
import type { OperatorSession } from '../operator/session.ts';
import { reportLine } from './folder.ts';
import { type LoadKind, loaderOf, loadFile, loadKinds } from './index.ts';

interface LoadCommandOptions extends OutputOptions {
  readonly rejected?: string;
}

/** Adds `load <kind> <file>`. A refused load fails with a one-sentence OperatorError. */
export function addLoadCommands(program: Command, session: OperatorSession): void {
  const command = program
    .command('load')
    .description(
      'Load a file as it was downloaded (.csv, .csv.gz, .zip, .jsonl). Loading it again changes nothing; an interrupted load resumes.',
    );
  for (const kind of loadKinds) addKind(command, kind, session);
}

function addKind(load: Command, kind: LoadKind, session: OperatorSession): void {
  const { title, flags = {} } = loaderOf(kind);
  const command = load
    .command(kind)
    .description(title)
    .argument('<file>')
    .option('--rejected <file>', 'file for rejected rows (default: in the state folder)')
    .option('--json', 'print the report as JSON');
  const own = Object.entries(flags).map(([flag, help]) => ({
    flag,
    option: new Option(`--${flag.replaceAll('_', '-')}`, help),
  }));
  for (const { option } of own) command.addOption(option);
  command.action(async (file: string, options: LoadCommandOptions) => {
    // The number of rows in a compressed file is unknown until it has been read, so no total is shown.
    const format = `load ${kind} {value} rows, {added} added, {changed} changed`;
    const report = await withProgressBar(options, format, { total: 0, added: 0, changed: 0 }, (update) =>
      loadFile(kind, {
        databaseUrl: session.databaseUrl,
        stateFolder: session.stateFolder,
        file,
        ...(options.rejected === undefined ? {} : { rejectedFile: options.rejected }),
        flags: own
          .filter(({ option }) => command.getOptionValue(option.attributeName()) === true)
          .map(({ flag }) => flag),
        onProgress: ({ rows_read, added, changed }) => update(rows_read, { added, changed }),
      }),
    );
    print(options, report, reportLine(report));
  });
}
