import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorEnvelope } from '../contract/envelope.ts';
import { errorEntry, ServiceError } from '../contract/errors.ts';
import type { Logger } from './request-log.ts';

const tooLong: ReadonlySet<string | undefined> = new Set([
  'HPE_HEADER_OVERFLOW',
  'HPE_CHUNK_EXTENSIONS_OVERFLOW',
]);

/** Answers what is no HTTP, and so reaches no route, with the envelope of every failure, and closes the connection. */
export function answerBrokenRequests(server: Server, log: Logger): void {
  const newest = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => newest.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = newest.get(socket);
    const halfSent = response?.headersSent && !response.writableFinished;
    // Behind the half of another answer, this one would be taken for the rest of it.
    if (!socket.writable || halfSent || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const failure = failureOf(error);
    const id = randomUUID();
    log.info({ request_id: id, error_code: failure.code, reason: error.code }, 'broken request');
    socket.end(answerText(failure, id));
  });
}

function failureOf({ code }: NodeJS.ErrnoException): ServiceError {
  if (tooLong.has(code))
    return new ServiceError('payload_too_large', {
      message: 'The head of the request is longer than 16 KiB.',
    });
  const message =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? 'The request did not arrive in time.'
      : 'What was sent is not an HTTP request.';
  return new ServiceError('invalid_request', { message });
}

function answerText(failure: ServiceError, id: string): string {
  const body = JSON.stringify(errorEnvelope(failure, id));
  const { status } = errorEntry(failure.code);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
