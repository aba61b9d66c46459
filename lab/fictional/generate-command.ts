import type { Command } from 'commander';
import {
  createWholeNumberParser,
  type OutputOptions,
  printResult,
  withProgressBar,
} from '../../indexers/operator/output.ts';
import type { OperatorSession } from '../../indexers/operator/session.ts';
import { toTokyoDay } from '../../src/text/days/calendar.ts';
import { type GenerateReport, generate } from './writing.ts';

interface GenerateCommandOptions extends OutputOptions {
  readonly companies: number;
  readonly seed: number;
  readonly today?: string;
}

/** Adds `generate`. A refused request fails with a one-sentence OperatorError. */
export function addGenerateCommand(program: Command, session: Pick<OperatorSession, 'databaseUrl'>): void {
  program
    .command('generate')
    .description(
      'Fill the database with fictional companies. Running it again adds nothing; a larger number adds the missing ones.',
    )
    .requiredOption(
      '--companies <number>',
      'total number of companies, 1 to 10000000',
      createWholeNumberParser(10),
    )
    .option(
      '--seed <number>',
      'which series of companies; a database has only one series',
      createWholeNumberParser(10),
      1,
    )
    .option('--today <day>', 'the day on which the data is current, YYYY-MM-DD (default: today in Tokyo)')
    .option('--json', 'print the report as JSON')
    .action(async (options: GenerateCommandOptions) => {
      const { companies, seed, today } = options;
      const format = 'generate {bar} {value}/{total} companies, {eta_formatted} left';
      const report = await withProgressBar(options, format, { total: companies }, (onProgress) =>
        generate({
          databaseUrl: session.databaseUrl,
          companies,
          seed,
          today: today ?? toTokyoDay(new Date()),
          onProgress,
        }),
      );
      printResult(options, report, reportLine(report));
    });
}

function reportLine({ added, unchanged, seed, today, seconds }: GenerateReport): string {
  return `Generated ${added} companies of seed ${seed} as of ${today} in ${seconds.toFixed(1)} s; ${unchanged} already existed.`;
}
