import type { IncomingMessage, ServerResponse } from 'node:http';
import pino, { type DestinationStream, type Logger } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';
import { assignRequestId } from './request-id.ts';

export type { Logger } from 'pino';

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
    },
    destination,
  );
}

const quietPaths = new Set(['/healthz', '/readyz', '/metrics']);

/** One line for each request: no header, no query string, no body, for these hold keys and customers' data. */
export function requestLog(logger: Logger): HttpLogger<IncomingMessage, ServerResponse> {
  return pinoHttp<IncomingMessage, ServerResponse>({
    logger,
    genReqId: assignRequestId,
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'request_id' },
    autoLogging: { ignore: (request) => quietPaths.has(pathOf(request)) },
    // A fault of the caller's is nothing for an operator to act on.
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'answered',
    customErrorMessage: () => 'failed',
    customSuccessObject: describe,
    customErrorObject: (request, response, _error, value) => describe(request, response, value),
    serializers: { req: () => undefined, res: () => undefined, err: pino.stdSerializers.err },
  });
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '';
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function describe(
  request: IncomingMessage,
  response: ServerResponse,
  value: { responseTime?: number },
): object {
  const { error_code, account_id } = outcomes.get(response) ?? {};
  return {
    method: request.method,
    path: pathOf(request),
    status: response.statusCode,
    ms: value.responseTime,
    ...(account_id === undefined ? {} : { account_id }),
    ...(error_code === undefined ? {} : { error_code }),
    ...(response.writableFinished ? {} : { client_gone: true }),
  };
}

interface Outcome {
  account_id?: string;
  error_code?: string;
}

const outcomes = new WeakMap<ServerResponse, Outcome>();

/** Adds what became known of a request to its log line. */
export function noteOutcome(response: ServerResponse, outcome: Outcome): void {
  outcomes.set(response, { ...outcomes.get(response), ...outcome });
}
