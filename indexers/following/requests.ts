import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { types } from 'node:util';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { ExchangeEnded, runExchange } from '../../src/outbound/exchange.ts';
import { PublisherError } from './publisher-error.ts';

export interface RequestOptions {
  /** Time from the start of a request to the start of the next one, in milliseconds. */
  readonly paceMs?: number;
  /** Limit for a whole answer, in milliseconds. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** Publishers ask for at most one request a second; the rest is for delays that differ on the way. */
const usualPaceMs = 1_100;
const usualTimeoutMs = 120_000;
const usualMaxBytes = 128 * 1024 * 1024;
/** For what comes besides the body: headers, interim answers, frames of chunks. */
const maxBytesAround = 1024 * 1024;
/** The longest wait that a publisher can ask for. */
export const maxRetryAfterMs = 24 * 60 * 60 * 1_000;

const decoders: Readonly<
  Partial<Record<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer>>
> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Requests to publishers, one after the other, never faster than the pace. */
export class Requests {
  readonly #options: Required<Omit<RequestOptions, 'signal'>>;
  readonly #signal: AbortSignal | undefined;
  /** The first request waits too: a process that was killed may have asked a moment ago. */
  #lastBegan = performance.now();
  #count = 0;
  #answeredAt: Date | null = null;

  constructor({ signal, ...options }: RequestOptions = {}) {
    this.#options = {
      paceMs: options.paceMs ?? usualPaceMs,
      timeoutMs: options.timeoutMs ?? usualTimeoutMs,
      maxBytes: options.maxBytes ?? usualMaxBytes,
    };
    this.#signal = signal;
  }

  /** Number of requests sent so far. */
  get count(): number {
    return this.#count;
  }

  /** When the last answer was made, by the clock of its publisher; null if it does not say. */
  get answeredAt(): Date | null {
    return this.#answeredAt;
  }

  /**
   * The body of an answer with status 200. Redirects are not followed, because they could take a key elsewhere.
   * @throws PublisherError
   */
  async get(url: URL, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const { paceMs, timeoutMs } = this.#options;
    const pause = this.#lastBegan + paceMs - performance.now();
    if (pause > 0) await sleep(pause, undefined, this.#signal && { signal: this.#signal });
    this.#signal?.throwIfAborted();
    this.#lastBegan = performance.now();
    this.#count += 1;
    const { maxBytes } = this.#options;
    const options = {
      // The pause between two requests is longer than servers keep a connection open.
      agent: false,
      headers: { 'user-agent': 'company-data-service', 'accept-encoding': 'identity', ...headers },
      timeoutMs,
      maxBytes: maxBytes + maxBytesAround,
      signal: this.#signal,
    };
    try {
      return await runExchange(url, options, (answer) => this.#readAnswer(url, answer));
    } catch (error) {
      if (error instanceof PublisherError || this.#signal?.aborted) throw error;
      throw new PublisherError(
        `${describePlace(url)} cannot be read: ${describeCause(error, this.#options)}.`,
      );
    }
  }

  async #readAnswer(url: URL, answer: IncomingMessage): Promise<Answer> {
    const status = answer.statusCode ?? 0;
    const answeredAt = Date.parse(answer.headers.date ?? '');
    this.#answeredAt = Number.isNaN(answeredAt) ? null : new Date(answeredAt);
    if (status !== 200) {
      answer.destroy();
      throw new PublisherError(`${describePlace(url)} answers ${status}: ${describeStatus(status)}.`, {
        refusesAll: status === 403 || status === 429,
        retryAfterMs: parseRetryAfter(answer.headers['retry-after']),
      });
    }
    const { maxBytes } = this.#options;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new PublisherError(`${describePlace(url)} answers with more than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
    // Without this, an answer that was cut off in the middle would pass for a whole one.
    if (!answer.complete) throw new PublisherError(`${describePlace(url)} cannot be read: ${cutOff}.`);
    const statesItsEnd =
      answer.headers['content-length'] !== undefined || answer.headers['transfer-encoding'] !== undefined;
    return { body: decodeBody(Buffer.concat(chunks, bytes), answer, maxBytes, url), statesItsEnd };
  }
}

export interface Answer {
  readonly body: Buffer;
  /** Whether the server said where the answer ends. Otherwise a broken connection looks like its end. */
  readonly statesItsEnd: boolean;
}

const cutOff = 'the connection was closed in the middle of the answer';

/** Some servers compress although they are asked not to. */
function decodeBody(body: Buffer, { headers }: IncomingMessage, maxOutputLength: number, url: URL): Buffer {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return body;
  try {
    const decode = decoders[coding];
    if (decode) return decode(body, { maxOutputLength });
  } catch {
    // Damaged, or too large.
  }
  throw new PublisherError(
    `${describePlace(url)} answers in a coding that cannot be read: ${coding.slice(0, 20)}.`,
  );
}

/** Without the parameters, which may contain a key. */
function describePlace(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function describeStatus(status: number): string {
  if (status === 403 || status === 429) return 'it refuses requests for now, because there were too many';
  if (status === 401) return 'it does not accept the key';
  if (status === 404) return 'the key is unknown or suspended, or the address is wrong';
  if (status >= 300 && status < 400)
    return 'it redirects, which is not followed: set the address it redirects to';
  if (status >= 500) return 'it has a fault';
  return 'it does not accept the request';
}

/** Seconds or a date, as RFC 9110 has it. */
function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  if (Number.isFinite(ms) && ms > 0) return Math.min(ms, maxRetryAfterMs);
  return undefined;
}

function describeCause(
  error: unknown,
  { timeoutMs, maxBytes }: Required<Omit<RequestOptions, 'signal'>>,
): string {
  if (error instanceof ExchangeEnded) {
    if (error.code === 'SWITCHED_PROTOCOLS') return 'it switches to another protocol (101)';
    if (error.code === 'TOO_MUCH') return `it sends more than ${maxBytes} bytes`;
    return `there was no complete answer in ${timeoutMs / 1000} s`;
  }
  if (!types.isNativeError(error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (code === 'ECONNRESET') return cutOff;
  return `the connection failed (${code})`;
}
