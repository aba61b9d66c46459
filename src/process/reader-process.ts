import { type ChildProcess, fork } from 'node:child_process';
import { constants } from 'node:os';
import { findBuiltFile } from './built-file.ts';
import { endingSignals } from './reader-signals.ts';

/**
 * A process that reads bytes from strangers, one task after another (src/process/reader-program.ts is its side). Only a process can
 * be ended whatever it does: a thread that fails to allocate, or is within a native call, takes the service with it or
 * outlives its time limit.
 */

export interface ReaderLimits {
  /** MB of its heap. */
  readonly heapMb: number;
  /** MB of memory in all, which includes the bytes of the task and the answer. */
  readonly memoryMb: number;
  /** Processor time for one task. By the clock it may take five times as long, because others may have the processors. */
  readonly maxCpuMs: number;
  /** Time until the process is ready for its first task. */
  readonly maxStartMs: number;
}

const clockPerCpu = 5;

/** The task was given up. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError';
  /**
   * Two say nothing about the task. `start`: the process was not ready in time. `lost`: it could not be started, or something else
   * ended it.
   */
  readonly why: 'memory' | 'time' | 'start' | 'stopped' | 'lost';

  constructor(why: ReaderError['why'], message: string) {
    super(message);
    this.why = why;
  }
}

/** What the service sends: a task and the length of its bytes, then the bytes in pieces. */
export interface SentTask {
  readonly task: unknown;
  readonly byteLength: number;
}

/** What the reader sends: that it is ready, then for each task pieces of bytes and one of the others. */
export type SentAnswer =
  | { readonly ready: true }
  | { readonly answer: unknown; readonly heapBytes: number }
  /** A limit of the language, such as the length of a string. */
  | { readonly tooMuch: string }
  | { readonly failure: string };

export interface ReaderAnswer<Answer> {
  readonly answer: Answer;
  /** The bytes that belong to the answer. */
  readonly pieces: Uint8Array<ArrayBuffer>[];
  /** Memory that the process keeps while it waits for the next task. */
  readonly heapBytes: number;
}

/** Short enough that copying one does not block other requests. */
export const pieceBytes = 1024 * 1024;

interface Waiting {
  readonly pieces: Uint8Array<ArrayBuffer>[];
  resolve(answer: ReaderAnswer<unknown>): void;
  reject(error: Error): void;
}

export class ReaderProcess {
  readonly #child: ChildProcess;
  #waiting: Waiting | null = null;
  #ending: ReaderError | null = null;
  readonly #ready: Promise<void>;
  #isReady: () => void = () => undefined;

