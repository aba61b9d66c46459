import type { Command } from 'commander';
import { companiesIndex } from '../indexing/companies-index.ts';
import { observationsIndex } from '../indexing/observations-index.ts';
import { rebuildIndex } from '../indexing/reindex.ts';
import {
  formatCount,
  formatMegabytes,
  type OutputOptions,
  printResult,
  withProgressBar,
} from '../operator/output.ts';
import { updateSchema } from '../operator/schema-commands.ts';
import type { OperatorSession } from '../operator/session.ts';
import { createBackup, sumSizes } from './backup.ts';
import { checkFiles } from './check-files.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';

/** Adds `backup`, `check-backup` and `restore`. They refuse with a one-sentence OperatorError. */
export function addBackupCommands(program: Command, session: OperatorSession): void {
  addBackup(program, session);
  addCheck(program);
  addRestore(program, session);
}

const folderHelp = 'folder of the backup';

function addBackup(program: Command, session: OperatorSession): void {
  program
    .command('backup')
    .description(
      'Write the database and the exported files into a new folder. The service may run meanwhile.',
    )
    .argument('<folder>', 'a folder that does not exist, is empty, or has an interrupted backup')
    .option('--json', 'print JSON')
    .action(async (folder: string, options: OutputOptions) => {
      const manifest = await withPercentBar(options, 'Backing up', (onProgress) =>
        session.runAsOwner((knex) => {
          const { ownerUrl: databaseUrl, config } = session;
          const { stateFolder } = config;
          return createBackup({ databaseUrl, stateFolder, knex, now: () => new Date(), onProgress }, folder);
        }, 3),
      );
      const report = buildReport(folder, manifest);
      printResult(
        options,
        report,
        `${folder} contains ${formatContents(report)}.`,
        report.missing_exports > 0 &&
          `The files of ${formatCount(report.missing_exports)} exports are missing or damaged in STATE_FOLDER.`,
        manifest.balances.faults > 0 &&
          `${manifest.balances.faults} balances do not add up: run credits verify.`,
      );
    });
}

function addCheck(program: Command): void {
  program
    .command('check-backup')
    .description('Compare every file of a backup with its checksum. It needs no database.')
    .argument('<folder>', folderHelp)
    .option('--json', 'print JSON')
    .action(async (folder: string, options: OutputOptions) => {
      const manifest = await readManifest(folder);
      const total = sumSizes(manifest);
      const faults = await withPercentBar(options, 'Checking', (onProgress) => {
        let done = 0;
        return checkFiles(folder, manifest, (bytes) => {
          done += bytes;
          onProgress(done, total);
        });
      });
      const report = { ...buildReport(folder, manifest), faults };
      const verdict =
        faults.length === 0
          ? `All files are as the backup of ${manifest.begun_at} wrote them: ${formatContents(report)}.`
          : `${faults.length} of ${formatCount(report.files)} files cannot be restored.`;
      printResult(options, report, ...faults, verdict);
      if (faults.length > 0) process.exitCode = 1;
    });
}

function addRestore(program: Command, session: OperatorSession): void {
  program
    .command('restore')
    .description('Restore a backup into an empty database, completely or not at all')
    .argument('<folder>', folderHelp)
    .option('--reindex', 'then build both indices')
    .option('--json', 'print JSON; with --reindex, a line for each report')
    .action(async (folder: string, options: OutputOptions & { reindex?: true }) => {
      const { ownerUrl: databaseUrl, config } = session;
      const { stateFolder } = config;
      const { manifest, wasThere, leftOut } = await withPercentBar(options, 'Restoring', (onProgress) =>
        session.runAsOwner(
          (knex) => restoreBackup({ databaseUrl, stateFolder, knex, onProgress }, folder),
          2,
        ),
      );
      // The tables of the backup have no rights yet.
      await updateSchema(session);
      const report = { ...buildReport(folder, manifest), restored: !wasThere, left_out: leftOut };
      printResult(
        options,
        report,
        wasThere
          ? `An earlier run restored ${folder} into this database completely. Nothing was changed.`
          : `Restored ${formatContents(report)}, as they were on ${manifest.begun_at}.`,
        ...leftOut.map((name) => `Left out ${name}: no migration makes this table.`),
        !options.reindex &&
          'Build the indices now: reindex all. Readers of GET /changes must start without a cursor.',
      );
      if (options.reindex) await buildIndices(session, options);
    });
}

async function buildIndices(session: OperatorSession, options: OutputOptions): Promise<void> {
  for (const definition of [companiesIndex, observationsIndex]) {
    const built = await session.withStores((stores) => rebuildIndex(stores, definition));
    printResult(options, built, `${built.index} serves ${formatCount(built.documents)} documents.`);
  }
}

function buildReport(folder: string, manifest: Manifest) {
  const { backup_id, begun_at, ended_at, service_version, tables, exports, missing_exports } = manifest;
  return {
    folder,
    backup_id,
    begun_at,
    ended_at,
    service_version,
    change_feed_before: manifest.change_feed_before,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    exports: exports.length,
    missing_exports,
    files: tables.length + exports.length,
    bytes: sumSizes(manifest),
  };
}

function formatContents({ rows, tables, exports, bytes }: ReturnType<typeof buildReport>): string {
  return `${formatCount(rows)} rows of ${tables} tables and ${formatCount(exports)} exported files (${formatMegabytes(bytes)})`;
}

/** A bar in percent, because the total is known only when the work has begun. */
function withPercentBar<Result>(
  options: OutputOptions,
  what: string,
  work: (onProgress: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  return withProgressBar(options, `${what} [{bar}] {percentage} %`, { total: 100 }, (update) =>
    work((done, total) => update(total === 0 ? 100 : Math.floor((100 * done) / total))),
  );
}
