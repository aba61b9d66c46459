import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import pino, { type DestinationStream, type Logger } from 'pino';
import { buildFailureReport } from '../process/failure-report.ts';
import type { Route } from './route.ts';

export type { Logger } from 'pino';

declare module 'node:http' {
  interface IncomingMessage {
    /** Set by the request log, which handles every request first. */
    record: RequestRecord;
  }
}

/** Facts about one request, for the log. */
class RequestRecord {
  accountId: string | undefined;
  errorCode: string | undefined;
  /** Set when a route serves the request. */
  route: Route | undefined;
  /** Set when tracing is on. */
  trace: { readonly traceId: string; readonly sampled: boolean } | undefined;
  /** Called when the answer has ended, before its line is written. */
  onEnd: (() => void) | undefined;
  #ownLog: Logger | undefined;

  constructor(
    readonly id: string,
    /** Probes and scrapes, of which nobody wants to read. */
    readonly isQuiet: boolean,
    private readonly serviceLog: Logger,
  ) {}

  /** Made only when needed, because making a logger costs more than writing a line. */
  get log(): Logger {
    this.#ownLog ??= this.serviceLog.child({
      request_id: this.id,
      ...(this.trace && { trace_id: this.trace.traceId }),
    });
    return this.#ownLog;
  }
}

/** The system writes this many bytes to a pipe at once, so that the lines of several workers do not mix. */
const maxWrite = 4096;

/**
 * The service's log: JSON lines, written asynchronously and in batches under load.
 * @param facts in every line
 */
export function openLog(
  level: string,
  destination: DestinationStream = pino.destination({
    sync: false,
    minLength: maxWrite - 1,
    maxWrite,
    periodicFlush: 200,
  }),
  facts: Readonly<Record<string, unknown>> | null = null,
): Logger {
  return pino(
    {
      level,
      base: facts,
      timestamp: pino.stdTimeFunctions.isoTime,
      // The serializers below never log headers or bodies; this also covers objects that other code logs.
      redact: [
        'headers.authorization',
        'headers["x-api-key"]',
        '*.headers.authorization',
        '*.headers["x-api-key"]',
      ],
      serializers: { err: (error: unknown) => buildFailureReport(error) },
    },
    destination,
  );
}

const quietPaths = new Set(['/healthz', '/readyz', '/metrics']);

/** One line per request, without headers, query string and body, which contain keys and customers' data. */
export function createRequestLog(log: Logger): RequestListener {
  return (request, response) => {
    const begun = performance.now();
    const path = maskPath(request);
    const record = new RequestRecord(getRequestId(request), quietPaths.has(path), log);
    response.setHeader('X-Request-Id', record.id);
    request.record = record;
    let failed = false;
    response.on('error', () => {
      failed = true;
    });
    response.once('close', () => {
      record.onEnd?.();
      if (record.isQuiet) return;
      const { accountId, errorCode } = record;
      const line = {
        request_id: record.id,
        method: request.method,
        path,
        status: response.statusCode,
        ms: Math.round(performance.now() - begun),
        ...(accountId !== undefined && { account_id: accountId }),
        ...(errorCode !== undefined && { error_code: errorCode }),
        ...(!response.writableFinished && { client_gone: true }),
      };
      if (record.trace) Object.assign(line, { trace_id: record.trace.traceId });
      // It happened to many, and the service works as it should.
      if (errorCode === 'service_overloaded') log.warn(line, 'refused');
      // An operator cannot act on a caller's error.
      else if (failed || response.statusCode >= 500) log.error(line, 'failed');
      else log.info(line, 'answered');
    });
  };
}

/** At most 181 bits, or 163 in hexadecimal digits. A key has 190, so that no encoding of one can be in an id. */
const validId = /^(?:[A-Za-z0-9._:-]{8,30}|[A-Fa-f0-9-]{8,36})$/;

/** Whether a text has a key, as it is, in hexadecimal digits or in base64, which looks different at each of four offsets. */
function hasKey(text: string): boolean {
  const inBase64 = [0, 1, 2, 3].map((at) => Buffer.from(text.slice(at), 'base64').toString('latin1'));
  return [text, Buffer.from(text, 'hex').toString('latin1'), ...inBase64].some((each) => mayBeKey.test(each));
}

/** The request's id, which is the caller's if valid and without a key. Every answer has it as `X-Request-Id`. */
export function getRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && validId.test(given) && !hasKey(given)) return given;
  return randomUUID();
}

/**
 * The path for the log: words of routes and ids only, so that no encoding of a key or of a customer's data can be in it, and no more
 * than the longest route has. Anything else is `(other)`, and what is or should be a key `(key)`.
 */
export function maskPath({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  // Longer than any path that is logged; the rest need not be read.
  const [path = ''] = url.slice(0, maxPathRead).split('?', 1);
  const [, ...segments] = path.split('/', maxSegments + 2);
  const shown = segments.slice(0, maxSegments).map((segment, at) => {
    const follows = segments[at - 1]?.toLowerCase() === 'reconcile' && !partsOfReconcile.has(segment);
    if (follows || mayBeKey.test(segment)) return '(key)';
    if (segment === '' || wordOrId.test(segment)) return segment;
    return '(other)';
  });
  return `/${shown.join('/')}${segments.length > maxSegments ? '/(other)' : ''}`;
}

const maxPathRead = 1_000;
const maxSegments = 10;

/** Also a part of a key. */
const mayBeKey = /cds_/i;

/** A key has more characters than a word of a route, and other ones than an id. */
const wordOrId =
  /^(?:[a-z][a-z0-9_-]{0,29}(?:\.[a-z]{2,5})?|\d{1,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.[a-z]{2,5})?)$/;

/** What follows `/reconcile` if it is not a key. */
const partsOfReconcile = new Set(['', 'suggest', 'preview', 'extend']);