  /**
   * @param program of the build
   * @param onEnd is called once, when the process can no longer be used
   * @throws ReaderError if the system starts no process
   */
  constructor(
    program: string,
    private readonly limits: ReaderLimits,
    onEnd: (reader: ReaderProcess) => void = () => undefined,
  ) {
    this.#ready = new Promise((resolve) => {
      this.#isReady = resolve;
    });
    this.#child = startProgram(program, limits);
    let ended = false;
    const handleEnd = (error: ReaderError): void => {
      if (ended) return;
      ended = true;
      onEnd(this);
      this.#isReady();
      this.#takeWaiting()?.reject(this.#ending ?? error);
    };
    this.#child.on('message', (message: Uint8Array<ArrayBuffer> | SentAnswer) =>
      this.#receiveMessage(message),
    );
    // Without a listener, a process that cannot be started or written to would end the service.
    this.#child.on('error', (error) => {
      handleEnd(new ReaderError('lost', error.message));
      this.#child.kill('SIGKILL');
    });
    this.#child.on('exit', (code, signal) => handleEnd(createExitError(code, signal)));
    this.releaseParent();
  }

  /**
   * Reads one task at a time.
   * @throws ReaderError, or an Error with the stack of what the reader threw; the process cannot be used afterwards
   */
  async read<Answer>(task: unknown, bytes: Uint8Array): Promise<ReaderAnswer<Answer>> {
    this.#child.ref();
    this.#child.channel?.ref();
    const answered = new Promise<ReaderAnswer<unknown>>((resolve, reject) => {
      this.#waiting = { pieces: [], resolve, reject };
    });
    const { maxCpuMs, maxStartMs } = this.limits;
    const maxMs = clockPerCpu * maxCpuMs;
    const endAfter = (ms: number, why: ReaderError['why'], message: string) =>
      setTimeout(() => this.endProcess(new ReaderError(why, message)), ms);
    // On a busy machine, starting takes longer than reading.
    let limit = endAfter(maxStartMs, 'start', `was not ready within ${maxStartMs} ms`);
    void this.#ready.then(() => {
      clearTimeout(limit);
      if (this.#waiting) limit = endAfter(maxMs, 'time', `more than ${maxMs} ms`);
    });
    try {
      const [answer] = await Promise.all([answered, this.#sendTask(task, bytes)]);
      return answer as ReaderAnswer<Answer>;
    } catch (error) {
      this.endProcess();
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  /** Waits for the next task, without keeping the service's process alive. */
  releaseParent(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  endProcess(why = new ReaderError('stopped', 'the service ends')): void {
    this.#ending ??= why;
    this.#child.kill('SIGKILL');
    // The end of the process is reported later, but nobody has to wait for that.
    this.#takeWaiting()?.reject(this.#ending);
  }

  async #sendTask(task: unknown, bytes: Uint8Array): Promise<void> {
    await this.#sendOne({ task, byteLength: bytes.length } satisfies SentTask);
    for (let at = 0; at < bytes.length && this.#waiting; at += pieceBytes)
      await this.#sendOne(bytes.subarray(at, at + pieceBytes));
  }

  /** A process that has ended is reported by its exit, with the reason. */
  #sendOne(message: object): Promise<void> {
    return new Promise((resolve) => {
      if (this.#child.connected) this.#child.send(message, () => resolve());
      else resolve();
    });
  }

  #receiveMessage(message: Uint8Array<ArrayBuffer> | SentAnswer): void {
    if ('ready' in message) this.#isReady();
    const waiting = this.#waiting;
    if (!waiting || 'ready' in message) return;
    if (ArrayBuffer.isView(message)) {
      waiting.pieces.push(message);
      return;
    }
    this.#takeWaiting();
    if ('answer' in message) waiting.resolve({ ...message, pieces: waiting.pieces });
    else if ('tooMuch' in message) waiting.reject(new ReaderError('memory', message.tooMuch));
    else waiting.reject(new Error(message.failure));
  }

  #takeWaiting(): Waiting | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}

function startProgram(program: string, { heapMb, memoryMb, maxCpuMs }: ReaderLimits): ChildProcess {
  const file = findBuiltFile(program);
  try {
    return fork(file, [process.pid, memoryMb, maxCpuMs].map(String), {
      execArgv: [`--max-old-space-size=${heapMb}`],
      // Nothing of the service's settings, which include passwords, is in a process that reads files of strangers.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  } catch (error) {
    // Too little memory, or too many open files.
    throw new ReaderError('lost', (error as Error).message);
  }
}

/** How Node and V8 end a process whose memory is full, or in which something is larger than they support. */
const crashSignals: ReadonlySet<string | null> = new Set([
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGSEGV',
  'SIGBUS',
]);
/** Of a shell, for a process that SIGABRT ended; Node itself exits with it when its memory is full. */
const abortCode = 128 + constants.signals.SIGABRT;

function createExitError(code: number | null, signal: NodeJS.Signals | null): ReaderError {
  const message = `the process that reads ended with ${signal ?? code}`;
  if (signal === endingSignals.time) return new ReaderError('time', message);
  const isFull = signal === endingSignals.memory || crashSignals.has(signal) || code === abortCode;
  return new ReaderError(isFull ? 'memory' : 'lost', message);
}
