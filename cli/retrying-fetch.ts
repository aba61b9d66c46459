import { userAgent } from './calls.ts';
import { CommandFailure, exitCodes, Interrupted } from './failure.ts';
import { counted } from './text.ts';
import type { World } from './world.ts';

/** Retries requests if the service is busy or unavailable (docs/command-line.md#retries). */

export interface Tries {
  /** Maximum wait for an answer; for a file, for its headers. */
  readonly timeoutSeconds: number;
  /** Maximum wait before a retry. */
  readonly maxWaitSeconds: number;
  /** Called before each wait. */
  onWait?(reason: string, seconds: number): void;
  /** Called with the number of bytes of a body sent so far. */
  onSent?(bytes: number, total: number): void;
}

const maxTries = 5;
const maxBackOffSeconds = 20;
const pieceBytes = 64 * 1024;

/** POST requests that only read, or that can be repeated without effect. */
const readingPosts =
  /\/api\/service\/(search|resolve|resolve\/batch|(observations|jobs|construction)\/search|companies\/query|research\/external\/estimate|lists\/estimate|lists\/[^/]+\/enrichments\/estimate|sources\/[^/]+\/map|sources\/[^/]+\/runs\/[^/]+\/cancel)$/;

/** A `fetch` that waits and retries if that is safe. */
export function retryingFetch(
  world: Pick<World, 'fetch' | 'sleep' | 'signal' | 'now'>,
  tries: Tries,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
    const safe = isSafeToRepeat(request);
    for (let tried = 1; ; tried += 1) {
      const outcome = await attempt(world, tries, request, body);
      if (world.signal.aborted) throw new Interrupted();
      const again = await repetition(outcome, safe);
      const seconds = again && waitSeconds(again.retryAfter, tried, world.now());
      if (!again || seconds === null || tried === maxTries || seconds > tries.maxWaitSeconds) {
        if (outcome instanceof Response) return outcome;
        throw outcome;
      }
      tries.onWait?.(again.reason, seconds);
      await world.sleep(seconds * 1000);
    }
  };
}

/** Whether a request can be sent again if the result of the first attempt is unknown. */
export function isSafeToRepeat(request: Pick<Request, 'method' | 'url' | 'headers'>): boolean {
  if (request.method === 'GET' || request.headers.has('Idempotency-Key')) return true;
  return request.method === 'POST' && readingPosts.test(new URL(request.url).pathname);
}

/**
 * Seconds to wait before the next attempt.
 * @param retryAfter the header as received: seconds, or an HTTP date
 */
export function waitSeconds(retryAfter: string | null, tried: number, now: Date): number {
  const requested = retryAfter === null ? null : readRetryAfter(retryAfter, now);
  return requested ?? Math.min(maxBackOffSeconds, 2 ** (tried - 1));
}

function readRetryAfter(header: string, now: Date): number | null {
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
}

interface Repetition {
  readonly reason: string;
  readonly retryAfter: string | null;
}

/** Why and when to retry after an outcome; null if it is final. */
async function repetition(outcome: Response | CommandFailure, safe: boolean): Promise<Repetition | null> {
  if (!(outcome instanceof Response)) return safe ? { reason: outcome.message, retryAfter: null } : null;
  const retryAfter = outcome.headers.get('Retry-After');
  // Refused before any work was done, so every request can be sent again.
  if (outcome.status === 429) return { reason: 'The rate limit is reached.', retryAfter };
  if (outcome.status === 503 && safe) return { reason: 'The service is currently unavailable.', retryAfter };
  if (outcome.status === 409 && (await errorCode(outcome)) === 'idempotency_key_in_use')
    return { reason: 'An earlier identical call is still running.', retryAfter };
  return null;
}

async function errorCode(response: Response): Promise<unknown> {
  try {
    const body = (await response.clone().json()) as { readonly error?: { readonly code?: unknown } };
    return body.error?.code;
  } catch {
    return undefined;
  }
}

async function attempt(
  world: Pick<World, 'fetch' | 'signal'>,
  { timeoutSeconds, onSent }: Tries,
  request: Request,
  body: Uint8Array | undefined,
): Promise<Response | CommandFailure> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutSeconds * 1000);
  let answer: Response | undefined;
  try {
    answer = await world.fetch(request.url, {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), 'user-agent': userAgent },
      signal: AbortSignal.any([world.signal, timeout.signal]),
      // The service never redirects, and the key is only for its address.
      redirect: 'manual',
      ...(body && { body: onSent ? inPieces(body, onSent) : body, duplex: 'half' }),
    });
    return await wholeAnswer(answer);
  } catch (cause) {
    const { origin } = new URL(request.url);
    const message = timeout.signal.aborted
      ? `${origin} did not answer within ${counted(timeoutSeconds, 'second')}.`
      : `${origin} ${answer ? 'sent an incomplete answer' : 'cannot be reached'}: ${reasonOf(cause)}.`;
    return new CommandFailure(
      exitCodes.unavailable,
      message,
      'Check that the service is running. COMPANY_DATA_URL or `company-data config set url <url>` sets its address.',
      { cause },
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a JSON answer completely, so that an incomplete one is retried like a missing one. Files are streamed. */
async function wholeAnswer(answer: Response): Promise<Response> {
  if (!answer.headers.get('Content-Type')?.startsWith('application/json')) return answer;
  const { status, statusText, headers } = answer;
  return new Response(await answer.arrayBuffer(), { status, statusText, headers });
}

function inPieces(body: Uint8Array, onSent: (bytes: number, total: number) => void): ReadableStream {
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

/** The cause of a failed fetch says what happened. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  const failure = cause instanceof Error ? cause : error;
  if (!(failure instanceof Error)) return String(failure);
  const { code } = failure as { readonly code?: unknown };
  return failure.message || (typeof code === 'string' ? code : failure.name);
}
