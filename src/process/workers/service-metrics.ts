import { type MetricValues, mergeMetrics } from '../../http/metric-values.ts';

/** A worker that is too busy to answer is shown with its values of the last time. */
const answerTimeoutMs = 1_000;
/** Counts of a worker that has ended still count. Its memory does not. */
const countingTypes: ReadonlySet<string> = new Set(['counter', 'histogram', 'summary']);

/**
 * The metrics of all workers as one. No count ever decreases, also when a worker is replaced: Prometheus would read that
 * as a restart of the whole service.
 */
export class ServiceMetrics {
  readonly #values = new Map<number, MetricValues>();
  #ended: Promise<MetricValues> = Promise.resolve([]);
  #missing = new Set<number>();
  #allAnswered: () => void = () => undefined;
  #current: Promise<MetricValues> | undefined;
  #following: Promise<MetricValues> | undefined;

  /**
   * @param ask asks a worker to report
   * @param workers those that serve requests now
   */
  constructor(
    private readonly ask: (worker: number) => void,
    private readonly workers: ReadonlySet<number>,
  ) {}

  /** A worker has reported. */
  recordValues(worker: number, values: MetricValues): void {
    this.#values.set(worker, values);
    this.#noteAnswer(worker);
  }

  removeWorker(worker: number): void {
    const last = this.#values.get(worker) ?? [];
    this.#values.delete(worker);
    this.#noteAnswer(worker);
    const counts = last.filter(({ type }) => countingTypes.has(String(type)));
    this.#ended = this.#ended.then((ended) => mergeMetrics([ended, counts]));
  }

  /** Callers that come during a round share the next one, which has all they have caused. */
  getMergedValues(): Promise<MetricValues> {
    if (this.#current === undefined) return this.#startRound();
    this.#following ??= this.#current.then(() => {
      this.#following = undefined;
      return this.#startRound();
    });
    return this.#following;
  }

  #startRound(): Promise<MetricValues> {
    const round = this.#measureAll().finally(() => {
      this.#current = undefined;
    });
    this.#current = round;
    return round;
  }

  async #measureAll(): Promise<MetricValues> {
    let limit: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#allAnswered = resolve;
      limit = setTimeout(resolve, answerTimeoutMs);
      this.#missing = new Set(this.workers);
      for (const worker of this.workers) this.ask(worker);
      if (this.#missing.size === 0) resolve();
    });
    clearTimeout(limit);
    const ended = await this.#ended;
    return mergeMetrics([ended, ...this.#values.values()]);
  }

  #noteAnswer(worker: number): void {
    this.#missing.delete(worker);
    if (this.#missing.size === 0) this.#allAnswered();
  }
}
