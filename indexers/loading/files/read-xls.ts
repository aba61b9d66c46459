import { open, readFile, stat } from 'node:fs/promises';
import { ReaderError, ReaderProcess } from '../../../src/process/reader-process.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import type { Located } from './read-rows.ts';
import { describeError, type SourceFile } from './source-file.ts';
import type { SheetRow } from './xls-worker.ts';

/** The exchange's list has less than a MiB. */
const maxBytes = 16 << 20;
/** The exchange's list takes less than a second. */
const limits = { heapMb: 512, memoryMb: 1_024, maxCpuMs: 30_000, maxStartMs: 60_000 };

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
  for (const [line, value] of await readSheet(file)) yield { line, value };
}

/** A fault of types or ranges within the reader means that the workbook is not as it says. */
function explainRefusal(error: unknown): string {
  if (error instanceof ReaderError && error.why === 'start')
    return 'the process that reads it did not start in time';
  if (error instanceof ReaderError && error.why === 'lost') return error.message;
  if (error instanceof ReaderError) {
    if (error.why === 'time') return `it takes more than ${limits.maxCpuMs / 1000} s`;
    return 'it takes too much memory';
  }
  // The message is the stack of what the reader threw.
  const [first = ''] = describeError(error).split('\n', 1);
  if (/^(TypeError|RangeError|ReferenceError)/.test(first)) return 'it is cut off or damaged';
  return first.replace(/^Error: /, '');
}

async function readSheet(file: SourceFile): Promise<readonly SheetRow[]> {
  const bytes = await readFile(file.path);
  const reader = new ReaderProcess('xls-worker.js', limits);
  try {
    const { answer } = await reader.read<readonly SheetRow[]>(null, bytes);
    return answer;
  } catch (error) {
    throw new OperatorError(
      `${file.name} cannot be read as an Excel workbook: ${explainRefusal(error)}. Download it again, or save it as CSV and load that.`,
    );
  } finally {
    reader.endProcess();
  }
}
