import { ServiceError } from '../contract/errors.ts';

/** The `Idempotency-Key` header as received. */
export type KeyHeader = string | readonly string[] | undefined;

const maxKeyLength = 255;

/** @throws ServiceError invalid_request for a key that is empty, too long or sent twice */
export function parseKey(header: KeyHeader): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string') throw createKeyError('must be given once');
  if (header === '') throw createKeyError('must not be empty');
  if (header.length > maxKeyLength) throw createKeyError(`must have at most ${maxKeyLength} characters`);
  return header;
}

function createKeyError(message: string): ServiceError {
  return new ServiceError('invalid_request', {
    message: `The Idempotency-Key header ${message}.`,
    details: [{ field: 'Idempotency-Key', message }],
  });
}

/** The parts of a request that are needed. Header names are in lower case. */
interface KeyedRequest extends Pick<KeyedCall, 'method' | 'path'> {
  readonly account: { readonly accountId: string };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The keyed call of a request, to which the service adds the content. */
export function buildKeyedCall(request: KeyedRequest): Omit<KeyedCall, 'request'> {
  const { account, method, path, headers } = request;
  return { accountId: account.accountId, method, path, idempotencyKey: headers['idempotency-key'] };
}

/** A call that may have a key, after authentication, limits and schema checks. */
export interface KeyedCall {
  readonly accountId: string;
  readonly method: string;
  /** As requested, without the query string: a key is valid for one path. */
  readonly path: string;
  readonly idempotencyKey: KeyHeader;
  /** The content of the request. A repeated call with another content is refused. */
  readonly request: object;
  /** Do everything, but keep neither the work nor the key. */
  readonly dryRun?: boolean;
}
