import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Knex } from 'knex';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { getConnectionOf } from '../../src/adapters/knex.ts';
import { migrateSchema } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { migrateQueue } from '../../src/database/queue.ts';
import { LedgerStore } from '../../src/features/credits/ledger-store.ts';
import { ExportFilesStore, getExportsFolder } from '../../src/features/lists/exports/export-files-store.ts';
import { beginFeedAgain, settleRestoredChanges } from '../indexing/writing/change-feed.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { formatCount } from '../operator/output.ts';
import { checkBalances, sumSizes } from './backup.ts';
import { checkFiles } from './check-files.ts';
import { type BackedUpTable, getExportFile, getTableFile, type Manifest, readManifest } from './manifest.ts';
import { copySettings, describeContents, listTables, quoteColumns, quoteTableName } from './table-catalog.ts';

export interface RestoreContext {
  readonly databaseUrl: string;
  readonly knex: Knex;
  readonly stateFolder: string;
  /** @param done of `total` bytes */
  readonly onProgress: (done: number, total: number) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  /** An earlier run of the command has restored it; this one did nothing. */
  readonly wasThere: boolean;
  /** Tables that no migration makes. Somebody added them to the old database. */
  readonly leftOut: readonly string[];
}

/**
 * Restores a backup into an empty database, in one transaction: after a kill the database is as empty as before, and the same
 * command begins again. Only empty tables of the queue, and exported files, may remain of an interrupted run.
 * @throws OperatorError if a file is damaged, the database is not empty, or the backup is from a newer build
 */
export async function restoreBackup(context: RestoreContext, folder: string): Promise<Restored> {
  const { knex, databaseUrl, onProgress } = context;
  const manifest = await readManifest(folder);
  requireKnownMigrations(manifest);
  if (await isRestored(knex, manifest)) return { manifest, wasThere: true, leftOut: [] };
  await requireEmpty(knex);
  const total = sumSizes(manifest);
  let checked = 0;
  const faults = await checkFiles(folder, manifest, (bytes) => {
    checked += bytes;
    // Restoring is the larger part of the work.
    onProgress(checked, total * checkingShare);
  });
  if (faults.length > 0)
    throw new OperatorError(['Nothing was restored, because the backup is damaged.', ...faults].join('\n'));
  await migrateQueue(databaseUrl);
  const leftOut = await knex.transaction((transaction) =>
    restoreContent(context, transaction, folder, manifest),
  );
  return { manifest, wasThere: false, leftOut };
}

function requireKnownMigrations(manifest: Manifest): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = manifest.migrations.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new OperatorError(
    `This backup is from a newer build (version ${manifest.service_version}): this build lacks the migrations ${unknown.join(', ')}. Restore it with that build or a newer one.`,
  );
}

/** All of the work is this many times the reading of the files. */
const checkingShare = 10;

const buildRestoredMark = ({ backup_id }: Manifest) => `restored from backup ${backup_id}`;

async function isRestored(knex: Knex, manifest: Manifest): Promise<boolean> {
  const { rows } = await knex.raw<{ rows: { mark: string | null }[] }>(
    `SELECT obj_description(to_regclass('schema_migrations'), 'pg_class') AS mark`,
  );
  return rows[0]?.mark === buildRestoredMark(manifest);
}

async function requireEmpty(knex: Knex): Promise<void> {
  const contents = await describeContents(knex);
  if (!contents) return;
  const { tables, filled } = contents;
  const shown = [...filled.slice(0, 5), filled.length > 5 && '…'].filter((each) => each !== false);
  const rows = filled.length > 0 && `${filled.length} with rows: ${shown.join(', ')}`;
  throw new OperatorError(
    `The database is not empty: it has ${tables} tables, ${rows || 'all without rows'}. Create a new database and name it in DATABASE_URL.`,
  );
}

