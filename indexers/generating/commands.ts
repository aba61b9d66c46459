import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { tokyoDay } from '../../src/calendar.ts';
import { type OutputOptions, print, showsProgress, wholeNumber } from '../operator/output.ts';
import type { OperatorSession } from '../operator/session.ts';
import { type GenerateReport, generate } from './writing.ts';

interface GenerateCommandOptions extends OutputOptions {
  readonly companies: number;
  readonly seed: number;
  readonly today?: string;
}

/** Adds `generate`. A refused request fails with OperatorError, one sentence. */
export function addGenerateCommand(program: Command, session: Pick<OperatorSession, 'databaseUrl'>): void {
  program
    .command('generate')
    .description(
      'Fill the database with fictional companies. Running again adds nothing, a larger number adds what is missing.',
    )
    .requiredOption(
      '--companies <number>',
      'how many companies there are to be, 1 to 10000000',
      wholeNumber(10),
    )
    .option('--seed <number>', 'which series of companies; one database holds one series', wholeNumber(10), 1)
    .option('--today <day>', 'the day the data is made for, YYYY-MM-DD (default: today in Tokyo)')
    .option('--json', 'print the report as JSON')
    .action(async (options: GenerateCommandOptions) => {
      const { companies, seed, today } = options;
      const progress = showsProgress(options) ? progressBar(companies) : null;
      try {
        const report = await generate({
          databaseUrl: session.databaseUrl,
          companies,
          seed,
          today: today ?? tokyoDay(new Date()),
          onProgress: (made) => progress?.update(made),
        });
        progress?.stop();
        print(options, report, reportLine(report));
      } finally {
        progress?.stop();
      }
    });
}

function progressBar(companies: number): SingleBar {
  const bar = new SingleBar({ format: 'generate {bar} {value}/{total} companies, {eta_formatted} left' });
  bar.start(companies, 0);
  return bar;
}

function reportLine({ added, unchanged, seed, today, seconds }: GenerateReport): string {
  return `Generated ${added} companies of seed ${seed} as of ${today} in ${seconds.toFixed(1)} s; ${unchanged} were there already.`;
}
