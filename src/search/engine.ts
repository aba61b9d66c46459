import { type Dispatcher, Pool } from 'undici';

export interface EngineOptions {
  /** URLs of the nodes; `https://user:password@host/path` works too. A node that fails is left out for a while. */
  readonly nodes: readonly string[];
  readonly apiKey?: string | undefined;
  /** PEM text of the authority that signed the nodes' certificates, if the system does not trust it. */
  readonly ca?: string | undefined;
  /** Maximum wait for one answer, in milliseconds. */
  readonly requestTimeoutMs?: number;
}

export interface PostOptions {
  readonly signal?: AbortSignal | undefined;
  /** Instead of `requestTimeoutMs`. Such a request is sent only once to each node. */
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
    super(`the engine answered ${statusCode}${type === undefined ? '' : ` (${type})`}`);
    this.meta = { statusCode, body: { error: type === undefined ? {} : { type } } };
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

interface EngineNode {
  readonly pool: Pool;
  /** In front of every path, if the engine is behind a proxy. */
  readonly base: string;
  readonly json: string[];
  readonly lines: string[];
  failures: number;
  restsUntil: number;
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

const maxConnections = 128;
const connectTimeoutMs = 1_000;
/** How long a node may take before it is asked whether it still answers at all. */
const probeAfterMs = 1_000;
const firstRestMs = 500;
const maxRestMs = 30_000;
/** A node that answers so is starting, stopping, or overloaded; another one may answer. */
const unavailable: ReadonlySet<number> = new Set([502, 503, 504]);
const tooManyRequests = 429;

/**
 * Sends searches to the engine's nodes, in turn. It does less for each request than the official client, which costs a
 * multiple of the time (docs/benchmarks.md): the client is for everything that is not asked once for every search.
 */
export class Engine {
  readonly #nodes: readonly EngineNode[];
  readonly #timeoutMs: number;
  #turn = 0;

  constructor({ nodes, apiKey, ca, requestTimeoutMs = 30_000 }: EngineOptions) {
    this.#timeoutMs = requestTimeoutMs;
    this.#nodes = nodes.map((url) => openNode(new URL(url), { apiKey, ca }));
  }

