import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '../contract/errors.ts';

/**
 * The API key of a request: `Authorization: Bearer <key>` or `x-api-key: <key>` (docs/specification.md#authentication).
 * Another authorization scheme, which a proxy may add, is ignored.
 * @throws ServiceError invalid_api_key if there is no key, or two different ones
 */
export function readApiKey(headers: IncomingHttpHeaders): string {
  const bearer = /^Bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1]?.trim();
  const plain = headers['x-api-key'];
  const header = (Array.isArray(plain) ? plain.join(',') : plain)?.trim();
  const key = bearer ?? header;
  if (!key) throw new ServiceError('invalid_api_key');
  if (header !== undefined && header !== key) {
    throw new ServiceError('invalid_api_key', { message: 'The request contains two different API keys.' });
  }
  return key;
}