/** @returns the tables that were left out */
async function restoreContent(
  context: RestoreContext,
  transaction: Knex.Transaction,
  folder: string,
  manifest: Manifest,
): Promise<string[]> {
  const client = await getConnectionOf(transaction);
  await transaction.raw(copySettings);
  await migrateSchema(transaction, manifest.migrations);
  // Another restore may have ended while this one waited for the lock of the schema.
  const { rows } = await transaction.raw<{ rows: object[] }>('SELECT FROM accounts LIMIT 1');
  if (rows.length > 0) throw new OperatorError('Another restore has filled this database meanwhile.');
  const { tables, leftOut } = await requireFittingTables(transaction, manifest);
  const names = tables.map(quoteTableName);
  const enableRules = await disableRules(client, names);
  await transaction.raw(`TRUNCATE ${names.join(', ')}`);
  await loadTables(context, client, folder, tables);
  for (const { last_value: value, ...sequence } of manifest.sequences)
    if (value !== null)
      await transaction.raw('SELECT setval(?::regclass, ?::bigint)', [quoteTableName(sequence), value]);
  await settleRestoredChanges(client);
  await enableRules();
  await requireSameBalances(transaction, manifest);
  await restoreExports(context, folder, manifest);
  await migrateSchema(transaction);
  await beginFeedAgain(client);
  await transaction.raw(`COMMENT ON TABLE schema_migrations IS '${buildRestoredMark(manifest)}'`);
  return leftOut;
}

/** The backup's tables as the schema of its migrations has them. */
async function requireFittingTables(knex: Knex, manifest: Manifest) {
  const columns = new Map((await listTables(knex)).map((table) => [quoteTableName(table), table.columns]));
  const isOurs = (table: BackedUpTable) => columns.has(quoteTableName(table));
  const others = manifest.tables.filter((table) => !isOurs(table));
  const tables = manifest.tables.filter(isOurs);
  const misfit =
    others.find(({ schema }) => schema !== 'public') ??
    tables.find((table) => table.columns.some((name) => !columns.get(quoteTableName(table))?.includes(name)));
  if (misfit)
    throw new OperatorError(
      `${misfit.schema}.${misfit.name} has other columns in this build than in the backup. Restore with the build that made the backup (version ${manifest.service_version}), then upgrade.`,
    );
  return { tables, leftOut: others.map(({ schema, name }) => `${schema}.${name}`) };
}

/**
 * Turns off what would change or refuse the rows, or slow them down: triggers, references, and indexes that no constraint
 * needs. All of it works for the owner of the tables, who need not be a superuser.
 * @returns turns all of it on again, which checks every reference
 */
async function disableRules(client: Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ on: string; name: string; sql: string }>(
    `SELECT conrelid::regclass::text AS on, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS sql
     FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::text[]::regclass[]) ORDER BY 1, 2`,
    [tables],
  );
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS sql FROM pg_index i
     WHERE indrelid = ANY($1::text[]::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND contype <> 'f') ORDER BY 1`,
    [tables],
  );
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const { on, name } of references) await client.query(`ALTER TABLE ${on} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  return async () => {
    for (const { sql } of indexes) await client.query(sql);
    // The checks of the references, and the first requests, need the statistics.
    await client.query(`ANALYZE ${tables.join(', ')}`);
    for (const { on, name, sql } of references)
      await client.query(`ALTER TABLE ${on} ADD CONSTRAINT ${name} ${sql}`);
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  };
}

async function loadTables(
  { onProgress }: RestoreContext,
  client: Client,
  folder: string,
  tables: readonly BackedUpTable[],
): Promise<void> {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const table of tables) {
    const stream = client.query(
      copyFrom(`COPY ${quoteTableName(table)} (${quoteColumns(table)}) FROM STDIN`),
    );
    const file = createReadStream(getTableFile(folder, table));
    file.on('data', (chunk) => {
      done += chunk.length;
      onProgress(total + done * (checkingShare - 1), total * checkingShare);
    });
    await pipeline(file, createGunzip(), stream);
    if (stream.rowCount !== table.rows)
      throw new OperatorError(
        `${table.schema}.${table.name} has ${formatCount(stream.rowCount)} rows instead of ${formatCount(table.rows)}: nothing was restored.`,
      );
  }
}

async function requireSameBalances(knex: Knex, { balances }: Manifest): Promise<void> {
  const { checked, faults } = await checkBalances(new LedgerStore(knex));
  if (checked === balances.checked && faults === balances.faults) return;
  throw new OperatorError(
    `Of ${checked} balances, ${faults} do not add up; in the backup, ${balances.faults} of ${balances.checked} did not. Nothing was restored.`,
  );
}

/** Files are named by their content, so those of an interrupted restore are replaced by the same. */
async function restoreExports({ stateFolder }: RestoreContext, folder: string, { exports }: Manifest) {
  const files = new ExportFilesStore(getExportsFolder(stateFolder));
  for (const each of exports) {
    const { account_id, list_id: listId, format } = each;
    const content = createReadStream(getExportFile(folder, each));
    const draft = await files.writeDraft(account_id, { listId, format }, content);
    await draft.place();
  }
}