  /**
   * @param body JSON, or with `lines` one JSON value in each line
   * @returns the answer's JSON
   * @throws EngineRefusal, RequestAborted, or the failure of the connection to the last node that was tried
   */
  async post(path: string, body: string, options: PostOptions = {}): Promise<Buffer> {
    const { signal, timeoutMs, lines = false, headers } = options;
    const deadline = performance.now() + (timeoutMs ?? this.#timeoutMs);
    // With a time of its own, a request is not sent to a node again.
    const attempts = this.#nodes.length + (timeoutMs === undefined ? 1 : 0);
    for (let attempt = 1; ; attempt += 1) {
      const node = this.#chooseNode();
      const usual = lines ? node.lines : node.json;
      const request = {
        method: 'POST' as const,
        path: node.base + path,
        headers: headers ? [...usual, ...headers] : usual,
        body,
      };
      const isLast = attempt >= attempts;
      try {
        const { status, body: answer } = await this.#sendToNode(node, request, deadline, signal);
        if (!unavailable.has(status)) resumeNode(node);
        else if (!isLast) {
          suspendNode(node);
          continue;
        }
        if (status === 200) return answer;
        throw new EngineRefusal(status, readErrorType(answer));
      } catch (error) {
        if (error instanceof EngineRefusal || error instanceof RequestAborted) throw error;
        suspendNode(node);
        // An answer that takes too long on one node takes as long on another.
        if (isLast || error instanceof EngineTimeout) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map(({ pool }) => pool.destroy()));
  }

  /**
   * A node that hangs, or whose machine is gone, closes no connection. So if there are others, a node that has not answered
   * for a second is asked whether it does at all. A slow search on a node that answers is never repeated.
   */
  #sendToNode(
    node: EngineNode,
    request: Dispatcher.DispatchOptions,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const isAlone = this.#nodes.length === 1;
    return sendRequest(node.pool, request, {
      deadline,
      signal,
      isAlive: isAlone ? null : () => probeNode(node),
    });
  }

  /** The next node that does not rest; if all do, the one that rests the shortest. */
  #chooseNode(): EngineNode {
    const now = performance.now();
    this.#turn = (this.#turn + 1) % this.#nodes.length;
    let best = this.#nodes[this.#turn];
    for (let step = 1; best && best.restsUntil > now && step < this.#nodes.length; step += 1) {
      const other = this.#nodes[(this.#turn + step) % this.#nodes.length];
      if (other && other.restsUntil < best.restsUntil) best = other;
    }
    if (!best) throw new Error('the engine has no nodes');
    // One request tries a node that has rested, not all that come now.
    if (best.failures > 0) best.restsUntil = Math.max(best.restsUntil, now + firstRestMs);
    return best;
  }
}

function openNode(url: URL, { apiKey, ca }: Pick<EngineOptions, 'apiKey' | 'ca'>): EngineNode {
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const basic = url.username === '' ? null : `Basic ${Buffer.from(user).toString('base64')}`;
  const authorization = apiKey === undefined ? basic : `ApiKey ${apiKey}`;
  const buildHeaders = (type: string) => [
    'content-type',
    type,
    ...(authorization === null ? [] : ['authorization', authorization]),
  ];
  return {
    pool: new Pool(url.origin, {
      connections: maxConnections,
      connect: { timeout: connectTimeoutMs, ...(ca !== undefined && { ca }) },
    }),
    base: url.pathname.replace(/(?<!\/)\/+$/, ''),
    json: buildHeaders('application/json'),
    lines: buildHeaders('application/x-ndjson'),
    failures: 0,
    restsUntil: 0,
  };
}

function suspendNode(node: EngineNode): void {
  node.restsUntil = performance.now() + Math.min(maxRestMs, firstRestMs * 2 ** node.failures);
  node.failures += 1;
}

function resumeNode(node: EngineNode): void {
  node.failures = 0;
  node.restsUntil = 0;
}

/** Whether the node answers anything. */
async function probeNode({ pool, base, json }: EngineNode): Promise<boolean> {
  const probe = { method: 'HEAD' as const, path: `${base}/`, headers: json };
  const deadline = performance.now() + probeAfterMs;
  return sendRequest(pool, probe, { deadline, signal: undefined, isAlive: null }).then(
    () => true,
    () => false,
  );
}

interface Sending {
  /** When to give up, as `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** Whether the node still answers; null if there is no other to turn to. */
  readonly isAlive: (() => Promise<boolean>) | null;
}

function sendRequest(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  { deadline, signal, isAlive }: Sending,
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
    const lookAfter = (): NodeJS.Timeout => {
      const left = deadline - performance.now();
      if (!isAlive || left <= probeAfterMs)
        return setTimeout(() => endRequest(new EngineTimeout('the engine did not answer in time')), left);
      return setTimeout(() => void lookWhether(isAlive), probeAfterMs);
    };
    let timer = lookAfter();
    const lookWhether = async (alive: () => Promise<boolean>) => {
      const isThere = await alive();
      if (isSettled) return;
      if (isThere) timer = lookAfter();
      else endRequest(new Error('the node does not answer'));
    };
    const settleRequest = (how: () => void) => {
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', handleAbort);
      how();
    };
    signal?.addEventListener('abort', handleAbort);
    pool.dispatch(request, {
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
        const [only, ...more] = chunks;
        settleRequest(() =>
          resolve({ status, body: only && more.length === 0 ? only : Buffer.concat(chunks) }),
        );
      },
      onResponseError(_controller, error) {
        settleRequest(() => reject(ended ?? error));
      },
    });
  });
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
