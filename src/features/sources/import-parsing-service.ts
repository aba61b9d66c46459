import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../contract/errors.ts';
import type { BodyReading, LargeBodies } from '../../http/request-body.ts';
import { Turns } from '../../turns.ts';
import { workerFile } from '../../worker-file.ts';
import { type ImportReading, readImportBody, type SourceUpload } from './import-reading.ts';
import type { ImportTask } from './import-worker.ts';

/** Reading up to this size takes a few milliseconds, less than starting a thread. */
const maxBytesHere = 64 * 1024;
/** MB of memory for one upload. A normal table in 32 MiB of JSON needs a third of it, but empty objects need more. */
const threadMemory = 512;

/**
 * Reads uploads, large ones in a worker thread (docs/traps.md#parsing-blocks). Large uploads queue, so that a burst
 * takes neither all memory nor all processors, and one account cannot keep others waiting.
 */
export class ImportParsing implements LargeBodies<SourceUpload> {
  /** For bodies that are being received or are in memory. */
  readonly #bodies = new Turns({ inAll: 6, ofOneKey: 2 });
  readonly #threads = new Turns({ inAll: 2, ofOneKey: 1 });

  readonly turn = (accountId: string): Promise<() => void> => this.#bodies.take(accountId);

  /** @throws when the bytes are not JSON in UTF-8; ServiceError payload_too_large when they need too much memory */
  readonly parse = async (bytes: Buffer, accountId: string): Promise<BodyReading<SourceUpload>> => {
    const seed = { now: Date.now(), random: Uint8Array.from(randomBytes(16)) };
    if (bytes.length <= maxBytesHere) return bodyReading(readImportBody(bytes, seed));
    const leave = await this.#threads.take(accountId);
    try {
      return bodyReading(await readInThread({ bytes: ownMemory(bytes), seed }));
    } finally {
      leave();
    }
  };
}

function bodyReading(reading: ImportReading): BodyReading<SourceUpload> {
  const { scope } = reading;
  if ('upload' in reading) return { value: { ...scope, ...reading.upload } };
  const { code, ...options } = reading.fault;
  return { value: scope, failure: new ServiceError(code, options) };
}

function readInThread(task: ImportTask): Promise<ImportReading> {
  const worker = new Worker(workerFile('import-worker.js'), {
    resourceLimits: { maxOldGenerationSizeMb: threadMemory },
  });
  const reading = new Promise<ImportReading>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooManyValues(error) : error);
    });
    worker.once('exit', (code) => reject(new Error(`the thread that reads an import ended with ${code}`)));
  });
  worker.postMessage(task, [task.bytes.buffer]);
  return reading;
}

function tooManyValues(cause: unknown): ServiceError {
  return new ServiceError('payload_too_large', {
    message: 'The request body has too many values to be read at once.',
    cause,
  });
}

/** Memory that can be transferred to a thread: the buffer itself, or a copy if it is part of a pool. */
function ownMemory(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && bytes.byteOffset === 0 && bytes.byteLength === buffer.byteLength)
    return new Uint8Array(buffer);
  return Uint8Array.from(bytes);
}
