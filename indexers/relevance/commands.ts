import type { Command } from 'commander';
import { type OutputOptions, print, showsProgress, wholeNumber } from '../operator/output.ts';
import type { OperatorSession } from '../operator/session.ts';
import floors from './floors.json' with { type: 'json' };
import { belowFloors } from './floors.ts';
import { missLines, remarkLines, scoreTable } from './report.ts';
import { runRelevance } from './suite.ts';

interface RelevanceCommandOptions extends OutputOptions {
  readonly perClass: number;
  readonly seed: number;
  readonly misses: number;
}

/** Adds `relevance`. It fails (exit code 1) when a class is below its floor in `floors.json`. */
export function addRelevanceCommand(program: Command, session: OperatorSession): void {
  program
    .command('relevance')
    .description(
      'Ask search and resolve what the database holds, in the spellings that people use, and measure the answers by class. ' +
        'Changes nothing; fails when a class is below its floor.',
    )
    .option('--per-class <number>', 'queries in each class', wholeNumber(6), 100)
    .option('--seed <number>', 'which companies are drawn; the same seed asks the same', wholeNumber(6), 1)
    .option('--misses <number>', 'show so many faults of each class', wholeNumber(6), 0)
    .option('--json', 'print the report with all faults as JSON')
    .action(async (options: RelevanceCommandOptions) => {
      const { perClass, seed, misses } = options;
      await session.withStores(async (stores) => {
        const onProgress = (line: string) => {
          if (showsProgress(options)) console.error(line);
        };
        const report = await runRelevance(stores, { perClass, seed, onProgress });
        const below = belowFloors(report.classes, floors.any);
        print(
          options,
          { ...report, below_floors: below },
          ...scoreTable(report.classes),
          '',
          ...remarkLines(report, below),
          ...missLines(report.classes, misses),
        );
        if (below.length > 0) process.exitCode = 1;
      });
    });
}
