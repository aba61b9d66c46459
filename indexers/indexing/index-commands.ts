import { SingleBar } from 'cli-progress';
import { Argument, type Command } from 'commander';
import { runInTransaction, withSession } from '../operator/database-session.ts';
import { explainFailure } from '../operator/explain-failure.ts';
import {
  createPositiveNumberParser,
  createWholeNumberParser,
  formatCount,
  formatMegabytes,
  formatTable,
  type OutputOptions,
  printResult,
  shouldShowProgress,
} from '../operator/output.ts';
import type { OperatorSession } from '../operator/session.ts';
import { companiesIndex } from './companies-index.ts';
import type { IndexDefinition, IndexingContext, Progress } from './generations/index-definition.ts';
import { type IndexEntry, listIndices, pruneIndices, revertToPreviousIndex } from './generations.ts';
import { observationsIndex } from './observations-index.ts';
import { rebuildIndex } from './reindex.ts';
import { type VerifyReport, verifyServing } from './verify.ts';
import { beginFeedAgain } from './writing/change-feed.ts';
import { type RunningSync, type SyncReport, startSync, syncOnce } from './writing/sync.ts';

const definitions: readonly IndexDefinition[] = [companiesIndex, observationsIndex];

/** Adds `reindex`, `sync`, `verify`, `rollback`, `prune`, `indices` and `feed restart`. They refuse with a one-sentence OperatorError. */
export function addIndexCommands(program: Command, session: OperatorSession): void {
  addReindex(program, session);
  addSync(program, session);
  addVerify(program, session);
  addRollback(program, session);
  addPrune(program, session);
  addIndices(program, session);
  addFeed(program, session);
}

function addReindex(program: Command, session: OperatorSession): void {
  program
    .command('reindex')
    .description(
      'Build a new index from the database, verify it and put it into service. The old one serves until then.',
    )
    .addArgument(requireIndexArgument())
    .option(
      '--shards <number>',
      'number of shards (default: one for 20 million documents)',
      createPositiveNumberParser(3),
    )
    .option(
      '--replicas <number>',
      'number of copies of each shard on other nodes (default: 1, or 0 if there is only one node)',
      createWholeNumberParser(3),
    )
    .option('--json', 'print the report of each index as a line of JSON')
    .action(
      buildEachAction(session, rebuildIndex, ({ index, documents, seconds, documentsPerSecond, removed }) => [
        `${index} serves ${formatCount(documents)} documents (${seconds.toFixed(1)} s, ${formatCount(documentsPerSecond)} documents a second).`,
        ...removed.map((index) => `Removed ${index}.`),
      ]),
    );
}

function addSync(program: Command, session: OperatorSession): void {
  program
    .command('sync')
    .description('Bring the serving index up to date with the database')
    .addArgument(offerIndexArgument())
    .option('--follow', 'keep syncing, once a second, until stopped')
    .option('--json', 'print each report as a line of JSON')
    .action(async (which: string, options: OutputOptions & { follow?: true }) => {
      if (options.follow) await session.withStores((stores) => follow(stores, which, options));
      else await buildEachAction(session, syncOnce, (report) => [formatSync(report)])(which, options);
    });
}

function addVerify(program: Command, session: OperatorSession): void {
  program
    .command('verify')
    .description('Compare the serving index with the database, by count and digest; fails if they differ')
    .addArgument(offerIndexArgument())
    .option('--repair', 'rewrite the documents that differ')
    .option('--json', 'print the report of each index as a line of JSON')
    .action(
      buildEachAction(session, verifyServing, (report) => {
        if ((report.left ?? report.differences).length > 0) process.exitCode = 1;
        return formatVerification(report);
      }),
    );
}

function addRollback(program: Command, session: OperatorSession): void {
  program
    .command('rollback')
    .description(
      'Bring the previous index up to date and put it back into service; a second rollback undoes the first',
    )
    .addArgument(requireIndexArgument())
    .option('--json', 'print the report of each index as a line of JSON')
    .action(
      buildEachAction(session, revertToPreviousIndex, ({ to, from }) => [
        `${to} serves again instead of ${from}.`,
      ]),
    );
}

function addPrune(program: Command, session: OperatorSession): void {
  program
    .command('prune')
    .description('Remove indices that no longer serve')
    .addArgument(offerIndexArgument())
    .option(
      '--keep <number>',
      'number of previous indices to keep for a rollback',
      createWholeNumberParser(3),
      1,
    )
    .option('--json', 'print the report of each index as a line of JSON')
    .action(
      buildEachAction(session, pruneIndices, ({ removed }, { kind }) =>
        removed.length > 0
          ? removed.map((index) => `Removed ${index}.`)
          : [`There is no ${kind} index to remove.`],
      ),
    );
}

function addIndices(program: Command, session: OperatorSession): void {
  program
    .command('indices')
    .description('List the indices: the one that serves, and earlier ones')
    .option('--json', 'print the list as JSON')
    .action(async (options: OutputOptions) => {
      await session.withStores(async (stores) => {
        const lists = await Promise.all(definitions.map((definition) => listIndices(stores, definition)));
        const indices = lists.flat();
        printResult(options, { indices }, ...formatIndices(indices, stores.now()));
      });
    });
}

