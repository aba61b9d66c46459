import { NoAnswerError } from './errors.ts';

/** What sends one request: the global `fetch`, or one like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface RetryOptions {
  /** Default 5. */
  readonly maxTries?: number;
  /** Maximum wait for an answer; for a file, for its headers. Default 120. */
  readonly timeoutSeconds?: number;
  /** Maximum wait before a retry. If the service asks for a longer one, its answer is final. Default 120. */
  readonly maxWaitSeconds?: number;
  /** Ends requests and waits. */
  readonly signal?: AbortSignal;
  /** Called before each wait. */
  onWait?(reason: string, seconds: number): void;
  /** Called with the number of bytes of a body sent so far. */
  onSent?(bytes: number, total: number): void;
  /** Waits. It must end early when the signal aborts. */
  sleep?(milliseconds: number): Promise<unknown>;
  now?(): Date;
}

const maxBackOffSeconds = 20;
const pieceBytes = 64 * 1024;

/** POST requests that only read, or that can be repeated without effect. */
const repeatablePosts = [
  /\/reconcile(\/[^/]+)?$/,
  /\/api\/service\/(search|resolve|resolve\/batch)$/,
  /\/api\/service\/(observations|jobs|construction)\/search$/,
  /\/api\/service\/(companies\/query|research\/external\/estimate|lists\/estimate)$/,
  /\/api\/service\/lists\/[^/]+\/enrichments\/estimate$/,
  /\/api\/service\/sources\/[^/]+\/(map|export|runs\/[^/]+\/cancel)$/,
];

/** A `fetch` that waits and retries if that is safe. It throws NoAnswerError if the last try got no answer. */
export function retryingFetch(
  send: Fetch,
  options: RetryOptions = {},
): (request: Request) => Promise<Response> {
  const { maxTries = 5, maxWaitSeconds = 120, signal, onWait } = options;
  return (request) =>
    keepRequestUntilRead(request, async () => {
      const callers = AbortSignal.any([request.signal, signal].filter((each) => each !== undefined));
      const sleep = options.sleep ?? ((milliseconds: number) => waitFor(milliseconds, callers));
      const body = request.body && new Uint8Array(await request.arrayBuffer());
      const safe = isSafeToRepeat(request);
      for (let tried = 1; ; tried += 1) {
        const outcome = await tryRequest(send, options, request, body, callers);
        const again = await decideRetry(outcome, safe);
        const seconds = again && computeWaitSeconds(again.retryAfter, tried, options.now?.() ?? new Date());
        if (!again || seconds === null || tried >= maxTries || seconds > maxWaitSeconds) {
          if (outcome instanceof NoAnswerError) throw outcome;
          return outcome;
        }
        onWait?.(again.reason, seconds);
        await sleep(seconds * 1000);
      }
    });
}

const waitingRequests = new Set<Request>();
const requestsByAnswer = new WeakMap<object, Request>();

/**
 * Keeps a request until its answer was read. Otherwise it is collected as garbage while it waits, and its signal stops following
 * that of the caller: on Node 20 to 24, neither a time-out nor an abort would then end it.
 */
export async function keepRequestUntilRead(
  request: Request,
  send: () => Promise<Response>,
): Promise<Response> {
  waitingRequests.add(request);
  try {
    const answer = await send();
    requestsByAnswer.set(answer.body ?? answer, request);
    return answer;
  } finally {
    waitingRequests.delete(request);
  }
}

/** Whether a request can be sent again if the result of the first attempt is unknown. */
export function isSafeToRepeat(request: Pick<Request, 'method' | 'url' | 'headers'>): boolean {
  if (request.method === 'GET' || request.headers.has('Idempotency-Key')) return true;
  const { pathname } = new URL(request.url);
  return request.method === 'POST' && repeatablePosts.some((path) => path.test(pathname));
}

/**
 * Seconds to wait before the next attempt.
 * @param retryAfter the header as received: seconds, or an HTTP date
 */
