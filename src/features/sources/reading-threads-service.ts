import { Worker } from 'node:worker_threads';
import { builtFile } from '../../built-file.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { ImportReading } from './import-reading.ts';
import type { ImportDone, ImportTask } from './import-worker.ts';

/** MB of memory for one upload. A normal table in 32 MiB of JSON needs a third of it, but empty objects need more. */
const threadMemory = 512;
/** The largest tables need 20 s on a busy machine. A file that takes much longer was made to. */
const maxReadingMs = 60_000;
/** A thread without work ends after this time. */
const maxIdleMs = 10_000;
/** A thread that keeps more memory ends at once. */
const maxIdleBytes = 128 * 1024 * 1024;

/**
 * Threads that read uploads. A new thread loads its modules and compiles for longer than it reads a normal table, so a
 * thread that has read an upload waits for the next one for a while. A thread that failed is not used again.
 */
export class ReadingThreads {
  readonly #idle = new Set<ReadingThread>();

  /** @throws what the thread threw; ServiceError payload_too_large if it ran out of memory or time */
  async read<Upload>(task: ImportTask): Promise<ImportReading<Upload>> {
    const [waiting] = this.#idle;
    const thread = waiting ?? new ReadingThread((ended) => this.#idle.delete(ended));
    this.#idle.delete(thread);
    try {
      const { reading, heapBytes } = await thread.read(task);
      if (heapBytes > maxIdleBytes) thread.end();
      else {
        this.#idle.add(thread);
        thread.wait();
      }
      return reading as ImportReading<Upload>;
    } catch (error) {
      thread.end();
      throw error;
    }
  }
}

interface Reader {
  resolve(done: ImportDone): void;
  reject(error: unknown): void;
}

class ReadingThread {
  readonly #worker = new Worker(builtFile('import-worker.js'), {
    resourceLimits: { maxOldGenerationSizeMb: threadMemory },
  });
  readonly #onEnd: (thread: ReadingThread) => void;
  #reader: Reader | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(onEnd: (thread: ReadingThread) => void) {
    this.#onEnd = onEnd;
    this.#worker.on('message', (done: ImportDone) => this.#reader?.resolve(done));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#reader?.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooManyValues(error) : error);
    });
    this.#worker.on('exit', (code) => {
      onEnd(this);
      this.#reader?.reject(new Error(`the thread that reads an import ended with ${code}`));
    });
  }

  /** Reads one upload at a time. */
  async read(task: ImportTask): Promise<ImportDone> {
    clearTimeout(this.#timer);
    this.#worker.ref();
    const done = new Promise<ImportDone>((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.#timer = setTimeout(() => reject(tooSlow()), maxReadingMs);
    });
    this.#worker.postMessage(task, [task.bytes.buffer]);
    try {
      return await done;
    } finally {
      clearTimeout(this.#timer);
      this.#reader = null;
    }
  }

  /** Waits for the next upload for a while, without keeping the process alive. */
  wait(): void {
    this.#worker.unref();
    this.#timer = setTimeout(() => this.end(), maxIdleMs).unref();
  }

  end(): void {
    this.#onEnd(this);
    void this.#worker.terminate();
  }
}

function tooSlow(): ServiceError {
  return new ServiceError('payload_too_large', {
    message: `Reading the request body takes more than ${maxReadingMs / 1000} s.`,
  });
}

function tooManyValues(cause: unknown): ServiceError {
  return new ServiceError('payload_too_large', {
    message: 'The request body has too many values to be read at once.',
    cause,
  });
}
