import { type RequestContext, requestContext, runShared } from '../running/request-context.ts';
import { RequestAborted } from './engine.ts';

/** A question that waits for its answer. */
export interface Waiting<Question, Answer> {
  readonly question: Question;
  /** What it is asked for. */
  readonly context?: RequestContext | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface BatchLimits {
  /** Requests on their way at the same time, unless they take long. */
  readonly requestsAtOnce: number;
  readonly questionsAtOnce: number;
  /** Milliseconds, as of `performance.now()`. */
  readonly now?: () => number;
}

/**
 * Sends some questions. Once the answer is there, it returns what reads it and settles each question. If either fails, all
 * questions that are not settled fail.
 */
export type SendBatch<Question, Answer> = (
  questions: readonly Waiting<Question, Answer>[],
) => Promise<() => void | Promise<void>>;

/** How long requests may keep others from being sent, in milliseconds: usually they are answered in one or two. */
const maxHoldMs = 5;

/**
 * Sends questions to the engine. While requests are on their way, further questions wait and are then asked together,
 * because each request wakes two processes, which takes as long as a look-up (docs/benchmarks.md). Questions of different
 * accounts can be together: companies belong to none.
 */
export class RequestBatcher<Question, Answer> {
  readonly #limits: Required<BatchLimits>;
  readonly #waiting: Waiting<Question, Answer>[] = [];
  #requests = 0;
  #sentAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly send: SendBatch<Question, Answer>,
    { now = () => performance.now(), ...limits }: BatchLimits,
  ) {
    this.#limits = { ...limits, now };
  }

  /**
   * @param signal the caller does not wait any more; a request that is on its way goes on for the others
   * @throws RequestAborted, or what the request failed with
   */
  ask(question: Question, signal?: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new RequestAborted());
        return;
      }
      const waiting: Waiting<Question, Answer> = {
        question,
        context: requestContext.getStore(),
        resolve: (answer) => {
          signal?.removeEventListener('abort', stopWaiting);
          resolve(answer);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', stopWaiting);
          reject(error);
        },
      };
      const stopWaiting = () => {
        const place = this.#waiting.indexOf(waiting);
        if (place !== -1) this.#waiting.splice(place, 1);
        waiting.reject(new RequestAborted());
      };
      signal?.addEventListener('abort', stopWaiting);
      this.#waiting.push(waiting);
      this.#sendNext();
    });
  }

  #sendNext(): void {
    if (this.#waiting.length === 0) return;
    const { requestsAtOnce, questionsAtOnce, now } = this.#limits;
    const left = this.#requests < requestsAtOnce ? 0 : this.#sentAt + maxHoldMs - now();
    if (left > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.#sendNext();
      }, left);
      return;
    }
    this.#sentAt = now();
    const batch = this.#waiting.splice(0, questionsAtOnce);
    this.#requests += 1;
    void this.#runBatch(batch);
    this.#sendNext();
  }

  async #runBatch(together: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const contexts = together.map(({ context }) => context);
      const settle = await runShared(contexts, () => this.send(together)).finally(() => {
        this.#requests -= 1;
        // Before the answers are read: the engine works on the next questions meanwhile.
        this.#sendNext();
      });
      await settle();
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }
}
