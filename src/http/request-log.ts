import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import pino, { type DestinationStream, type Logger } from 'pino';
import { failureReport } from '../failure-report.ts';
import { assignRequestId } from './request-id.ts';

export type { Logger } from 'pino';

declare module 'node:http' {
  interface IncomingMessage {
    /** Given by the request log, which sees every request first. */
    record: RequestRecord;
  }
}

/** What becomes known of one request. */
class RequestRecord {
  accountId: string | undefined;
  errorCode: string | undefined;
  private ownLog: Logger | undefined;

  constructor(
    readonly id: string,
    private readonly serviceLog: Logger,
  ) {}

  /** Made only for those that have something to say: a logger of its own costs more than the line of a request. */
  get log(): Logger {
    this.ownLog ??= this.serviceLog.child({ request_id: this.id });
    return this.ownLog;
  }
}

/** The service's log: JSON lines, written without waiting for the output, several at a time under load. */
export function openLog(
  level: string,
  destination: DestinationStream = pino.destination({ sync: false, minLength: 4096, periodicFlush: 200 }),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // The serializers below never log headers or bodies; this holds also for what others may hand to the log.
      redact: [
        'headers.authorization',
        'headers["x-api-key"]',
        '*.headers.authorization',
        '*.headers["x-api-key"]',
      ],
      serializers: { err: (error: unknown) => failureReport(error) },
    },
    destination,
  );
}

const quietPaths = new Set(['/healthz', '/readyz', '/metrics']);

/** One line for each request: no header, no query string, no body, for these hold keys and customers' data. */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const begun = Date.now();
    const record = new RequestRecord(assignRequestId(request, response), log);
    const path = pathOf(request);
    request.record = record;
    let broken = false;
    response.on('error', () => {
      broken = true;
    });
    response.once('close', () => {
      if (quietPaths.has(path)) return;
      const { accountId, errorCode } = record;
      const line = {
        request_id: record.id,
        method: request.method,
        path,
        status: response.statusCode,
        ms: Date.now() - begun,
        ...(accountId === undefined ? {} : { account_id: accountId }),
        ...(errorCode === undefined ? {} : { error_code: errorCode }),
        ...(response.writableFinished ? {} : { client_gone: true }),
      };
      // A fault of the caller's is nothing for an operator to act on.
      if (broken || response.statusCode >= 500) log.error(line, 'failed');
      else log.info(line, 'answered');
    });
    next();
  };
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '';
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
