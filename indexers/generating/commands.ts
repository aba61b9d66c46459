import { SingleBar } from 'cli-progress';
import { type Command, InvalidArgumentError } from 'commander';
import { type GenerateReport, generate } from './writing.ts';

export interface GenerateCommandContext {
  /** Asked only when the command runs, so that `--help` needs no database. */
  databaseUrl(): string | Promise<string>;
}

interface GenerateCommandOptions {
  readonly companies: number;
  readonly seed: number;
  readonly today?: string;
  readonly json?: true;
}

/** Adds `generate`. A refused request fails with OperatorError, one sentence. */
export function addGenerateCommand(program: Command, context: GenerateCommandContext): void {
  program
    .command('generate')
    .description(
      'Fill the database with fictional companies. Running again adds nothing, a larger number adds what is missing.',
    )
    .requiredOption('--companies <number>', 'how many companies there are to be, 1 to 10000000', wholeNumber)
    .option('--seed <number>', 'which series of companies; one database holds one series', wholeNumber, 1)
    .option('--today <day>', 'the day the data is made for, YYYY-MM-DD (default: today in Tokyo)')
    .option('--json', 'print the report as JSON')
    .action(async ({ companies, seed, today, json }: GenerateCommandOptions) => {
      const progress = json !== true && process.stderr.isTTY ? progressBar(companies) : null;
      try {
        const databaseUrl = await context.databaseUrl();
        const report = await generate({
          databaseUrl,
          companies,
          seed,
          today: today ?? todayInTokyo(),
          onProgress: (made) => progress?.update(made),
        });
        progress?.stop();
        console.log(json === true ? JSON.stringify(report) : reportLine(report));
      } finally {
        progress?.stop();
      }
    });
}

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function todayInTokyo(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date());
}

function progressBar(companies: number): SingleBar {
  const bar = new SingleBar({ format: 'generate {bar} {value}/{total} companies, {eta_formatted} left' });
  bar.start(companies, 0);
  return bar;
}

function reportLine({ added, unchanged, seed, today, seconds }: GenerateReport): string {
  return `Generated ${added} companies of seed ${seed} as of ${today} in ${seconds.toFixed(1)} s; ${unchanged} were there already.`;
}
