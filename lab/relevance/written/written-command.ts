import { type Command, Option } from 'commander';
import {
  createPositiveNumberParser,
  createWholeNumberParser,
  type OutputOptions,
  printResult,
} from '../../../indexers/operator/output.ts';
import type { OperatorSession } from '../../../indexers/operator/session.ts';
import { createProgress } from '../create-progress.ts';
import floors from '../floors.json' with { type: 'json' };
import { runPeers } from './peers.ts';
import { everydayFile, realNamesFile } from './written-file.ts';
import { peerLines, writtenLines, writtenMissLines } from './written-report.ts';
import { belowWrittenFloors } from './written-scoring.ts';
import { runWritten } from './written-suite.ts';

interface WrittenCommandOptions extends OutputOptions {
  readonly names?: string;
  readonly everyday?: string;
  readonly fictional?: true;
  readonly peers?: true;
  readonly perForm: number;
  readonly seed: number;
  readonly misses: number;
}

/** Adds `relevance written`. It fails (exit code 1) if a measure is worse than its floor in `floors.json`. */
export function addWrittenCommand(relevance: Command, session: OperatorSession): void {
  relevance
    .command('written')
    .description(
      'Resolve names as people write them, and compare the answers with the companies that were meant. Changes nothing; ' +
        'fails if a measure is worse than its floor.',
    )
    .option(
      '--names <file>',
      'CSV with written_name, corporate_number, registered_name, also as .gz (default: ' +
        '../shared/data/written_names.csv.gz if it exists, otherwise fictional names)',
    )
    .addOption(
      new Option('--fictional', 'use fictional names of companies in the database').conflicts('names'),
    )
    .option('--everyday <file>', 'CSV with name, securities_code (default: the list of this project)')
    .option('--peers', 'compare with pg_trgm and a plain bigram search, which takes several minutes')
    .option(
      '--per-form <number>',
      'number of fictional names of each form',
      createPositiveNumberParser(4),
      40,
    )
    .option(
      '--seed <number>',
      'selects the fictional names; the same seed gives the same names',
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
    .action(async (options: WrittenCommandOptions) => {
      const { perForm, seed, misses } = options;
      const names = options.fictional ? null : (options.names ?? realNamesFile());
      const everyday = options.everyday ?? everydayFile();
      await session.withStores(async (stores) => {
        const onProgress = createProgress(options);
        const run = await runWritten(stores, { names, everyday, perForm, seed, onProgress });
        const peers = options.peers ? await runPeers(stores, run, onProgress) : null;
        const below = belowWrittenFloors(
          run.report,
          names === null ? floors.written.fictional : floors.written.file,
        );
        printResult(
          options,
          { ...run.report, peers, below_floors: below },
          ...writtenLines(run.report, below),
          ...(peers === null ? [] : peerLines(run.report, peers)),
          ...writtenMissLines(run.report.misses, misses),
        );
        if (below.length > 0) process.exitCode = 1;
      });
    });
}
