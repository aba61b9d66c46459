import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const saneId = /^[A-Za-z0-9._:-]{8,128}$/;

/** Gives the request its id, the caller's own if that is sane, and shows it on the answer. */
export function assignRequestId(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && saneId.test(given) ? given : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}
