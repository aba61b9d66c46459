import type { Command } from 'commander';
import {
  createPositiveNumberParser,
  createWholeNumberParser,
  type OutputOptions,
  printResult,
} from '../../../indexers/operator/output.ts';
import type { OperatorSession } from '../../../indexers/operator/session.ts';
import { createProgress } from '../create-progress.ts';
import floors from '../floors.json' with { type: 'json' };
import { describeFound, floorLines, scoreTable } from '../written/written-report.ts';
import { listFaults } from '../written/written-scoring.ts';
import { caseFolder } from './case-files.ts';
import { type CaseMiss, type CaseReport, type CaseScores, runCases } from './case-suite.ts';

interface CaseCommandOptions extends OutputOptions {
  readonly folder?: string;
  readonly perClass: number;
  readonly seed: number;
  readonly misses: number;
}

/** Adds `relevance cases`. It fails (exit code 1) if a measure is worse than its floor in `floors.json`. */
export function addCasesCommand(relevance: Command, session: OperatorSession): void {
  relevance
    .command('cases')
    .description(
      'Match rows as the world writes them, made from companies of the database and from tables, and compare the answers ' +
        'with the companies that were meant. Changes nothing; fails if a measure is worse than its floor.',
    )
    .option(
      '--folder <folder>',
      'tables with a column 正しい法人番号(参考) (default: ../shared/cases/expected if it exists)',
    )
    .option('--per-class <number>', 'number of rows of each rule', createPositiveNumberParser(4), 40)
    .option(
      '--seed <number>',
      'selects the companies; the same seed gives the same rows',
      createWholeNumberParser(6),
      1,
    )
    .option('--misses <number>', 'number of misses to show for each class', createWholeNumberParser(6), 0)
    .option('--json', 'print the report with all misses as JSON')
    .action(async (options: CaseCommandOptions) => {
      const { perClass, seed, misses } = options;
      const folder = options.folder ?? caseFolder();
      await session.withStores(async (stores) => {
        const onProgress = createProgress(options);
        const report = await runCases(stores, { folder, perClass, seed, onProgress });
        const below = listCaseFaults(report, { classes: floors.cases.any, tables: floors.cases.tables });
        printResult(
          options,
          { ...report, below_floors: below },
          ...scoreTable(
            'class',
            report.classes.map((scores) => [scores.class, scores]),
          ),
          ...tableLines(report.office),
          ...tableLines(report.tables),
          ...(report.not_loaded > 0
            ? [`${report.not_loaded} rows of tables are of companies that are not in this database.`]
            : []),
          '',
          ...floorLines(below),
          ...caseMissLines(report.misses, misses),
        );
        if (below.length > 0) process.exitCode = 1;
      });
    });
}

/** Nothing for no tables. */
function tableLines(tables: readonly CaseScores[]): string[] {
  if (tables.length === 0) return [];
  return [
    '',
    ...scoreTable(
      'table',
      tables.map((scores) => [scores.class, scores]),
    ),
  ];
}

type FloorsByClass = Readonly<Record<string, object>>;

/** What is worse than its floor. */
export function listCaseFaults(
  { classes, office, tables }: Pick<CaseReport, 'classes' | 'office' | 'tables'>,
  floorsOf: { readonly classes: FloorsByClass; readonly tables: FloorsByClass },
) {
  return [
    ...classes.flatMap((scores) => listFaults(scores.class, scores, floorsOf.classes[scores.class])),
    ...[...office, ...tables].flatMap((scores) =>
      listFaults(scores.class, scores, floorsOf.tables[scores.class]),
    ),
  ];
}

function caseMissLines(misses: readonly CaseMiss[], max: number): string[] {
  const classes = [...new Set(misses.map((miss) => miss.class))];
  return classes.flatMap((each) =>
    misses
      .filter((miss) => miss.class === each)
      .slice(0, max)
      .map(({ cells, right, settled_on, found }) => {
        return `${each}: ${JSON.stringify(cells)}: meant ${right.join(' ')}; ${describeFound({ settled_on, found })}`;
      }),
  );
}
