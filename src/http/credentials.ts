import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../contract/errors.ts';

/**
 * The API key of a request: `Authorization: Bearer <key>` or `x-api-key: <key>` (docs/specification.md#authentication).
 * Another authorization scheme, as a proxy may add, counts as none.
 * @throws ServiceError invalid_api_key when there is none, or two that differ
 */
export function apiKeyOf(headers: IncomingHttpHeaders): string {
  const bearer = /^Bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
  const plain = headers['x-api-key'];
  const header = (Array.isArray(plain) ? plain.join(',') : plain)?.trim();
  const key = bearer ?? header;
  if (!key) throw new ServiceError('invalid_api_key');
  if (header !== undefined && header !== key) {
    throw new ServiceError('invalid_api_key', { message: 'The request carries two different API keys.' });
  }
  return key;
}
