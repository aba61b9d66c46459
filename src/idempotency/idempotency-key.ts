import { ServiceError } from '../contract/errors.ts';

/** The `Idempotency-Key` header as received. */
export type KeyHeader = string | readonly string[] | undefined;

const maxKeyLength = 255;

/** @throws ServiceError invalid_request for a key that is empty, too long or sent twice */
export function readKey(header: KeyHeader): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string') throw badKey('must be given once');
  if (header === '') throw badKey('must not be empty');
  if (header.length > maxKeyLength) throw badKey(`must have at most ${maxKeyLength} characters`);
  return header;
}

function badKey(message: string): ServiceError {
  return new ServiceError('invalid_request', {
    message: `The Idempotency-Key header ${message}.`,
    details: [{ field: 'Idempotency-Key', message }],
  });
}
