import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Knex } from 'knex';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import packageFile from '../../package.json' with { type: 'json' };
import { getConnectionOf } from '../../src/adapters/knex.ts';
import { destroyStream } from '../../src/adapters/pg.ts';
import { exportFormats } from '../../src/contract/table-files.ts';
import { schemaLock } from '../../src/database/migrate.ts';
import { LedgerStore } from '../../src/features/credits/ledger-store.ts';
import { ExportFilesStore, getExportsFolder } from '../../src/features/lists/exports/export-files-store.ts';
import { makePrivateFolder, privateFile } from '../../src/process/private-files.ts';
import { takeLock, withSession } from '../operator/database-session.ts';
import { OperatorError } from '../operator/operator-error.ts';
import {
  type BackedUpExport,
  type BackedUpTable,
  createManifestHead,
  dataFolder,
  exportsFolderName,
  getExportFile,
  getManifestFile,
  getTableFile,
  type Manifest,
  manifestName,
  markerName,
  writeManifest,
} from './manifest.ts';
import { writeCompressed, writeMeasured } from './measured-copy.ts';
import {
  copySettings,
  listSequences,
  listTables,
  quoteColumns,
  quoteTableName,
  type StoredTable,
} from './table-catalog.ts';

export interface BackupContext {
  readonly databaseUrl: string;
  readonly knex: Knex;
  readonly stateFolder: string;
  readonly now: () => Date;
  /** @param done of `total` bytes, about */
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Writes the whole database as of one moment, and the exported files that it names, into a new folder. The service may run
 * meanwhile. The manifest is written last; after a kill, the same command removes what is there and begins again.
 * @throws OperatorError if the folder has something else in it, or a migration or another backup is running
 */
export async function createBackup(context: BackupContext, folder: string): Promise<Manifest> {
  return await withSession(context.databaseUrl, async (locks) => {
    await lockAll(locks, folder);
    await prepareFolder(folder);
    try {
      return await writeBackup(context, folder);
    } catch (error) {
      if (!['ENOSPC', 'EDQUOT'].includes(Object(error).code)) throw error;
      throw new OperatorError(
        `The disk of ${folder} is full, so this backup is incomplete. Free space there or choose another disk, then run the command again.`,
      );
    }
  });
}

/** A migration waits for the end of the backup. If it waited for the tables instead, all requests would wait with it. */
async function lockAll(locks: Client, folder: string): Promise<void> {
  const schema = await locks.query(`SELECT pg_try_advisory_lock_shared(${schemaLock}) AS locked`);
  if (!schema.rows[0]?.locked)
    throw new OperatorError('A migration or a restore is running: wait until it has ended.');
  if (!(await takeLock(locks, `backup into ${path.resolve(folder)}`)))
    throw new OperatorError(`Another backup into ${folder} is running.`);
}

async function prepareFolder(folder: string): Promise<void> {
  const marker = path.join(folder, markerName);
  if (existsSync(getManifestFile(folder)) && !existsSync(marker))
    throw new OperatorError(`${folder} already contains a complete backup: choose a new folder.`);
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(marker))
    throw new OperatorError(`${folder} is not empty: choose a new folder.`);
  makePrivateFolder(folder);
  await writeFile(marker, 'This backup is incomplete. Make it again with the same command.\n', {
    mode: privateFile,
  });
  for (const name of [manifestName, dataFolder, exportsFolderName])
    await rm(path.join(folder, name), { recursive: true, force: true });
  makePrivateFolder(path.join(folder, dataFolder));
}

