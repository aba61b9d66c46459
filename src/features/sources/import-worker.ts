import { parentPort } from 'node:worker_threads';
import { type ImportReading, readImportBody } from './import-reading.ts';
import type { IdSeed } from './row-ids.ts';

/** A worker thread that reads one upload, reports the result and ends. It has its own file in the build. */

export interface ImportTask {
  readonly bytes: Uint8Array;
  readonly seed: IdSeed;
}

export type ImportOutcome = { readonly reading: ImportReading } | { readonly failure: string };

parentPort?.once('message', ({ bytes, seed }: ImportTask) => {
  const outcome = read(bytes, seed);
  // The bytes of the rows are transferred, not copied.
  const rows = 'reading' in outcome && 'upload' in outcome.reading ? outcome.reading.upload.table.copy : [];
  parentPort?.postMessage(
    outcome,
    rows.map(({ buffer }) => buffer),
  );
});

function read(bytes: Uint8Array, seed: IdSeed): ImportOutcome {
  try {
    return { reading: readImportBody(bytes, seed) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