function computeWaitSeconds(retryAfter: string | null, tried: number, now: Date): number {
  return readRetryAfter(retryAfter, now) ?? Math.min(maxBackOffSeconds, 2 ** (tried - 1));
}

/** Seconds that a `Retry-After` header asks for, which has them or an HTTP date; null if it has neither. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  if (Number.isNaN(date)) return null;
  return Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}

interface RetryDecision {
  readonly reason: string;
  readonly retryAfter: string | null;
}

/** Why and when to retry after an outcome; null if it is final. */
async function decideRetry(outcome: Response | NoAnswerError, safe: boolean): Promise<RetryDecision | null> {
  if (outcome instanceof NoAnswerError) {
    if (safe) return { reason: outcome.message, retryAfter: null };
    return null;
  }
  const retryAfter = outcome.headers.get('Retry-After');
  // Refused before any work was done, so every request can be sent again.
  if (outcome.status === 429) return { reason: 'The rate limit is reached.', retryAfter };
  if (outcome.status === 503 && safe) return { reason: 'The service is currently unavailable.', retryAfter };
  if (outcome.status === 409 && (await readErrorCode(outcome)) === 'idempotency_key_in_use')
    return { reason: 'An earlier identical call is still running.', retryAfter };
  return null;
}

async function readErrorCode(response: Response): Promise<unknown> {
  try {
    const body = (await response.clone().json()) as { readonly error?: { readonly code?: unknown } };
    return body.error?.code;
  } catch {
    return undefined;
  }
}

/** @throws what the caller's own signal throws, which is no failure of the service */
async function tryRequest(
  send: Fetch,
  { timeoutSeconds = 120, onSent }: RetryOptions,
  request: Request,
  body: Uint8Array<ArrayBuffer> | null,
  callers: AbortSignal,
): Promise<Response | NoAnswerError> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutSeconds * 1000);
  let answer: Response | undefined;
  try {
    const sent: RequestInit & { duplex?: 'half' } = {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      signal: AbortSignal.any([callers, timeout.signal]),
      // The service never redirects, and the key is only for its address.
      redirect: 'manual',
      ...(body && { body: onSent ? streamInPieces(body, onSent) : body, duplex: 'half' }),
    };
    answer = await send(request.url, sent);
    return await readWholeAnswer(answer);
  } catch (cause) {
    if (callers.aborted) throw cause;
    const { origin } = new URL(request.url);
    const unit = timeoutSeconds === 1 ? 'second' : 'seconds';
    if (timeout.signal.aborted)
      return new NoAnswerError(`${origin} did not answer within ${timeoutSeconds} ${unit}.`, { cause });
    const what = answer ? 'sent an incomplete answer' : 'cannot be reached';
    return new NoAnswerError(`${origin} ${what}: ${describeCause(cause)}.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a JSON answer completely, so that an incomplete one is retried like a missing one. Files are streamed. */
async function readWholeAnswer(answer: Response): Promise<Response> {
  if (!answer.headers.get('Content-Type')?.startsWith('application/json')) return answer;
  const { status, statusText, headers } = answer;
  return new Response(await answer.arrayBuffer(), { status, statusText, headers });
}

function streamInPieces(body: Uint8Array, onSent: (bytes: number, total: number) => void): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = body.subarray(sent, sent + pieceBytes);
      sent += piece.length;
      onSent(sent, body.length);
      if (piece.length > 0) controller.enqueue(piece);
      if (sent >= body.length) controller.close();
    },
  });
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stopWaiting);
      resolve();
    }, milliseconds);
    if (signal.aborted) stopWaiting();
    else signal.addEventListener('abort', stopWaiting, { once: true });
  });
}

/** The cause of a failed fetch says what happened. */
function describeCause(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  const failure = cause instanceof Error ? cause : error;
  if (!(failure instanceof Error)) return String(failure);
  const { code } = failure as { readonly code?: unknown };
  if (failure.message === '' && typeof code === 'string') return code;
  return failure.message || failure.name;
}
