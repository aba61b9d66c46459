import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { SentAnswer, SentTask } from './reader-process.ts';
import { endingSignals } from './reader-signals.ts';

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
  const [parent = 0, memoryMb = 0, maxCpuMs = 0] = process.argv.slice(2).map(Number);
  const watcher = watchLimits({ parent, maxBytes: memoryMb * 1024 * 1024, maxCpuMs });
  yieldToOthers();
  let task: Task | undefined;
  let bytes = Buffer.alloc(0);
  let received = 0;
  let isReading = false;
  process.on('message', async (message: SentTask | Uint8Array) => {
    if (ArrayBuffer.isView(message)) {
      bytes.set(message, received);
      received += message.length;
    } else {
      watcher.beginTask();
      task = message.task as Task;
      bytes = Buffer.allocUnsafeSlow(message.byteLength);
      received = 0;
    }
    if (received < bytes.length) return;
    const whole = bytes;
    bytes = Buffer.alloc(0);
    isReading = true;
    await answerTask(() => read(task as Task, whole));
    isReading = false;
    watcher.end();
  });
  // Of a library, outside of the promise that is waited for.
  process.on('uncaughtException', async (error) => {
    if (isReading) await answerTask(() => Promise.reject(error));
    process.exit(1);
  });
  process.on('disconnect', () => process.exit());
  // A terminal sends these to the whole group. The parent decides when this process ends.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  void sendMessage({ ready: true });
}

async function answerTask(work: () => Read | Promise<Read>): Promise<void> {
  try {
    const { answer, pieces = [] } = await work();
    for (const piece of pieces) await sendMessage(piece);
    await sendMessage({ answer, heapBytes: getHeapStatistics().total_heap_size });
  } catch (error) {
    // A string, an array, a Map or the stack is at the limit of the language.
    if (error instanceof RangeError) await sendMessage({ tooMuch: error.message });
    else
      await sendMessage({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function sendMessage(message: Uint8Array | SentAnswer): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

const watchEveryMs = 100;
/** Instead of the processor time at which a task began. */
const noTask = -1;

/**
 * Ends this process at once if it takes more memory or processor time than it may, of whatever kind, or if its parent has ended:
 * while it reads, it does not notice that itself. So a thread watches, and sleeps while there is no task.
 */
function watchLimits(limits: {
  readonly parent: number;
  readonly maxBytes: number;
  readonly maxCpuMs: number;
}) {
  const begun = new Int32Array(new SharedArrayBuffer(8)).fill(noTask);
  const program = `
    const { workerData: { begun, parent, maxBytes, maxCpuMs, signals } } = require('node:worker_threads');
    const end = (signal) => process.kill(process.pid, signal);
    for (;;) {
      Atomics.wait(begun, 0, ${noTask});
      // Nothing wakes this one.
      Atomics.wait(begun, 1, ${noTask}, ${watchEveryMs});
      const since = Atomics.load(begun, 0);
      if (process.ppid !== parent) end('SIGKILL');
      if (process.memoryUsage.rss() > maxBytes) end(signals.memory);
      const { user, system } = process.cpuUsage();
      if (since !== ${noTask} && (user + system) / 1000 - since > maxCpuMs) end(signals.time);
    }`;
  const thread = new Worker(program, {
    eval: true,
    workerData: { ...limits, begun, signals: endingSignals },
  });
  thread.unref();
  // Nothing is read without it.
  thread.on('error', () => process.exit(1));
  const setBegun = (value: number) => {
    Atomics.store(begun, 0, value);
    Atomics.notify(begun, 0);
  };
  return {
    beginTask() {
      const { user, system } = process.cpuUsage();
      setBegun(Math.floor((user + system) / 1000));
    },
    end: () => setBegun(noTask),
  };
}

/** On Linux, requests are answered first when the processors are busy, and memory that is short is taken from this process. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  for (const yielding of [() => setPriority(0, 5), () => writeFileSync('/proc/self/oom_score_adj', '1000')])
    try {
      yielding();
    } catch {
      // The service itself has a lower priority, or the container does not show the file.
    }
}
