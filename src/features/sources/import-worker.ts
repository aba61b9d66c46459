import { parentPort } from 'node:worker_threads';
import { type FileTask, readFileBody } from './file-reading.ts';
import { readImportBody } from './import-reading.ts';
import type { IdSeed } from './row-ids.ts';

/**
 * A worker thread that reads one upload, posts the `ImportReading` and ends; it fails if an upload of rows is not JSON. It
 * has its own file in the build.
 */

export interface ImportTask {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly seed: IdSeed;
  /** How a file was sent; null for rows in JSON. */
  readonly file: Pick<FileTask, 'contentType' | 'query'> | null;
}

parentPort?.once('message', async ({ bytes, seed, file }: ImportTask) => {
  const reading = file ? await readFileBody({ ...file, bytes, seed }) : readImportBody(bytes, seed);
  // The bytes of the rows are transferred, not copied.
  const rows = 'upload' in reading ? reading.upload.table.copy : [];
  parentPort?.postMessage(
    reading,
    rows.map(({ buffer }) => buffer),
  );
});
