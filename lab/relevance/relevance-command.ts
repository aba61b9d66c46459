import type { Command } from 'commander';
import { createWholeNumberParser, type OutputOptions, printResult } from '../../indexers/operator/output.ts';
import type { OperatorSession } from '../../indexers/operator/session.ts';
import { addCasesCommand } from './cases/case-command.ts';
import { createProgress } from './create-progress.ts';
import { addDaysCommand } from './days/day-command.ts';
import { addDictionaryCommand } from './dictionary/dictionary-command.ts';
import floors from './floors.json' with { type: 'json' };
import { missLines, remarkLines, scoreTable } from './report.ts';
import { belowFloors } from './scoring.ts';
import { runRelevance } from './suite.ts';
import { addWrittenCommand } from './written/written-command.ts';

interface RelevanceCommandOptions extends OutputOptions {
  readonly perClass: number;
  readonly seed: number;
  readonly misses: number;
}

/** Adds `relevance`. It fails (exit code 1) if a class is below its floor in `floors.json`. */
export function addRelevanceCommand(program: Command, session: OperatorSession): void {
  const relevance = program
    .command('relevance')
    // Options after the name of a part belong to it.
    .enablePositionalOptions()
    .description(
      'Query search and resolve with names and identifiers of the database, spelled as people do, and score the answers by ' +
        'class. Changes nothing; fails if a class is below its floor.',
    )
    .option('--per-class <number>', 'number of queries in each class', createWholeNumberParser(6), 100)
    .option(
      '--seed <number>',
      'selects the sample of companies; the same seed gives the same queries',
      createWholeNumberParser(6),
      1,
    )
    .option(
      '--misses <number>',
      'number of wrong answers to show for each class',
      createWholeNumberParser(6),
      0,
    )
    .option('--json', 'print the report with all wrong answers as JSON')
    .action(async (options: RelevanceCommandOptions) => {
      const { perClass, seed, misses } = options;
      await session.withStores(async (stores) => {
        const onProgress = createProgress(options);
        const report = await runRelevance(stores, { perClass, seed, onProgress });
        const below = belowFloors(report.classes, floors.any);
        printResult(
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
  addWrittenCommand(relevance, session);
  addCasesCommand(relevance, session);
  addDaysCommand(relevance, session);
  addDictionaryCommand(relevance, session);
}
