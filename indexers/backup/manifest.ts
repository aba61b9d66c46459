import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { exportFormats } from '../../src/contract/table-files.ts';
import { privateFile } from '../../src/process/private-files.ts';
import { OperatorError } from '../operator/operator-error.ts';

/** What a backup contains. It is written last, so a folder without it is not a complete backup. */

/** The format of the folder. Raise it when builds that read only this one could misread it. */
const formatVersion = 1;

const sqlName = z.string().min(1).max(63);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0);
const digits = z.string().regex(/^\d{1,20}$/);

const tableSchema = z.strictObject({
  schema: sqlName,
  name: sqlName,
  columns: z.array(sqlName),
  rows: size,
  /** Of the file. */
  bytes: size,
  sha256: hash,
});

const exportSchema = z.strictObject({
  account_id: z.uuid(),
  list_id: z.uuid(),
  sha256: hash,
  format: z.enum(exportFormats),
  bytes: size,
});

const contentSchema = z.strictObject({
  format: z.literal(formatVersion),
  backup_id: z.uuid(),
  /** Of the build that made it. */
  service_version: z.string(),
  postgres_version: z.string(),
  migrations: z.array(z.string()),
  begun_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  /** The backup contains every change of a company whose transaction has a lower number. */
  change_feed_before: digits,
  tables: z.array(tableSchema),
  /** null: the sequence has given no number yet. */
  sequences: z.array(z.strictObject({ schema: sqlName, name: sqlName, last_value: digits.nullable() })),
  exports: z.array(exportSchema),
  /** Exports whose files were missing or damaged. */
  missing_exports: size,
  balances: z.strictObject({ checked: size, faults: size }),
});

export type Manifest = z.output<typeof contentSchema>;
export type BackedUpTable = z.output<typeof tableSchema>;
export type BackedUpExport = z.output<typeof exportSchema>;

export const manifestName = 'manifest.json';
/** It shows that an interrupted backup left the folder. */
export const markerName = 'incomplete';
export const dataFolder = 'data';
export const exportsFolderName = 'exports';

/** The parts of a manifest that every backup begins with. */
export const createManifestHead = () => ({ format: formatVersion, backup_id: randomUUID() }) as const;

export const getManifestFile = (folder: string) => path.join(folder, manifestName);

export function getTableFile(
  folder: string,
  { schema, name }: Pick<BackedUpTable, 'schema' | 'name'>,
): string {
  return path.join(folder, dataFolder, `${schema}.${name}.copy.gz`);
}

export function getExportFile(
  folder: string,
  { account_id, list_id, sha256, format }: Omit<BackedUpExport, 'bytes'>,
): string {
  return path.join(folder, exportsFolderName, account_id, list_id, `${sha256}.${format}`);
}

/** Writes it completely or not at all, also if the machine loses power. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = getManifestFile(folder);
  const part = `${file}.part`;
  const digest = digestContent(manifest);
  await withFile(part, 'w', async (handle) => {
    await handle.writeFile(`${JSON.stringify({ ...manifest, digest }, null, 1)}\n`);
    await handle.sync();
  });
  await rename(part, file);
  await withFile(folder, 'r', (handle) => handle.sync());
}

async function withFile(file: string, flags: string, work: (handle: FileHandle) => Promise<void>) {
  const handle = await open(file, flags, privateFile);
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}

/** @throws OperatorError that says why this is not a backup that this build can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const { digest, ...content } = await readContent(folder);
  if (typeof content.format === 'number' && content.format > formatVersion) {
    throw new OperatorError(
      `The backup in ${folder} has format ${content.format}, and this build reads format ${formatVersion}: use the build that made it (version ${String(content.service_version)}), or a newer one.`,
    );
  }
  const read = contentSchema.safeParse(content);
  if (!read.success) {
    const { path: at = [], message } = read.error.issues[0] ?? { message: '' };
    throw new OperatorError(
      `${getManifestFile(folder)} is not the manifest of a backup: ${at.join('.') || 'the file'}: ${message}`,
    );
  }
  if (digest !== digestContent(content)) {
    throw new OperatorError(`${getManifestFile(folder)} was changed or damaged: its digest differs.`);
  }
  return read.data;
}

async function readContent(folder: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(getManifestFile(folder), 'utf8');
  } catch (error) {
    if (Object(error).code !== 'ENOENT') throw error;
    throw new OperatorError(
      `${folder} does not contain a complete backup: ${manifestName} is missing. A backup that was interrupted must be made again.`,
    );
  }
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new OperatorError(`${getManifestFile(folder)} is damaged: it is not JSON.`);
  }
}

function digestContent(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
