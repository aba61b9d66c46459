import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const validId = /^[A-Za-z0-9._:-]{8,128}$/;

/** Returns the request's id, which is the caller's if valid, and sets it on the answer. */
export function assignRequestId(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && validId.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}
