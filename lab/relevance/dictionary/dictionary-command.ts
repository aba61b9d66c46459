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
import { type DictionaryReport, runDictionary } from './dictionary-suite.ts';

interface DictionaryCommandOptions extends OutputOptions {
  readonly file?: string;
  readonly misses: number;
}

const defaultFile = '../shared/more-data/sudachi-synonyms.txt.gz';

/** Adds `relevance dictionary`. It fails (exit code 1) if a measure is worse than its floor in `floors.json`. */
export function addDictionaryCommand(relevance: Command, session: OperatorSession): void {
  relevance
    .command('dictionary')
    .description(
      'Match the short forms, initials and other names that a dictionary has for companies of the database. Changes nothing; ' +
        'fails if a measure is worse than its floor, which depends on whether a dictionary is loaded.',
    )
    .option(
      '--file <file>',
      `the synonym dictionary of SudachiDict, also as .gz (default: ${defaultFile} if it exists)`,
    )
    .option('--misses <number>', 'number of misses to show', createWholeNumberParser(6), 0)
    .option('--json', 'print the report with all misses as JSON')
    .action(async (options: DictionaryCommandOptions) => {
      const file = options.file ?? besideSources(defaultFile);
      if (file === null) relevance.error('error: there is no dictionary. Give --file.');
      await session.withStores(async (stores) => {
        const onProgress = createProgress(options);
        const report = await runDictionary(stores, { file, onProgress });
        const below = listDictionaryFaults(report);
        printResult(
          options,
          { ...report, below_floors: below },
          report.loaded ? 'A dictionary is loaded.' : 'No dictionary is loaded.',
          '',
          ...scoreTable(
            'names of a dictionary',
            report.classes.map((scores) => [scores.class, scores]),
          ),
          '',
          ...floorLines(below),
          ...report.misses.slice(0, options.misses).map(describeMiss),
        );
        if (below.length > 0) process.exitCode = 1;
      });
    });
}

/** What is worse than its floor. */
export function listDictionaryFaults({ loaded, classes }: Pick<DictionaryReport, 'loaded' | 'classes'>) {
  const floorsOf: Readonly<Record<string, object>> = loaded
    ? floors.dictionary.loaded
    : floors.dictionary.not_loaded;
  return classes.flatMap((scores) => listFaults(scores.class, scores, floorsOf[scores.class]));
}

function describeMiss({
  class: ofClass,
  text,
  settled_on,
  found,
}: DictionaryReport['misses'][number]): string {
  return `${ofClass}: ${text}: ${describeFound({ settled_on, found })}`;
}
