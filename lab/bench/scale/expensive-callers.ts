import { setTimeout as wait } from 'node:timers/promises';

/**
 * Repeats an expensive call in a process of its own, so that reading its answers keeps no measured search waiting. It ends with
 * the channel to the benchmark.
 */

export interface ExpensiveCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What each call replaces by a number of its own in the body, if no two bodies may be equal. */
  readonly mark?: string;
}

export interface ExpensiveWork {
  readonly call: ExpensiveCall;
  /** Calls at the same time. */
  readonly atOnce: number;
}

/** `stopped` once the calls in progress are answered. */
export type ExpensiveReport =
  | { readonly state: 'stopped' }
  | { readonly state: 'failed'; readonly why: string };

let running = false;
let callers: Promise<unknown> = Promise.resolve();

process.on('message', (message: ExpensiveWork | 'stop') => {
  if (message === 'stop') {
    running = false;
    callers.then(
      () => report({ state: 'stopped' }),
      (error: unknown) => report({ state: 'failed', why: String(error) }),
    );
    return;
  }
  running = true;
  const { call, atOnce } = message;
  const bodies = bodiesOf(call);
  callers = Promise.all(Array.from({ length: atOnce }, () => repeat(call, bodies)));
  // Reported when it is stopped.
  callers.catch(() => undefined);
});
process.once('disconnect', () => process.exit());

function report(state: ExpensiveReport): void {
  process.send?.(state);
}

function bodiesOf({ body, mark }: ExpensiveCall): () => string | undefined {
  if (body === undefined || mark === undefined) return () => body;
  const [begin, end] = body.split(mark);
  let made = Date.now();
  return () => `${begin}${++made}${end}`;
}

async function repeat(
  { method, url, headers }: ExpensiveCall,
  next: () => string | undefined,
): Promise<void> {
  while (running) {
    const body = next();
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    await answer.arrayBuffer();
    if (answer.status === 503) await wait(Number(answer.headers.get('retry-after')) * 100);
    else if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}`);
  }
}
