import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readCsv } from '../loading/files/read-csv.ts';
import { describeError, type SourceFile } from '../loading/files/source-file.ts';
import type { LoadReport } from '../loading/load.ts';
import { OlderListError } from '../loading/load-record.ts';
import type { FileFormat, FileNames } from '../loading/loader.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { formatCount } from '../operator/output.ts';
import { type LoadKind, loadFile, loadKinds, registers } from './index.ts';
import { columns as invoiceColumns } from './invoice/columns.ts';

export interface LoadFolderOptions {
  readonly databaseUrl: string;
  readonly stateFolder: string;
  readonly folder: string;
  /** One line for the operator: the file, its progress or its result. */
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal;
}

const extensions: Readonly<Record<FileFormat, string>> = {
  csv: '(\\.csv(\\.gz|\\.zip)?|\\.zip)',
  jsonl: '\\.jsonl(\\.gz|\\.zip)?',
  json: '\\.json(\\.gz|\\.zip)?',
  xml: '\\.xml(\\.gz|\\.zip)?',
  xls: '\\.xls',
  txt: '\\.txt(\\.gz)?',
};

function isNamed(name: string, patterns: readonly string[], extension = ''): boolean {
  return new RegExp(`^(${patterns.join('|').replaceAll('*', '.*')})${extension}$`, 'i').test(name);
}

function isFileOf({ names, except = [], formats }: FileNames, name: string): boolean {
  const extension = `(${formats.map((format) => extensions[format]).join('|')})`;
  return isNamed(name, names, extension) && !(except.length > 0 && isNamed(name, except, extension));
}

export interface FolderFile {
  readonly kind: LoadKind;
  readonly name: string;
}

/** The official files among these, in loading order. Files of one kind are sorted by name, which contains the date. */
export function selectOfficialFiles(names: readonly string[]): FolderFile[] {
  const remaining = new Set(names.toSorted());
  return loadKinds.flatMap((kind) => {
    const { files } = registers[kind];
    const { first } = files;
    const ofKind = [...remaining].filter((name) => isFileOf(files, name));
    for (const name of ofKind) remaining.delete(name);
    const isFirst = (name: string) => first !== undefined && isNamed(name, [first]);
    const ordered = [...ofKind.filter(isFirst), ...ofKind.filter((name) => !isFirst(name))];
    return ordered.map((name) => ({ kind, name }));
  });
}

/**
 * The files of a kind: those with its names if the path is a folder, sorted by name, otherwise the file itself.
 * @throws OperatorError when the folder cannot be read or contains none
 */
export async function listFilesOfKind(kind: LoadKind, fileOrFolder: string): Promise<string[]> {
  const status = await stat(fileOrFolder).catch(() => null);
  if (status?.isDirectory() !== true) return [fileOrFolder];
  const { files } = registers[kind];
  const names = (await listFiles(fileOrFolder)).filter((name) => isFileOf(files, name)).sort();
  if (names.length > 0) return names.map((name) => path.join(fileOrFolder, name));
  throw new OperatorError(`${fileOrFolder} contains no file with a name like ${files.names.join(', ')}.`);
}

/** @throws OperatorError when the folder cannot be read or contains no official file */
export async function listFilesToLoad(folder: string): Promise<FolderFile[]> {
  const files = selectOfficialFiles(await listFiles(folder));
  if (files.length > 0) return files;
  const named = loadKinds
    .map((kind) => registers[kind].files)
    .flatMap(({ names, formats }) => {
      const endings = formats.flatMap((format) => (format === 'csv' ? ['.csv', '.zip'] : [`.${format}`]));
      return names.map((name) => `${name} (${endings.join(', ')})`);
    });
  throw new OperatorError(`${folder} contains no official file. Expected: ${named.join('; ')}.`);
}

/**
 * Loads every official file of a folder, as downloaded. Loading a folder again changes nothing, and takes seconds if no
 * file has changed.
 * @throws OperatorError when the folder cannot be read or contains no official file, or when a file cannot be loaded
 */
