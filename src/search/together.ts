/** A question that waits for its answer. */
export interface Waiting<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface TogetherLimits {
  /** Requests on their way at the same time, unless they take long. */
  readonly requestsAtOnce: number;
  readonly questionsAtOnce: number;
  /** Milliseconds, as of `performance.now()`. */
  readonly now?: () => number;
}

/** How long requests may keep others from being sent, in milliseconds: usually they are answered in one or two. */
const patienceMs = 5;

/**
 * Sends questions to the engine. While requests are on their way, further questions wait and are then asked together,
 * because each request wakes two processes, which takes as long as a look-up (docs/benchmarks.md). Questions of different
 * accounts can be together: companies belong to none.
 */
export class Together<Question, Answer> {
  readonly #send: (questions: readonly Waiting<Question, Answer>[]) => Promise<void>;
  readonly #limits: Required<TogetherLimits>;
  readonly #waiting: Waiting<Question, Answer>[] = [];
  #requests = 0;
  #sentAt = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param send settles each question; if it fails, all that are not settled fail */
  constructor(
    send: (questions: readonly Waiting<Question, Answer>[]) => Promise<void>,
    { now = () => performance.now(), ...limits }: TogetherLimits,
  ) {
    this.#send = send;
    this.#limits = { ...limits, now };
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const { requestsAtOnce, questionsAtOnce, now } = this.#limits;
    const left = this.#requests < requestsAtOnce ? 0 : this.#sentAt + patienceMs - now();
    if (left > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        this.#next();
      }, left);
      return;
    }
    this.#sentAt = now();
    const together = this.#waiting.splice(0, questionsAtOnce);
    this.#requests += 1;
    this.#send(together)
      .catch((error: unknown) => {
        for (const { reject } of together) reject(error);
      })
      .finally(() => {
        this.#requests -= 1;
        this.#next();
      });
    this.#next();
  }
}
