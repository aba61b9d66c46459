import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { readImportBody } from './import-reading.ts';
import type { ImportOutcome, ImportTask } from './import-worker.ts';

/** Up to here reading takes a few milliseconds, less than starting a thread. */
const mostBytesHere = 64 * 1024;
/** Uploads read at once; others wait, so that a burst of them does not take all memory and processors. */
const mostThreads = 2;

/** Reads uploads, large ones beside the event loop (traps.md: parsing 20 MiB of JSON blocks 100 ms). */
export class ImportParsing {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * The body of an import as `readImportBody` gives it.
   * @throws when the bytes are not JSON in UTF-8
   */
  readonly parse = async (bytes: Buffer): Promise<unknown> => {
    const seed = { now: Date.now(), random: Uint8Array.from(randomBytes(16)) };
    if (bytes.length <= mostBytesHere) return readImportBody(bytes, seed);
    await this.#turn();
    try {
      return await readInThread({ bytes: ownMemory(bytes), seed });
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  };

  async #turn(): Promise<void> {
    while (this.#running >= mostThreads) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
  }
}

function readInThread(task: ImportTask & { bytes: Uint8Array<ArrayBuffer> }): Promise<unknown> {
  const worker = new Worker(workerFile());
  const outcome = new Promise<unknown>((resolve, reject) => {
    worker.once('message', (message: ImportOutcome) => {
      if ('body' in message) resolve(message.body);
      else reject(new SyntaxError(message.failure));
    });
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that reads an import ended with ${code}`)));
  });
  worker.postMessage(task, [task.bytes.buffer]);
  return outcome;
}

/** Memory that can change hands: the bytes' own, or a copy when they are a part of a pool. */
function ownMemory(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && bytes.byteOffset === 0 && bytes.byteLength === buffer.byteLength)
    return new Uint8Array(buffer);
  return Uint8Array.from(bytes);
}

const workerName = 'import-worker.js';

/** The built worker: beside the built service, or in the build of the project whose sources are running. */
function workerFile(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const found = [path.join(folder, workerName), path.join(folder, 'dist', workerName)].find(existsSync);
    if (found) return found;
    const above = path.dirname(folder);
    if (above === folder) throw new Error(`${workerName} is not built: run npm run build`);
    folder = above;
  }
}
