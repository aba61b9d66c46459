import type { Client } from '@elastic/elasticsearch';
import type { Dispatcher } from 'undici';
import { probeAfterMs, type SearchNode, takeNode } from '../adapters/elastic-transport.ts';

export interface PostOptions {
  readonly signal?: AbortSignal | undefined;
  /** Instead of the usual time. Such a request is sent only once to each node. */
  readonly timeoutMs?: number | undefined;
  /** One search for each line. */
  readonly lines?: boolean;
  /** More headers: name, value, name, value, … */
  readonly headers?: readonly string[];
}

/** The engine refused a request. `meta` has the form in which `buildFailureReport` knows such answers. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';
  readonly meta: {
    readonly statusCode: number;
    readonly body: { readonly error: { readonly type?: string } };
  };

  constructor(statusCode: number, type: string | undefined) {
    super(['the engine answered', statusCode, ...(type === undefined ? [] : [`(${type})`])].join(' '));
    this.meta = { statusCode, body: { error: { ...(type !== undefined && { type }) } } };
  }
}

/** The caller has ended the request. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAbortedError';
}

/** The engine takes too long for this request. */
export class EngineTimeout extends Error {
  override readonly name = 'EngineTimeout';
}

/** Whether it is this request that failed, and not the engine: another one may be answered. */
export function isOfRequest(failure: unknown): boolean {
  if (failure instanceof EngineRefusal) {
    const { statusCode } = failure.meta;
    return statusCode !== tooManyRequests && !unavailable.has(statusCode);
  }
  return failure instanceof EngineTimeout;
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** A node that answers so is starting, stopping, or overloaded; another one may answer. */
const unavailable: ReadonlySet<number> = new Set([502, 503, 504]);
const tooManyRequests = 429;

/**
 * Sends searches to the nodes of a client, over its connections. It does less for each request than the client, which costs a
 * multiple of the time (docs/benchmarks.md): the client is for everything that is not asked once for every search.
 */
export class Engine {
  /** @param timeoutMs maximum wait for one answer */
  constructor(
    private readonly client: Pick<Client, 'connectionPool'>,
    private readonly timeoutMs = 30_000,
  ) {}

  /**
   * @param body JSON, or with `lines` one JSON value in each line
   * @returns the answer's JSON
   * @throws EngineRefusal, RequestAborted, or the failure of the connection to the last node that was tried
   */
  async post(path: string, body: string, options: PostOptions = {}): Promise<Buffer> {
    const { signal, timeoutMs } = options;
    const deadline = performance.now() + (timeoutMs ?? this.timeoutMs);
    // With a time of its own, a request is not sent to a node again.
    const attempts = this.client.connectionPool.size + (timeoutMs === undefined ? 1 : 0);
    for (let attempt = 1; ; attempt += 1) {
      const node = takeNode(this.client);
      const isLast = attempt >= attempts;
      try {
        const { status, body: answer } = await sendRequest(node, buildRequest(node, path, body, options), {
          deadline,
          signal,
        });
        if (!unavailable.has(status)) node.report(true);
        else if (!isLast) {
          node.report(false);
          continue;
        }
        if (status === 200) return answer;
        throw new EngineRefusal(status, readErrorType(answer));
      } catch (error) {
        if (error instanceof EngineRefusal || error instanceof RequestAborted) throw error;
        const isLate = error instanceof EngineTimeout;
        // A search that has less time than usual says nothing of its node.
        if (!isLate || timeoutMs === undefined) node.report(false);
        // An answer that takes too long on one node takes as long on another.
        if (isLast || isLate) throw error;
      }
    }
  }
}

function buildRequest(
  { url, headers }: SearchNode,
  path: string,
  body: string,
  { lines = false, headers: more = [] }: PostOptions,
): Dispatcher.DispatchOptions {
  const type = lines ? 'application/x-ndjson' : 'application/json';
  return {
    method: 'POST',
    // The engine may be behind a proxy.
    path: url.pathname.replace(/\/$/, '') + path,
    headers: ['content-type', type, ...Object.entries(headers).flat(), ...more],
    body,
  };
}

interface Sending {
  /** When to give up, as `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * A node that hangs, or whose machine is gone, closes no connection. So if there are others, a node that has not answered
 * for a second is asked whether it does at all. A slow search on a node that answers is never repeated.
 */
function sendRequest(
  node: SearchNode,
  request: Dispatcher.DispatchOptions,
  { deadline, signal }: Sending,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new RequestAborted());
      return;
    }
    let status = 0;
    let chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | undefined;
    let ended: Error | undefined;
    let isSettled = false;
    const endRequest = (reason: Error) => {
      ended ??= reason;
      controller?.abort(ended);
      settleRequest(() => reject(ended));
    };
    const handleAbort = () => endRequest(new RequestAborted());
    const waitForAnswer = (): NodeJS.Timeout => {
      const left = deadline - performance.now();
      if (!node.isAnswering || left <= probeAfterMs)
        return setTimeout(() => endRequest(new EngineTimeout('the engine did not answer in time')), left);
      return setTimeout(probeNode, probeAfterMs);
    };
    const probeNode = async () => {
      const isAnswering = await node.isAnswering?.();
      if (isSettled) return;
      if (isAnswering) timer = waitForAnswer();
      else endRequest(new Error('the node does not answer'));
    };
    let timer = waitForAnswer();
    const settleRequest = (how: () => void) => {
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', handleAbort);
      how();
    };
    signal?.addEventListener('abort', handleAbort);
    node.pool.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        if (ended) started.abort(ended);
      },
      onResponseStart(_controller, statusCode) {
        status = statusCode;
        chunks = [];
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        settleRequest(() => resolve({ status, body: joinChunks(chunks) }));
      },
      onResponseError(_controller, error) {
        settleRequest(() => reject(ended ?? error));
      },
    });
  });
}

function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [only, ...more] = chunks;
  if (only && more.length === 0) return only;
  return Buffer.concat(chunks);
}

function readErrorType(answer: Buffer): string | undefined {
  try {
    const { error } = JSON.parse(answer.toString()) as { error?: { type?: unknown } };
    if (typeof error?.type === 'string') return error.type;
    return undefined;
  } catch {
    return undefined;
  }
}
