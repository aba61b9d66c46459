import { open, readFile, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { builtFile } from '../../src/built-file.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { type Located, reasonOf, type SourceFile } from './reading.ts';
import type { SheetRow } from './xls-worker.ts';

/** The exchange's list has less than a MiB. */
const maxBytes = 16 << 20;
/** MB of memory of the thread that reads. */
const maxMemory = 512;
/** The exchange's list takes less than a second. */
const maxReadingMs = 30_000;

/** How an OLE compound file begins, which every .xls is. */
const begin = 'd0cf11e0a1b11ae1';

/** Whether the file is a workbook of Excel 97-2003 (.xls), whatever its name. */
export async function isXls({ path }: SourceFile): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.toString('hex') === begin;
  } finally {
    await handle.close();
  }
}

/**
 * The rows of the first sheet that are not empty, cells as text: numbers in full, days as `YYYY-MM-DD`.
 * @throws OperatorError when the workbook is too large, or cannot be read in half a GB and half a minute
 */
export async function* readXls(file: SourceFile): AsyncGenerator<Located<string[]>> {
  const { size } = await stat(file.path);
  if (size > maxBytes) throw new OperatorError(`${file.name} is an Excel workbook of more than 16 MiB.`);
  for (const [line, value] of await rowsOf(file)) yield { line, value };
}

/** A fault of types or ranges within the reader means that the workbook is not as it says. */
function reasonFor(error: unknown): string {
  const isFault = error instanceof Error && /^(TypeError|RangeError|ReferenceError)/.test(error.stack ?? '');
  return isFault ? 'it is cut off or damaged' : reasonOf(error).replace(/^Error: /, '');
}

async function rowsOf(file: SourceFile): Promise<readonly SheetRow[]> {
  const worker = new Worker(builtFile('xls-worker.js'), {
    workerData: new Uint8Array(await readFile(file.path)),
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
    // The reader writes about unknown parts of a workbook, which the operator need not know.
    stdout: true,
    stderr: true,
  });
  try {
    return await new Promise<readonly SheetRow[]>((resolve, reject) => {
      const tooSlow = () => reject(new Error(`it takes more than ${maxReadingMs / 1000} s`));
      setTimeout(tooSlow, maxReadingMs).unref();
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread that reads it ended')));
    });
  } catch (error) {
    throw new OperatorError(
      `${file.name} cannot be read as an Excel workbook: ${reasonFor(error)}. Download it again, or save it as CSV and load that.`,
    );
  } finally {
    await worker.terminate();
  }
}
