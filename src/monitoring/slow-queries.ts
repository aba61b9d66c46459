import type { RequestContext } from '../running/request-context.ts';

export interface SlowQueryParts {
  /** From how many milliseconds on a query is slow. */
  readonly thresholdMs: number;
  readonly log: { warn(fields: object, message: string): void };
  /** Counts every slow query, logged or not. */
  count(store: 'postgres' | 'elasticsearch'): void;
  /** Milliseconds, as of `performance.now()`. */
  readonly now?: () => number;
}

export interface SlowQuery {
  readonly store: 'postgres' | 'elasticsearch';
  readonly ms: number;
  readonly failed: boolean;
  /** What the query was for. */
  readonly context: RequestContext | undefined;
  /** Called only if the line is written. It must not contain values. */
  shape(): object;
}

const windowMs = 10_000;
/** When a store is slow, every query is: some of them show why as well as all. */
const maxInWindow = 20;

/** Logs queries that took long, by their shape (docs/configuration.md#log). */
export class SlowQueries {
  readonly #parts: Required<SlowQueryParts>;
  #windowBegan = Number.NEGATIVE_INFINITY;
  #logged = 0;
  #left = 0;

  constructor({ now = () => performance.now(), ...parts }: SlowQueryParts) {
    this.#parts = { ...parts, now };
  }

  isSlow(ms: number): boolean {
    return ms >= this.#parts.thresholdMs;
  }

  noteQuery({ store, ms, failed, context, shape }: SlowQuery): void {
    const { log, count, now } = this.#parts;
    count(store);
    const at = now();
    if (at - this.#windowBegan >= windowMs) {
      this.#windowBegan = at;
      this.#logged = 0;
    }
    if (this.#logged >= maxInWindow) {
      this.#left += 1;
      return;
    }
    this.#logged += 1;
    const { requestId = null, span = null } = context ?? {};
    log.warn(
      {
        store,
        ms: Math.round(ms),
        ...shape(),
        ...(failed && { failed }),
        ...(requestId !== null && { request_id: requestId }),
        ...(span && { trace_id: span.spanContext().traceId }),
        ...(this.#left > 0 && { not_logged_before: this.#left }),
      },
      'slow query',
    );
    this.#left = 0;
  }
}
