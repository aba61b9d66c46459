import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { SentAnswer, SentTask } from './reader-process.ts';

/** The side of `ReaderProcess` that reads: the program of a process with limits. */

export interface Read {
  readonly answer: unknown;
  /** Bytes that belong to the answer. */
  readonly pieces?: readonly Uint8Array[];
}

/**
 * Reads the tasks of the parent process, one after another, and ends with it.
 * @param read throws what the parent is to throw
 */
export function readTasks<Task>(read: (task: Task, bytes: Buffer) => Read | Promise<Read>): void {
  const [parent = '', memoryMb = ''] = process.argv.slice(2);
  watch(Number(parent), Number(memoryMb) * 1024 * 1024);
  yieldToOthers();
  let task: Task | undefined;
  let bytes = Buffer.alloc(0);
  let received = 0;
  process.on('message', async (message: SentTask | Uint8Array) => {
    if (ArrayBuffer.isView(message)) {
      bytes.set(message, received);
      received += message.length;
    } else {
      task = message.task as Task;
      bytes = Buffer.allocUnsafeSlow(message.byteLength);
      received = 0;
    }
    if (received < bytes.length) return;
    const whole = bytes;
    bytes = Buffer.alloc(0);
    await answer(() => read(task as Task, whole));
  });
  process.on('disconnect', () => process.exit());
  // A terminal sends these to the whole group. The parent decides when this process ends.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  void send({ ready: true });
}

async function answer(work: () => Read | Promise<Read>): Promise<void> {
  try {
    const { answer, pieces = [] } = await work();
    for (const piece of pieces) await send(piece);
    await send({ answer, heapBytes: getHeapStatistics().total_heap_size });
  } catch (error) {
    // A string, an array, a Map or the stack is at the limit of the language.
    if (error instanceof RangeError) await send({ tooMuch: error.message });
    else await send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function send(message: Uint8Array | SentAnswer): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

const watchEveryMs = 100;

/**
 * Ends this process at once if it takes more memory than it may, of whatever kind, or if its parent has ended: while it
 * reads, it does not notice that itself. So a thread watches.
 */
function watch(parent: number, maxBytes: number): void {
  const program = `
    const { workerData: { parent, maxBytes } } = require('node:worker_threads');
    setInterval(() => {
      if (process.ppid !== parent || process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL');
    }, ${watchEveryMs});`;
  new Worker(program, { eval: true, workerData: { parent, maxBytes } }).unref();
}

/** On Linux, requests are answered first when the processors are busy, and memory that is short is taken from this process. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  setPriority(0, 5);
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Some containers do not show it.
  }
}