async function writeBackup(context: BackupContext, folder: string): Promise<Manifest> {
  const begunAt = context.now().toISOString();
  const content = await runInLockedSnapshot(context.knex, async (transaction, client, tables) => {
    const { rows } = await transaction.raw<{ rows: { xmin: string; version: string }[] }>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, current_setting('server_version') AS version`,
    );
    const migrations = await transaction('schema_migrations').orderBy('id').pluck<string[]>('name');
    const exported = await copyExports(context, transaction, folder);
    const ledger = new LedgerStore(transaction);
    return {
      postgres_version: rows[0]?.version ?? '',
      change_feed_before: rows[0]?.xmin ?? '',
      migrations,
      balances: await checkBalances(ledger),
      ...exported,
      tables: await copyTables(context, client, tables, folder),
      sequences: await listSequences(transaction),
    };
  });
  const manifest = {
    ...createManifestHead(),
    service_version: packageFile.version,
    begun_at: begunAt,
    ended_at: context.now().toISOString(),
    ...content,
  };
  await writeManifest(folder, manifest);
  await rm(path.join(folder, markerName));
  return manifest;
}

/** Everything that the work reads is of one moment, and no table changes its columns meanwhile. */
async function runInLockedSnapshot<Result>(
  knex: Knex,
  work: (transaction: Knex.Transaction, client: Client, tables: readonly StoredTable[]) => Promise<Result>,
): Promise<Result> {
  const tables = await listTables(knex);
  const failure: { cause?: unknown } = {};
  try {
    return await knex.transaction(async (transaction) => {
      await transaction.raw('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      await transaction.raw(copySettings);
      // The snapshot is taken by the first query after it.
      await transaction.raw(`LOCK TABLE ${tables.map(quoteTableName).join(', ')} IN ACCESS SHARE MODE`);
      const client = await getConnectionOf(transaction);
      try {
        return await work(transaction, client, tables);
      } catch (error) {
        failure.cause = error;
        // It may still be sending rows, which nobody reads any more.
        destroyStream(client);
        throw error;
      }
    });
  } catch (error) {
    // That the transaction could not be rolled back would hide the cause.
    throw failure.cause ?? error;
  }
}

async function copyTables(
  { onProgress }: BackupContext,
  client: Client,
  tables: readonly StoredTable[],
  folder: string,
): Promise<BackedUpTable[]> {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const copied: BackedUpTable[] = [];
  let before = 0;
  for (const table of tables) {
    const { schema, name, columns, bytes } = table;
    const stream = client.query(copyTo(`COPY ${quoteTableName(table)} (${quoteColumns(table)}) TO STDOUT`));
    let read = 0;
    const measured = await writeCompressed(stream, getTableFile(folder, table), (size) => {
      read = Math.min(read + size, bytes);
      onProgress(before + read, total);
    });
    copied.push({ schema, name, columns: [...columns], rows: stream.rowCount, ...measured });
    before += bytes;
    onProgress(before, total);
  }
  return copied;
}

/** Housekeeping may remove an old export meanwhile, so these come first. */
async function copyExports(
  { stateFolder }: BackupContext,
  knex: Knex,
  folder: string,
): Promise<Pick<Manifest, 'exports' | 'missing_exports'>> {
  const files = new ExportFilesStore(getExportsFolder(stateFolder));
  const records = await knex('list_exports')
    .orderBy(['account_id', 'list_id', 'sha256'])
    .select<Pick<BackedUpExport, 'account_id' | 'list_id' | 'sha256'>[]>('account_id', 'list_id', 'sha256');
  const exports: BackedUpExport[] = [];
  let missing = 0;
  for (const { account_id, list_id, sha256 } of records) {
    let isThere = false;
    for (const format of exportFormats) {
      const content = await files.openFile(account_id, { listId: list_id, format }, sha256);
      if (!content) continue;
      const place = { account_id, list_id, sha256, format };
      const file = getExportFile(folder, place);
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      const measured = await writeMeasured(content, file);
      if (measured.sha256 !== sha256) {
        await rm(file);
        continue;
      }
      isThere = true;
      exports.push({ ...place, bytes: measured.bytes });
    }
    if (!isThere) missing += 1;
  }
  return { exports, missing_exports: missing };
}

export async function checkBalances(ledger: LedgerStore): Promise<Manifest['balances']> {
  return { checked: await ledger.countBalances(), faults: (await ledger.findFaults()).length };
}

/** The size of all files of a backup, in bytes. */
export function sumSizes({ tables, exports }: Manifest): number {
  return [...tables, ...exports].reduce((sum, { bytes }) => sum + bytes, 0);
}
