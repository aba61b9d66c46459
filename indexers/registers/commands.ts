import { SingleBar } from 'cli-progress';
import { type Command, Option } from 'commander';
import type { Progress } from '../loading/load-record.ts';
import type { LoadKind } from '../loading/loader.ts';
import { reportLine } from './folder.ts';
import { loadFile, loadKinds } from './index.ts';

export interface LoadCommandsContext {
  /** Asked only when a command runs, so that `--help` needs no database. */
  databaseUrl(): string | Promise<string>;
  /** Where rejected rows are written. */
  readonly stateFolder: string;
}

interface LoadCommandOptions {
  readonly rejected?: string;
  readonly withoutNames?: true;
  readonly json?: true;
}

/** Adds `load <kind> <file>`. A refused load fails with OperatorError, one sentence. */
export function addLoadCommands(program: Command, context: LoadCommandsContext): void {
  const command = program
    .command('load')
    .description(
      'Load a file as it was downloaded (.csv, .csv.gz, .zip, .jsonl). Loading it again changes nothing; a load that was cut off goes on.',
    );
  for (const kind of Object.keys(loadKinds) as LoadKind[]) addKind(command, kind, context);
}

function addKind(load: Command, kind: LoadKind, context: LoadCommandsContext): void {
  const command = load
    .command(kind)
    .description(loadKinds[kind])
    .argument('<file>')
    .option('--rejected <file>', 'where to write rejected rows (default: in the state folder)')
    .option('--json', 'print the report as JSON');
  if (kind === 'jpx') {
    command.addOption(new Option('--without-names', 'take no names from the list'));
  }
  command.action(async (file: string, options: LoadCommandOptions) => {
    const progress = options.json !== true && process.stderr.isTTY ? rowCounter(kind) : null;
    try {
      const report = await loadFile(kind, {
        databaseUrl: await context.databaseUrl(),
        stateFolder: context.stateFolder,
        file,
        ...(options.rejected === undefined ? {} : { rejectedFile: options.rejected }),
        ...(options.withoutNames ? { withoutNames: true } : {}),
        onProgress: (now) => progress?.show(now),
      });
      progress?.end();
      console.log(options.json === true ? JSON.stringify(report) : reportLine(report));
    } finally {
      progress?.end();
    }
  });
}

/** How many rows a packed file has is known only when it has been read: the counter has no end to run to. */
function rowCounter(kind: LoadKind): { show(now: Progress): void; end(): void } {
  const bar = new SingleBar({
    format: `load ${kind} {value} rows, {added} added, {changed} changed`,
    hideCursor: true,
  });
  bar.start(0, 0, { added: 0, changed: 0 });
  return {
    show: ({ rows_read, added, changed }) => bar.update(rows_read, { added, changed }),
    end: () => bar.stop(),
  };
}
