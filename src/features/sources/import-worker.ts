import { parentPort } from 'node:worker_threads';
import { type ImportReading, readImportBody } from './import-reading.ts';
import type { IdSeed } from './row-ids.ts';

/** Reads one upload beside the event loop, says what it found, and ends. A program of its own in the build. */

export interface ImportTask {
  readonly bytes: Uint8Array;
  readonly seed: IdSeed;
}

export type ImportOutcome = { readonly reading: ImportReading } | { readonly failure: string };

parentPort?.once('message', ({ bytes, seed }: ImportTask) => {
  const outcome = read(bytes, seed);
  // The rows' bytes change hands instead of being copied.
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
