import { userAgent } from './calls.ts';
import { CommandFailure, exitCodes, Interrupted } from './failure.ts';
import type { World } from './world.ts';

/** Requests that are tried again when the service is busy or away (docs/command-line.md#retries). */

export interface Tries {
  /** Seconds until an answer must be there; of a file, its head. */
  readonly timeoutSeconds: number;
  /** Longer waits than so many seconds are not made. */
  readonly maxWaitSeconds: number;
  /** Told before each wait. */
  onWait?(reason: string, seconds: number): void;
  /** Told how many bytes of a body are on their way. */
  onSent?(bytes: number, total: number): void;
}

const maxTries = 5;
const longestBackOff = 20;
const pieceBytes = 64 * 1024;

/** POST requests that only read, or whose repetition changes nothing. */
const readingPosts =
  /\/api\/service\/(search|resolve|resolve\/batch|(observations|jobs|construction)\/search|companies\/query|research\/external\/estimate|lists\/estimate|lists\/[^/]+\/enrichments\/estimate|sources\/[^/]+\/map)$/;

/** A `fetch` that waits and tries again where that is safe. */
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

/** Whether a request can be sent twice when it is not known what became of the first. */
export function isSafeToRepeat(request: Pick<Request, 'method' | 'url' | 'headers'>): boolean {
  if (request.method === 'GET' || request.headers.has('Idempotency-Key')) return true;
  return request.method === 'POST' && readingPosts.test(new URL(request.url).pathname);
}

/**
 * Seconds to wait before the next try.
 * @param retryAfter the header as received: seconds, or an HTTP date
 */
export function waitSeconds(retryAfter: string | null, tried: number, now: Date): number {
  const asked = retryAfter === null ? null : readRetryAfter(retryAfter, now);
  return asked ?? Math.min(longestBackOff, 2 ** (tried - 1));
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

/** Why and when an outcome calls for another try; null when it is final. */
async function repetition(outcome: Response | CommandFailure, safe: boolean): Promise<Repetition | null> {
  if (!(outcome instanceof Response)) return safe ? { reason: outcome.message, retryAfter: null } : null;
  const retryAfter = outcome.headers.get('Retry-After');
  // Refused before anything was done, so that any request can be sent again.
  if (outcome.status === 429) return { reason: 'The rate limit is reached.', retryAfter };
  if (outcome.status === 503 && safe)
    return { reason: 'The service is unavailable at the moment.', retryAfter };
  if (outcome.status === 409 && (await errorCode(outcome)) === 'idempotency_key_in_use')
    return { reason: 'The same call of before is still running.', retryAfter };
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
      // The service never redirects; the key is for its address alone.
      redirect: 'manual',
      ...(body && { body: onSent ? inPieces(body, onSent) : body, duplex: 'half' }),
    });
    return await wholeAnswer(answer);
  } catch (cause) {
    const { origin } = new URL(request.url);
    const message = timeout.signal.aborted
      ? `${origin} did not answer within ${timeoutSeconds} seconds.`
      : `${origin} ${answer ? 'broke off its answer' : 'cannot be reached'}: ${reasonOf(cause)}.`;
    return new CommandFailure(
      exitCodes.unavailable,
      message,
      'Does it run? Its address is set by COMPANY_DATA_URL or `company-data config set url <url>`.',
      { cause },
    );
  } finally {
    clearTimeout(timer);
  }
}

/** All of a JSON answer, so that one that breaks off is tried again like one that never came. Files are streamed. */
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

/** Of a failed fetch the cause says what happened. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  const told = cause instanceof Error ? cause : error;
  if (!(told instanceof Error)) return String(told);
  const { code } = told as { readonly code?: unknown };
  return told.message || (typeof code === 'string' ? code : told.name);
}
