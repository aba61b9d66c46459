import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../contract/errors.ts';
import { sendError } from './answers.ts';

/**
 * Whether the request has exactly one Host, as HTTP/1.1 requires (RFC 9112, section 3.2); any other is refused. Node's own
 * refusal would have no body.
 */
export function isFromOneHost(request: IncomingMessage, response: ServerResponse): boolean {
  const { rawHeaders, httpVersion } = request;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return true;
  const fault = hosts === 0 ? 'is required' : 'must be given once';
  const message = `The Host header ${fault}.`;
  const details = [{ field: 'Host', message: fault }];
  sendError(request, response, new ServiceError('invalid_request', { message, details }));
  return false;
}
