import type { Command } from 'commander';
import {
  createWholeNumberParser,
  type OutputOptions,
  printResult,
} from '../../../indexers/operator/output.ts';
import type { OperatorSession } from '../../../indexers/operator/session.ts';
import { createProgress } from '../create-progress.ts';
import floors from '../floors.json' with { type: 'json' };
import { besideSources } from '../written/written-file.ts';
import { describeFound, floorLines, scoreTable } from '../written/written-report.ts';
import { listFaults } from '../written/written-scoring.ts';
import { type DayReport, runDays } from './day-suite.ts';

interface DayCommandOptions extends OutputOptions {
  readonly names?: string;
  readonly misses: number;
}

const defaultFile = '../shared/more-data/filer_names_on_days_a.csv.gz';

/** Adds `relevance days`. It fails (exit code 1) if a measure is worse than its floor in `floors.json`. */
export function addDaysCommand(relevance: Command, session: OperatorSession): void {
  relevance
    .command('days')
    .description(
      'Match names of companies on days, and compare the answers with the companies that had them. Changes nothing; fails ' +
        'if a measure is worse than its floor.',
    )
    .option(
      '--names <file>',
      `CSV with corporate_number, filer_name, first_day, last_day, also as .gz (default: ${defaultFile} if it exists)`,
    )
    .option('--misses <number>', 'number of wrong answers to show', createWholeNumberParser(6), 0)
    .option('--json', 'print the report with all wrong answers as JSON')
    .action(async (options: DayCommandOptions) => {
      const names = options.names ?? besideSources(defaultFile);
      if (names === null) relevance.error('error: there is no file of names on days. Give --names.');
      await session.withStores(async (stores) => {
        const onProgress = createProgress(options);
        const report = await runDays(stores, { names, onProgress });
        const below = listDayFaults(report);
        printResult(
          options,
          { ...report, below_floors: below },
          ...scoreTable(
            'names on a day',
            report.classes.map((scores) => [scores.class, scores]),
          ),
          ...(report.not_loaded > 0
            ? [`${report.not_loaded} questions are about companies that are not in this database.`]
            : []),
          '',
          ...floorLines(below),
          ...report.misses.slice(0, options.misses).map(describeMiss),
        );
        if (below.length > 0) process.exitCode = 1;
      });
    });
}

/** What is worse than its floor. */
export function listDayFaults({ classes }: Pick<DayReport, 'classes'>) {
  const floorsOf: Readonly<Record<string, object>> = floors.days;
  return classes.flatMap((scores) => listFaults(scores.class, scores, floorsOf[scores.class]));
}

function describeMiss({ text, day, right, settled_on, found }: DayReport['misses'][number]): string {
  return `${text} on ${day}: meant ${right.join(' ')}; ${describeFound({ settled_on, found })}`;
}
