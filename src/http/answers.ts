import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildErrorEnvelope } from '../contract/error-envelope.ts';
import { getErrorEntry, ServiceError } from '../contract/errors.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import type { EmptyAnswer, RouteAnswer, StreamAnswer } from './route.ts';
import type { SlowClientsBytes } from './slow-clients-bytes.ts';
import { endAnswer } from './unread-body.ts';

/** What an answer needs while it is sent. */
export interface SendingParts {
  /** The place of the request. */
  readonly place: LentPlace | undefined;
  /** For what its client has not read yet. */
  readonly unsent: SlowClientsBytes;
}

interface LentPlace {
  /** Gives the place to others while the client does not read what there is. */
  exitShare(): void;
  /** Waits for the place again, for any time. */
  takeAgain(): Promise<void>;
}

/** Sends a handler's answer. */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: RouteAnswer,
  parts: SendingParts,
): Promise<void> {
  if ('stream' in answer) await sendStream(request, response, answer, parts);
  else if ('empty' in answer) sendEmpty(response, answer);
  else sendJson(request, response, answer.status ?? 200, answer.body, answer.headers, parts.unsent);
}

/** Smaller answers are in the system's buffers at once. */
const smallAnswer = 16 * 1024;
/** A client that reads an answer more slowly than this is disconnected, after the first seconds. */
const minBytesPerSecond = 16 * 1024;
const drainTimeoutMs = 30_000;
/** What a stream takes between the rows that it has read and its client. */
const streamBytes = 4 * 1024 * 1024;

function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  unsent?: SlowClientsBytes,
): void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('Content-Length', length);
  if (unsent && length > smallAnswer) {
    holdUnsent(request, response, unsent, length);
    const late = setTimeout(() => response.destroy(), drainTimeoutMs + (length / minBytesPerSecond) * 1_000);
    response.once('close', () => clearTimeout(late));
  }
  endAnswer(request, response, text);
}

/** Until the client has the answer, the connection is closed, or the returned function is called. */
function holdUnsent(
  request: IncomingMessage,
  response: ServerResponse,
  unsent: SlowClientsBytes,
  bytes: number,
): () => void {
  const held = unsent.holdBytes(request.record.accountId ?? '', () => response.destroy());
  const releaseHeld = () => {
    held.release();
    response.off('finish', releaseHeld).off('close', releaseHeld);
  };
  response.on('finish', releaseHeld).on('close', releaseHeld);
  held.add(bytes);
  return releaseHeld;
}

function sendEmpty(response: ServerResponse, { status }: EmptyAnswer): void {
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', 0);
  response.end();
}

async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  answer: StreamAnswer,
  { place, unsent }: SendingParts,
): Promise<void> {
  const { stream } = answer;
  // A failure can become an error answer only before the first bytes are sent.
  await once(stream, 'readable');
  response.statusCode = answer.status ?? 200;
  response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  if (request.method === 'HEAD') {
    stream.destroy();
    response.end();
    return;
  }
  // Leaving the loop destroys the stream.
  for await (const chunk of stream) {
    if (response.destroyed) throw new ClientGone();
    if (response.write(chunk)) continue;
    place?.exitShare();
    // Only now: what is read at once keeps its place, so that there are few of them.
    const release = holdUnsent(request, response, unsent, streamBytes);
    await waitForDrain(response);
    release();
    await place?.takeAgain();
  }
  response.end();
}

/** Waits until the client has read what there is. @throws if it has gone, or reads too slowly */
async function waitForDrain(response: ServerResponse): Promise<void> {
  if (response.destroyed) throw new ClientGone();
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => response.destroy(), drainTimeoutMs);
    const handleClose = () => {
      clearTimeout(late);
      reject(new ClientGone());
    };
    response.once('close', handleClose).once('drain', () => {
      clearTimeout(late);
      response.off('close', handleClose);
      resolve();
    });
  });
}

class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** The only place where a failure becomes an answer. Internal details are logged and not shown. */
export function sendError(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  const error = toServiceError(thrown);
  const { status } = getErrorEntry(error.code);
  request.record.errorCode = error.code;
  if (response.destroyed) {
    request.record.log.debug({ err: thrown }, 'the client closed the connection');
    return;
  }
  // The request's own line says that it was refused; more would be work when there is too much of it, unless something failed.
  if (status >= 500 && (error.code !== 'service_overloaded' || error.cause))
    request.record.log.error({ err: error.cause ?? error, error_code: error.code }, error.message);
  if (response.headersSent) {
    // Part of the answer has been sent: closing the connection is the only way to show that it is incomplete.
    response.destroy();
    return;
  }
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  if (error.allow) response.setHeader('Allow', error.allow.join(', '));
  const retryAfter = error.retryAfterSeconds ?? (status === 503 ? unavailableSeconds : undefined);
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(Math.max(1, Math.ceil(retryAfter))));
  sendJson(request, response, status, buildErrorEnvelope(error, request.record.id));
}

/** After a restart, both stores answer within seconds. */
const unavailableSeconds = 5;

/** SQLSTATE */
const diskFull = '53100';

function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isDatabaseUnavailable(thrown))
    return new ServiceError('database_unavailable', {
      cause: thrown,
      ...(Object(thrown).code === diskFull && { message: 'The database has no space left to write.' }),
    });
  // Thrown by the router for invalid percent-encoding in the path.
  if (thrown instanceof URIError) {
    const details = [{ field: 'path', message: 'has invalid percent-encoding' }];
    return new ServiceError('invalid_query', { details, cause: thrown });
  }
  return new ServiceError('internal_error', { cause: thrown });
}
