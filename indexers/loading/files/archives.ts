import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { compareTexts } from '../../../src/text/letters/compare-texts.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import { buildDamageError, describeError, refuseDamage, type SourceFile } from './source-file.ts';

const zipBegin = 'PK\x03\x04';

/** The bytes of a file's records, unpacked. */
export async function openBytes(file: SourceFile): Promise<Readable> {
  const head = await readFirstBytes(file.path);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const packed = createReadStream(file.path, { highWaterMark: 1 << 18 });
    const plain = createGunzip({ chunkSize: 1 << 18 });
    pipeline(packed, plain).catch((error: Error) => plain.destroy(error));
    return plain;
  }
  if (head.toString('latin1') === zipBegin) return await openZipEntry(file);
  return createReadStream(file.path, { highWaterMark: 1 << 18 });
}

async function readFirstBytes(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function openZipEntry(file: SourceFile): Promise<Readable> {
  const { zip, entries } = await findRecordEntries(file);
  return Readable.from(joinParts(zip, entries), { objectMode: false, highWaterMark: 1 << 18 });
}

/** The parts of one file, one after the other, each from a new line and without its byte order mark. */
async function* joinParts(zip: ZipFile, parts: readonly Entry[]): AsyncGenerator<Buffer> {
  try {
    for (const [at, part] of parts.entries()) {
      let begins = at > 0;
      if (begins) yield Buffer.from('\n');
      const pieces: AsyncIterable<Buffer> = await zip.openReadStreamPromise(part);
      for await (const piece of pieces) {
        yield begins && piece.subarray(0, 3).equals(byteOrderMark) ? piece.subarray(3) : piece;
        begins = false;
      }
    }
  } finally {
    zip.close();
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The file of records in an archive, or its parts in their order. */
async function findRecordEntries(
  file: SourceFile,
): Promise<{ zip: ZipFile; entries: readonly [Entry, ...Entry[]] }> {
  const { zip, entries } = await listZipEntries(file.path).catch((error: unknown) => {
    throw buildDamageError(file, describeError(error));
  });
  const [first, ...others] = entries.toSorted((one, other) => compareTexts(one.fileName, other.fileName));
  if (first === undefined || (others.length > 0 && !isSplitFile([first, ...others]))) {
    zip.close();
    if (entries.some(({ fileName }) => fileName === 'xl/workbook.xml'))
      throw new OperatorError(`${file.name} is an Excel workbook (.xlsx): save it as CSV and load that.`);
    throw new OperatorError(
      `${file.name} contains ${entries.length} .csv, .jsonl, .json or .xml files, but it must contain exactly one, or all parts of one: unpack it.`,
    );
  }
  return { zip, entries: [first, ...others] };
}

/**
 * Files of more rows than a spreadsheet has are published in parts: 13_tokyo_all_20260831_01.csv, …_02.csv. All from the first
 * on must be there.
 */
function isSplitFile(sorted: readonly Entry[]): boolean {
  const names = sorted.map(({ fileName }) => /^(.*)_(\d{2,3})\.csv$/i.exec(fileName));
  return names.every((name, at) => name !== null && name[1] === names[0]?.[1] && Number(name[2]) === at + 1);
}

/** A file in an archive. */
export interface ArchivedFile {
  readonly name: string;
  /** Unpacked, as the archive states it. */
  readonly size: number;
  /** Fails if it is larger than stated. */
  open(): Promise<Readable>;
}

/**
 * The files of a .zip archive; of any other file, the file itself.
 * @throws OperatorError when the archive cannot be read
 */
export async function* readArchive(file: SourceFile): AsyncGenerator<ArchivedFile> {
  if ((await readFirstBytes(file.path)).toString('latin1') !== zipBegin) {
    const { size } = await stat(file.path);
    yield { name: file.name, size, open: async () => createReadStream(file.path) };
    return;
  }
  const zip = await openPromise(file.path, { autoClose: false }).catch((error: unknown) => {
    throw buildDamageError(file, describeError(error));
  });
  try {
    for await (const entry of refuseDamage(file, zip.eachEntry())) {
      const { fileName: name, uncompressedSize: size } = entry;
      if (isOfArchiver(name)) continue;
      yield { name, size, open: () => zip.openReadStreamPromise(entry) };
    }
  } finally {
    zip.close();
  }
}

/** What macOS adds to an archive beside each file. */
function isOfArchiver(name: string): boolean {
  return name.startsWith('__MACOSX/');
}

async function listZipEntries(file: string): Promise<{ zip: ZipFile; entries: Entry[] }> {
  const zip = await openPromise(file, { autoClose: false });
  const lines: Entry[] = [];
  const documents: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (isOfArchiver(entry.fileName)) continue;
    if (/\.(csv|jsonl)$/i.test(entry.fileName)) lines.push(entry);
    else if (/\.(json|xml)$/i.test(entry.fileName)) documents.push(entry);
  }
  // Beside a table, a small document describes it.
  return { zip, entries: lines.length > 0 ? lines : documents };
}

/**
 * The name of the file of records, without `.gz`: of an archive, the one in it, or its first part.
 * @throws OperatorError when the archive cannot be read or has not exactly one
 */
export async function findRecordsName(file: SourceFile): Promise<string> {
  if ((await readFirstBytes(file.path)).toString('latin1') !== zipBegin)
    return file.name.replace(/\.gz$/i, '');
  const { zip, entries } = await findRecordEntries(file);
  zip.close();
  return entries[0].fileName;
}
