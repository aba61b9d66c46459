import { type Command, Option } from 'commander';
import { type ListedLoad, listLoads } from '../loading/loads-list.ts';
import { withSession } from '../operator/database-session.ts';
import {
  createPositiveNumberParser,
  formatCount,
  formatTable,
  type OutputOptions,
  printResult,
  withProgressBar,
} from '../operator/output.ts';
import type { OperatorSession } from '../operator/session.ts';
import { formatReport, listFilesOfKind } from './folder.ts';
import { type LoadKind, loadFile, loadKinds, registers } from './index.ts';

interface LoadCommandOptions extends OutputOptions {
  readonly rejected?: string;
}

/** Adds `load <kind> <file>` and `loads`. A refused load fails with a one-sentence OperatorError. */
export function addLoadCommands(program: Command, session: OperatorSession): void {
  const command = program
    .command('load')
    .description(
      'Load a file as it was downloaded (.csv, .xls, .json, .jsonl, .xml, also compressed). Loading it again changes nothing; an interrupted load resumes.',
    );
  for (const kind of loadKinds) addKind(command, kind, session);
  addLoads(program, session);
}

function addLoads(program: Command, session: OperatorSession): void {
  program
    .command('loads')
    .description('List what was loaded, newest first')
    .addOption(
      new Option('--register <kind>', 'only loads of this register').choices([...loadKinds, 'generate']),
    )
    .option('--limit <number>', 'loads to show, at most 9,999', createPositiveNumberParser(4), 20)
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { register?: string; limit: number }) => {
      const loads = await withSession(session.databaseUrl, (client) =>
        listLoads(client, options.register ?? null, options.limit),
      );
      printResult(options, { loads }, ...formatLoads(loads));
    });
}

function formatLoads(loads: readonly ListedLoad[]): string[] {
  const header = [
    ...['STARTED', 'REGISTER', 'FILE', 'DAY', 'STATE', 'READ', 'ADDED', 'CHANGED', 'UNCHANGED', 'REJECTED'],
    ...['SECONDS'],
  ];
  const rows = loads.map((load) => [
    `${load.started_at.slice(0, 19)}Z`,
    load.register,
    load.file,
    load.day ?? 'unknown',
    load.state,
    ...[load.rows_read, load.added, load.changed, load.unchanged, load.rejected].map(formatCount),
    load.seconds?.toFixed(1) ?? 'unknown',
  ]);
  const rejected = loads.filter((load) => load.rejected > 0);
  return [
    ...formatTable('Nothing was loaded.', header, rows),
    ...rejected.map(
      ({ file, rejected_file }) => `Rejected rows of ${file}: ${rejected_file ?? 'place unknown'}`,
    ),
  ];
}

function addKind(load: Command, kind: LoadKind, session: OperatorSession): void {
  const { title, flags = {} } = registers[kind];
  const command = load
    .command(kind)
    .description(title)
    .argument('<file>', 'a file, or a folder with files of this kind')
    .option('--rejected <file>', 'file for rejected rows (default: in the state folder)')
    .option('--json', 'print the report as JSON');
  const own = Object.entries(flags).map(([flag, help]) => ({
    flag,
    option: new Option(`--${flag.replaceAll('_', '-')}`, help),
  }));
  for (const { option } of own) command.addOption(option);
  command.action(async (fileOrFolder: string, options: LoadCommandOptions) => {
    for (const file of await listFilesOfKind(kind, fileOrFolder)) await loadOne(file, options);
  });
  const loadOne = async (file: string, options: LoadCommandOptions) => {
    // The number of rows in a compressed file is unknown until it has been read, so no total is shown.
    const format = `load ${kind} {value} rows, {added} added, {changed} changed`;
    const report = await withProgressBar(options, format, { total: 0, added: 0, changed: 0 }, (update) =>
      loadFile(kind, {
        databaseUrl: session.databaseUrl,
        stateFolder: session.config.stateFolder,
        file,
        ...(options.rejected !== undefined && { rejectedFile: options.rejected }),
        flags: own
          .filter(({ option }) => command.getOptionValue(option.attributeName()) === true)
          .map(({ flag }) => flag),
        onProgress: ({ rows_read, added, changed }) => update(rows_read, { added, changed }),
      }),
    );
    printResult(options, report, formatReport(report));
  };
}
