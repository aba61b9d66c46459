import { type Command, InvalidArgumentError } from 'commander';
import type { IndexingContext } from '../indexing/index-definition.ts';
import floors from './floors.json' with { type: 'json' };
import { belowFloors } from './floors.ts';
import { missLines, remarkLines, scoreTable } from './report.ts';
import { runRelevance } from './suite.ts';

export interface RelevanceCommandContext {
  /** Asked only when the command runs, so that `--help` needs no stores. */
  withStores<Result>(work: (context: IndexingContext) => Promise<Result>): Promise<Result>;
}

interface RelevanceCommandOptions {
  readonly perClass: number;
  readonly seed: number;
  readonly misses: number;
  readonly json?: true;
}

/** Adds `relevance`. It fails (exit code 1) when a class is below its floor in `floors.json`. */
export function addRelevanceCommand(program: Command, context: RelevanceCommandContext): void {
  program
    .command('relevance')
    .description(
      'Ask search and resolve what the database holds, in the spellings that people use, and measure the answers by class. ' +
        'Changes nothing; fails when a class is below its floor.',
    )
    .option('--per-class <number>', 'queries in each class', wholeNumber, 100)
    .option('--seed <number>', 'which companies are drawn; the same seed asks the same', wholeNumber, 1)
    .option('--misses <number>', 'show so many faults of each class', wholeNumber, 0)
    .option('--json', 'print the report with all faults as JSON')
    .action(async ({ perClass, seed, misses, json }: RelevanceCommandOptions) => {
      await context.withStores(async (stores) => {
        const onProgress = (line: string) => {
          if (json !== true && process.stderr.isTTY) console.error(line);
        };
        const report = await runRelevance(stores, { perClass, seed, onProgress });
        const below = belowFloors(report.classes, floors.any);
        if (json === true) console.log(JSON.stringify({ ...report, below_floors: below }));
        else {
          const lines = [...scoreTable(report.classes), '', ...remarkLines(report, below)];
          for (const line of [...lines, ...missLines(report.classes, misses)]) console.log(line);
        }
        if (below.length > 0) process.exitCode = 1;
      });
    });
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
