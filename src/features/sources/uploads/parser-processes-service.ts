import { ServiceError } from '../../../contract/errors.ts';
import { ReaderError, type ReaderLimits, ReaderProcess } from '../../../process/reader-process.ts';
import type { UploadResult } from '../parsing/read-import.ts';
import type { ImportTask } from './import-worker.ts';
import { attachCopies } from './upload-tables.ts';

export interface ParserLimits extends ReaderLimits {
  /** A process without work ends after this time. */
  readonly maxIdleMs: number;
}

interface ParserTask {
  readonly task: ImportTask;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal | undefined;
}

/** A process that keeps more memory ends at once. */
const maxIdleBytes = 128 * 1024 * 1024;

/**
 * Processes that read uploads. A new process loads its modules and compiles for longer than it reads a normal table, so a
 * process that has read an upload waits for the next one for a while. A process that failed is not used again.
 */
export class ParserProcesses {
  readonly #running = new Set<ReaderProcess>();
  /** Those without work, and what ends each. */
  readonly #idle = new Map<ReaderProcess, NodeJS.Timeout>();
  #isClosed = false;

  constructor(private readonly limits: ParserLimits) {}

  /**
   * @param signal ends the reading
   * @throws ServiceError payload_too_large if it takes too much memory or time, service_overloaded if no process can read it now; an
   *   Error if the upload of rows is not JSON
   */
  async read<Upload>(
    task: ImportTask,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<UploadResult<Upload>> {
    const readIn = (take: () => ReaderProcess) => this.#readIn<Upload>(take, { task, bytes, signal });
    try {
      return await readIn(() => this.#takeIdle() ?? this.#start());
    } catch (error) {
      // The upload has nothing to do with it. All that wait may have ended together.
      if (isLost(error)) return readIn(() => this.#start()).catch(this.#refuse);
      return this.#refuse(error);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of this.#running) reader.endProcess();
  }

  async #readIn<Upload>(take: () => ReaderProcess, { task, bytes, signal }: ParserTask) {
    if (signal?.aborted) throw new ReaderError('stopped', 'nobody waits for it any more');
    const reader = take();
    // Otherwise the next upload of the account would wait for one that nobody waits for.
    const end = () => reader.endProcess();
    signal?.addEventListener('abort', end);
    try {
      const { answer, pieces, heapBytes } = await reader.read<Received<Upload>>(task, bytes);
      if (heapBytes > maxIdleBytes) reader.endProcess();
      else this.#rest(reader);
      return withCopy(answer, pieces);
    } finally {
      signal?.removeEventListener('abort', end);
    }
  }

  readonly #refuse = (error: unknown): never => {
    throw error instanceof ReaderError ? refusal(error, this.limits) : error;
  };

  #takeIdle(): ReaderProcess | undefined {
    const [first] = this.#idle;
    if (!first) return undefined;
    const [reader, timer] = first;
    clearTimeout(timer);
    this.#idle.delete(reader);
    return reader;
  }

  #start(): ReaderProcess {
    if (this.#isClosed) throw new ReaderError('stopped', 'the service has ended');
    const reader = new ReaderProcess('import-worker.js', this.limits, (ended) => {
      clearTimeout(this.#idle.get(ended));
      this.#idle.delete(ended);
      this.#running.delete(ended);
    });
    this.#running.add(reader);
    return reader;
  }

  #rest(reader: ReaderProcess): void {
    reader.releaseParent();
    if (!this.#running.has(reader)) return;
    this.#idle.set(reader, setTimeout(() => this.#end(reader), this.limits.maxIdleMs).unref());
  }

  /** No upload may take it between the signal and its end. */
  #end(reader: ReaderProcess): void {
    this.#idle.delete(reader);
    reader.endProcess();
  }
}

type Received<Upload> = UploadResult<Upload> & { readonly pieceCounts?: readonly number[] };

/** The bytes of rows and choices came after the rest. */
function withCopy<Upload>(
  { pieceCounts, ...result }: Received<Upload>,
  pieces: readonly Uint8Array<ArrayBuffer>[],
): UploadResult<Upload> {
  if (pieceCounts === undefined || !('upload' in result)) return result as UploadResult<Upload>;
  const upload = attachCopies(result.upload as Parameters<typeof attachCopies>[0], pieces, pieceCounts);
  return { ...result, upload: upload as Upload };
}

const isLost = (error: unknown) => error instanceof ReaderError && error.why === 'lost';

/** Failures that say nothing about the upload. */
const overloads = {
  stopped: 'The service is stopping.',
  start: 'The process that reads uploads did not start in time.',
  lost: 'The process that reads uploads ended unexpectedly, also when it was started again.',
} as const;

function refusal(cause: ReaderError, { maxCpuMs }: ParserLimits): ServiceError {
  const { why } = cause;
  if (why !== 'time' && why !== 'memory')
    return new ServiceError('service_overloaded', {
      message: `${overloads[why]} Nothing was done or charged.`,
      cause,
    });
  return new ServiceError('payload_too_large', {
    message:
      why === 'time'
        ? `Reading the request body takes more than ${maxCpuMs / 1000} s of processor time.`
        : 'The request body has too many values to be read at once.',
    cause,
  });
}
