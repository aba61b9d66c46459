import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { type RequestOptions, request } from 'node:https';

/** What every exchange has, besides the options of Node's client. */
export interface ExchangeOptions extends RequestOptions {
  readonly body?: string;
  /** Limit for the whole exchange, in milliseconds: name, connection, request and the whole answer. */
  readonly timeoutMs: number;
  /** Limit until the other side has accepted the connection, with TLS until it has shown its certificate. */
  readonly connectMs?: number;
  /** Bytes that may come in, whatever they are: interim answers, headers, chunks, body. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** An exchange that was ended on this side. */
export class ExchangeEnded extends Error {
  override readonly name = 'ExchangeEnded';
  readonly code: 'TOO_SLOW' | 'NOT_CONNECTED' | 'TOO_MUCH' | 'SWITCHED_PROTOCOLS';

  constructor(code: ExchangeEnded['code']) {
    super(code);
    this.code = code;
  }
}

/**
 * One request over a connection of its own, and its answer, without redirects. It ends in time whatever the other side does: the
 * promise does not depend on any event of the connection, which is destroyed in the end.
 * @param read reads the answer; the exchange ends with it
 * @throws ExchangeEnded, or the failure of the connection or of `read`
 */
export function runExchange<Result>(
  url: string | URL,
  { body, timeoutMs, connectMs, maxBytes, signal, ...options }: ExchangeOptions,
  read: (answer: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  const encrypted = new URL(url).protocol === 'https:';
  const open = encrypted ? request : requestPlain;
  const timers: NodeJS.Timeout[] = [];
  let sent: ClientRequest | undefined;
  let stop: (() => void) | undefined;
  return new Promise<Result>((resolve, reject) => {
    if (signal?.aborted) throw signal.reason;
    stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop);
    const limitTime = (ms: number, code: ExchangeEnded['code']) => {
      const timer = setTimeout(() => reject(new ExchangeEnded(code)), ms);
      timers.push(timer);
      return timer;
    };
    limitTime(timeoutMs, 'TOO_SLOW');
    const connecting = connectMs === undefined ? undefined : limitTime(connectMs, 'NOT_CONNECTED');
    sent = open(url, options);
    let bytes = 0;
    sent.on('socket', (socket) => {
      socket.once(encrypted ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) reject(new ExchangeEnded('TOO_MUCH'));
      });
    });
    sent.on('error', reject);
    // Without this listener, Node closes the connection without any further event.
    sent.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new ExchangeEnded('SWITCHED_PROTOCOLS'));
    });
    sent.on('response', (answer) => void read(answer).then(resolve, reject));
    sent.end(body);
  }).finally(() => {
    for (const timer of timers) clearTimeout(timer);
    if (stop) signal?.removeEventListener('abort', stop);
    // What fails from now on has no one to tell.
    sent?.on('error', () => undefined).destroy();
  });
}