function addFeed(program: Command, session: OperatorSession): void {
  program
    .command('feed')
    .description('The feed of changes, GET /changes')
    .command('restart')
    .description(
      'Refuse cursors from before, because the database went back to an earlier moment: readers may have seen changes that are gone',
    )
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const feed = await withSession(session.databaseUrl, (client) =>
        runInTransaction(client, () => beginFeedAgain(client)),
      );
      printResult(options, { feed }, 'The change feed has begun again: cursors from before are refused.');
    });
}

/** Syncs until SIGINT or SIGTERM. Failures are shown and retried. */
async function follow(stores: IndexingContext, which: string, options: OutputOptions): Promise<void> {
  const running: RunningSync[] = chooseIndices(which).map((definition) =>
    startSync(stores, definition, {
      onSynced: (report) => printResult(options, report, formatSync(report)),
      onFailure: (error) => console.error(explainFailure(error)),
    }),
  );
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  await Promise.all(running.map((sync) => sync.stop()));
}

/** The action of a command that works on one index after the other, and prints a report of each. */
function buildEachAction<Options, Report extends object>(
  session: OperatorSession,
  work: (stores: IndexingContext, definition: IndexDefinition, options: Options) => Promise<Report>,
  lines: (report: Report, definition: IndexDefinition) => string[],
): (which: string, options: OutputOptions & Options) => Promise<void> {
  return async (which, options) => {
    await session.withStores(async (stores) => {
      const progress = new ProgressBar();
      const onProgress = (step: Progress) => {
        if (shouldShowProgress(options)) progress.show(step);
      };
      try {
        for (const definition of chooseIndices(which)) {
          const report = await work({ ...stores, onProgress }, definition, options);
          printResult(options, report, ...lines(report, definition));
        }
      } finally {
        progress.stop();
      }
    });
  };
}

const indexChoices = [...definitions.map(({ kind }) => kind), 'all'];

/** There is no default for commands that change which index serves. */
function requireIndexArgument(): Argument {
  return new Argument('<index>', 'which index').choices(indexChoices);
}

function offerIndexArgument(): Argument {
  return new Argument('[index]', 'which index').choices(indexChoices).default('all');
}

function chooseIndices(which: string): readonly IndexDefinition[] {
  return definitions.filter(({ kind }) => which === 'all' || which === kind);
}

/** One bar for each step whose total is known. */
class ProgressBar {
  #bar: SingleBar | null = null;
  #step = '';

  show({ step, done, total }: Progress): void {
    if (total === undefined) return;
    if (step !== this.#step) {
      this.stop();
      this.#step = step;
      this.#bar = new SingleBar({ format: `${step} {bar} {value}/{total}, {eta_formatted} left` });
      this.#bar.start(total, done);
    }
    this.#bar?.update(done);
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }
}

function formatSync({ index, changes, documents, gone, dated }: SyncReport): string {
  const parts = [`${formatCount(changes)} changes`, `${formatCount(documents)} documents`];
  if (gone > 0) parts.push(`${formatCount(gone)} removed`);
  if (dated > 0) parts.push(`${formatCount(dated)} changed by date`);
  return `${index}: ${parts.join(', ')}.`;
}

const differencesShown = 20;

function formatVerification({ index, documents, differences, left }: VerifyReport): string[] {
  if (differences.length === 0)
    return [`${index}: ${formatCount(documents)} documents, the same as in the database.`];
  const shown = differences.slice(0, differencesShown).map(({ id, versionInPostgres, versionInIndex }) => {
    const formatVersion = (number: number | null) => {
      if (number === null) return 'missing';
      return `version ${number}`;
    };
    return `  ${id}: ${formatVersion(versionInPostgres)} in the database, ${formatVersion(versionInIndex)} in the index`;
  });
  const more = differences.length - shown.length;
  return [
    `${index}: ${formatCount(differences.length)} of ${formatCount(documents)} documents differ.`,
    ...shown,
    more > 0 && `  and ${formatCount(more)} more`,
    left?.length === 0 && 'All repaired.',
    left !== null && left.length > 0 && `${left.length} still differ: run reindex.`,
  ].filter((each) => each !== false);
}

function formatIndices(indices: readonly IndexEntry[], now: Date): string[] {
  const header = ['INDEX', 'STATUS', 'DOCUMENTS', 'SIZE', 'MAPPING', 'AGE'];
  const rows = indices.map(({ index, status, serving, documents, bytes, mappingVersion, createdAt }) => [
    index,
    serving ? `${status}, serving` : status,
    documents === null ? 'no index' : formatCount(documents),
    bytes === null ? '' : formatMegabytes(bytes),
    String(mappingVersion),
    formatAge(now.getTime() - createdAt.getTime()),
  ]);
  return formatTable('There are no indices yet.', header, rows);
}

function formatAge(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.round(hours / 24)} d`;
}