export async function loadFolder(options: LoadFolderOptions): Promise<LoadReport[]> {
  const { folder, onProgress: log = () => undefined } = options;
  const files = await assignRegisters(folder, await listFilesToLoad(folder));
  const others = await listUnrecognised(folder, files);
  if (others.length > 0)
    log(`Not loaded, because their names are not those of official files: ${others.join(', ')}.`);
  const reports: LoadReport[] = [];
  for (const { kind, name } of files) {
    log(`Loading ${name} (${kind}) …`);
    try {
      const report = await loadFile(kind, {
        databaseUrl: options.databaseUrl,
        stateFolder: options.stateFolder,
        file: path.join(folder, name),
        // Files after one that was loaded now are read again, because their rows may find new companies. The times of the
        // loads decide this, because a run can be killed between two files.
        skipIfDoneAfter: reports.map(({ load_id }) => load_id),
        onProgress: reportEveryFewSeconds(({ rows_read }) => log(`${name}: ${formatCount(rows_read)} rows`)),
        ...(options.signal && { signal: options.signal }),
      });
      log(report.skipped ? `${name} is already loaded.` : formatReport(report));
      reports.push(report);
    } catch (error) {
      if (!(error instanceof OlderListError)) throw error;
      log(error.message);
    }
  }
  return reports;
}

const maxNamed = 10;

/** The names of the other files; hidden ones are nobody's data. */
async function listUnrecognised(folder: string, files: readonly FolderFile[]): Promise<string[]> {
  const known = new Set(files.map(({ name }) => name));
  const others = (await listFiles(folder)).filter((name) => !known.has(name) && !name.startsWith('.')).sort();
  const rest = others.length - maxNamed;
  if (rest > 0) return [...others.slice(0, maxNamed), `${rest} more`];
  return others;
}

/**
 * Unpacked, the differential files of the corporate numbers and of the invoice issuers have names of one form. The number
 * of their columns shows which they are.
 */
async function assignRegisters(folder: string, files: readonly FolderFile[]): Promise<FolderFile[]> {
  const placed: FolderFile[] = [];
  for (const { kind, name } of files) {
    const file = { path: path.join(folder, name), name };
    const isOfIssuers = kind === 'nta-diff' && (await hasColumns(file, invoiceColumns.length));
    placed.push({ kind: isOfIssuers ? 'invoice' : kind, name });
  }
  return placed.toSorted((one, other) => loadKinds.indexOf(one.kind) - loadKinds.indexOf(other.kind));
}

async function hasColumns(file: Pick<SourceFile, 'path' | 'name'>, columns: number): Promise<boolean> {
  try {
    for await (const record of readCsv({ ...file, sha256: '' })) {
      if ('value' in record) return record.value.length === columns;
    }
  } catch {
    // The load of the file says what is wrong with it.
  }
  return false;
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    throw new OperatorError(`${folder} cannot be read: ${describeError(error)}`);
  }
}

/** A report in one line, and its notes. */
export function formatReport(report: LoadReport): string {
  const { kind, file, rows_read, added, changed, unchanged, rejected, seconds } = report;
  const counts = `${formatCount(rows_read)} rows read, ${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(unchanged)} unchanged, ${formatCount(rejected)} rejected`;
  return [
    `${file} (${kind}): ${counts} in ${seconds.toFixed(1)} s.`,
    report.resumed_after > 0 && `Resumed after row ${formatCount(report.resumed_after)}.`,
    report.rejected_file !== null && `Rejected rows: ${report.rejected_file}`,
    ...report.notes,
  ]
    .filter((each) => each !== false)
    .join(' ');
}

function reportEveryFewSeconds<Progress>(report: (progress: Progress) => void): (progress: Progress) => void {
  let last = performance.now();
  return (progress) => {
    if (performance.now() - last < 5000) return;
    last = performance.now();
    report(progress);
  };
}
