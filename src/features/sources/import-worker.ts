import { parentPort } from 'node:worker_threads';
import { readImportBody } from './import-reading.ts';
import type { IdSeed } from './row-ids.ts';

/**
 * A worker thread that reads one upload, posts the `ImportReading` and ends; it fails if the upload is not JSON. It has
 * its own file in the build.
 */

export interface ImportTask {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly seed: IdSeed;
}

parentPort?.once('message', ({ bytes, seed }: ImportTask) => {
  const reading = readImportBody(bytes, seed);
  // The bytes of the rows are transferred, not copied.
  const rows = 'upload' in reading ? reading.upload.table.copy : [];
  parentPort?.postMessage(
    reading,
    rows.map(({ buffer }) => buffer),
  );
});
