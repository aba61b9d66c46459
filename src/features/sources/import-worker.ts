import { setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { readChoicesBody } from './choice-reading.ts';
import type { SentBody } from './file-body.ts';
import { readFileBody } from './file-reading.ts';
import { type ImportReading, readImportBody } from './import-reading.ts';
import type { IdSeed } from './row-ids.ts';

/**
 * A worker thread that reads one upload after another and posts an `ImportReading` for each; it fails if an upload of rows is
 * not JSON. It has its own file in the build.
 */

/** What to read, as what: rows in JSON, a file that becomes a source, or a returned table of candidates. */
export type ImportTask = { readonly bytes: Uint8Array<ArrayBuffer> } & (
  | { readonly as: 'rows'; readonly seed: IdSeed }
  | ({ readonly as: 'source'; readonly seed: IdSeed } & SentAs)
  | ({ readonly as: 'choices' } & SentAs)
);
type SentAs = Pick<SentBody, 'contentType' | 'query'>;

export interface ImportDone {
  readonly reading: ImportReading<unknown>;
  /** Memory that the thread keeps while it waits for the next upload. */
  readonly heapBytes: number;
}

// On Linux, this is the priority of this thread alone: requests are answered first when the processors are busy.
if (process.platform === 'linux') setPriority(0, 5);

parentPort?.on('message', async (task: ImportTask) => {
  if (task.as === 'choices') {
    post(await readChoicesBody(task), []);
    return;
  }
  const reading = task.as === 'source' ? await readFileBody(task) : readImportBody(task.bytes, task.seed);
  // The bytes of the rows are transferred, not copied.
  const rows = 'upload' in reading ? reading.upload.table.copy : [];
  post(
    reading,
    rows.map(({ buffer }) => buffer),
  );
});

function post(reading: ImportReading<unknown>, transferred: readonly ArrayBuffer[]): void {
  const done: ImportDone = { reading, heapBytes: getHeapStatistics().total_heap_size };
  parentPort?.postMessage(done, transferred);
}
