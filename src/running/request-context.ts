import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** What the running code works for. */
export interface RequestContext {
  /** Null for background work. */
  readonly requestId: string | null;
  /** The span whose parts follow; null if the trace is not recorded. */
  readonly span: Span | null;
  /** Others whose questions are asked in the same request to the engine. */
  readonly joined?: readonly RequestContext[];
}

/**
 * Follows the work of a request through promises and callbacks. It is empty unless traces are
 * on: on Node 20, every promise costs a little more while it is in use
 * (docs/decisions/0053-watching-it-run.md).
 */
export const requestContext = new AsyncLocalStorage<RequestContext>();

/** Runs work that several callers share in the context of the first; the others are named in it. */
export function runShared<Result>(
  contexts: readonly (RequestContext | undefined)[],
  work: () => Result,
): Result {
  const [first, ...joined] = contexts.filter((context) => context !== undefined);
  if (first) return requestContext.run(joined.length > 0 ? { ...first, joined } : first, work);
  return work();
}

/** Runs work in a span of its own. */
export type InSpan = <Result>(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  work: () => Promise<Result>,
) => Promise<Result>;
