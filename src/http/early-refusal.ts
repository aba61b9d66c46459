import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buildErrorEnvelope } from '../contract/error-envelope.ts';
import { getErrorEntry, ServiceError } from '../contract/errors.ts';
import type { Admission } from './admission.ts';
import { getRequestId, type Logger } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { endAnswer, mustEndConnection } from './unread-body.ts';

/** How long a refused key is remembered, and how many keys. */
const rememberMs = 250;
const maxKeys = 1_000;
const logEveryMs = 1_000;

/**
 * Refuses a request before anything else is done with it, if the queue of light requests is full and its key was refused a
 * moment ago. When callers send several times as much as the service can do, the usual way to a refusal would take a
 * third of the processor. Requests without a key, such as health checks, always pass.
 */
export function addEarlyRefusal(
  listener: RequestListener,
  admission: Admission,
  log: Logger,
): RequestListener {
  const refusedAt = new Map<string, number>();
  let unlogged = 0;

  function rememberKey(key: string): void {
    refusedAt.delete(key);
    refusedAt.set(key, performance.now());
    const [oldest] = refusedAt.keys();
    if (refusedAt.size > maxKeys && oldest !== undefined) refusedAt.delete(oldest);
  }

  /** One line for many requests. */
  function noteRefusal(): void {
    unlogged += 1;
    if (unlogged > 1) return;
    setTimeout(() => {
      log.warn({ requests: unlogged, error_code: failure.code }, 'refused early');
      unlogged = 0;
    }, logEveryMs).unref();
  }

  return (request, response) => {
    const key = getKeyText(request);
    if (key !== '' && admission.isFull) {
      if (performance.now() - (refusedAt.get(key) ?? Number.NEGATIVE_INFINITY) < rememberMs) {
        admission.noteRefusal();
        noteRefusal();
        sendRefusal(request, response);
        return;
      }
      response.once('close', () => {
        if (request.record.errorCode === failure.code && admission.isFull) rememberKey(key);
      });
    }
    listener(request, response);
  };
}

/** Thrown nowhere, so it has no use for a stack of its own each time. */
const failure = new ServiceError('service_overloaded');

/** The key as it was sent. */
function getKeyText({ headers }: IncomingMessage): string {
  const { authorization, 'x-api-key': apiKey } = headers;
  return `${authorization ?? ''}${String(apiKey ?? '')}`;
}

/** What is the same in all refusals: ids of requests need no escapes in JSON. */
const idMark = '(id)';
const [bodyBefore = '', bodyAfter = ''] = JSON.stringify(buildErrorEnvelope(failure, idMark)).split(idMark);
const { status } = getErrorEntry(failure.code);
const headers: readonly string[] = [
  ...securityHeaders.flat(),
  ...['Content-Type', 'application/json; charset=utf-8'],
  ...['Cache-Control', 'no-store'],
  ...['Retry-After', '1'],
];

/** Headers set one by one would take a third of the time. */
function sendRefusal(request: IncomingMessage, response: ServerResponse): void {
  const id = getRequestId(request);
  const body = bodyBefore + id + bodyAfter;
  const own = ['X-Request-Id', id, 'Content-Length', String(Buffer.byteLength(body))];
  if (mustEndConnection(request)) own.push('Connection', 'close');
  response.writeHead(status, headers.concat(own));
  endAnswer(request, response, body);
}
