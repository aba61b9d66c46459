import { Worker } from 'node:worker_threads';
import { findBuiltFile } from '../../process/built-file.ts';
import { KeyedSemaphore } from '../../running/keyed-semaphore.ts';
import { findContentRejections, type Rejection, type ResearchContent } from './content-policy.ts';
import type { ContentOutcome, ContentTask } from './research-worker.ts';

/** Checking content up to this length takes a few milliseconds. */
const maxCharactersHere = 4_000;

interface Waiting {
  resolve(rejections: readonly Rejection[]): void;
  reject(error: Error): void;
}

/** Checks content against the policy, long content in a worker thread, because the worst content takes a second. */
export class ContentChecking {
  /** One account cannot keep others waiting. */
  readonly #semaphore = new KeyedSemaphore({ maxTotal: 4, maxPerKey: 1 });
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  async findRejections(accountId: string, content: ResearchContent): Promise<readonly Rejection[]> {
    if (JSON.stringify(content).length <= maxCharactersHere) return findContentRejections(content);
    const leave = await this.#semaphore.acquire(accountId);
    try {
      return await this.#askWorker(content);
    } finally {
      leave();
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #askWorker(content: ResearchContent): Promise<readonly Rejection[]> {
    const worker = this.#getWorker();
    this.#lastId += 1;
    const task: ContentTask = { id: this.#lastId, content };
    return new Promise((resolve, reject) => {
      this.#waiting.set(task.id, { resolve, reject });
      worker.postMessage(task);
    });
  }

  #getWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(findBuiltFile('research-worker.js'));
    worker.on('message', (outcome: ContentOutcome) => {
      const waiting = this.#waiting.get(outcome.id);
      this.#waiting.delete(outcome.id);
      if ('rejections' in outcome) waiting?.resolve(outcome.rejections);
      else waiting?.reject(new Error(outcome.failure));
    });
    worker.on('error', () => undefined);
    worker.once('exit', (code) => this.#handleExit(code));
    // The server keeps the process alive, not this worker.
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #handleExit(code: number): void {
    this.#worker = null;
    const error = new Error(`the thread that checks content ended with ${code}`);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
