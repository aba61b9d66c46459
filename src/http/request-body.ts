import express, { type Request, type Response } from 'express';
import { ServiceError } from '../contract/errors.ts';
import type { Route } from './route.ts';

const defaultBodyLimit = 1024 * 1024;

/** The body of a request, or why it cannot be read. A failure is reported only after key, scope and rate are checked. */
export type BodyReading = { readonly value: unknown } | { readonly failure: ServiceError };

export type BodyReader = (request: Request, response: Response) => Promise<BodyReading>;

/** Reads JSON in UTF-8 up to the route's limit. No body at all counts as `{}`, so that its schema names what is missing. */
export function bodyReader({ bodyLimit = defaultBodyLimit, parseBody = parseHere }: Route): BodyReader {
  const readBytes = express.raw({ type: () => true, limit: bodyLimit });
  return async (request, response) => {
    if (!hasBody(request)) return { value: {} };
    if (!isJson(request.headers['content-type']))
      return { failure: new ServiceError('unsupported_media_type') };
    const refused = await new Promise<unknown>((resolve) => readBytes(request, response, resolve));
    if (refused) return { failure: readingFailure(refused, bodyLimit) };
    const bytes: unknown = request.body;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) return { value: {} };
    try {
      return { value: await parseBody(bytes) };
    } catch (cause) {
      return { failure: malformed('The request body is not valid JSON in UTF-8.', cause) };
    }
  };
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  if (!/^application\/(json|[a-z0-9.-]+\+json)$/.test(type.trim())) return false;
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"]*)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean);
  return charset === undefined || charset === 'utf-8' || charset === 'utf8';
}

// Fatal: replacing broken bytes would store names that nobody sent.
const utf8 = new TextDecoder('utf-8', { fatal: true });

async function parseHere(bytes: Buffer): Promise<unknown> {
  return JSON.parse(utf8.decode(bytes));
}

/** The body reader marks its errors with `type` and, where a status fits, `status`. */
function readingFailure(cause: unknown, limit: number): ServiceError {
  const status = typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : undefined;
  if (status === 413) {
    return new ServiceError('payload_too_large', {
      message: `The request body is larger than the ${limit / 2 ** 20} MiB this endpoint takes.`,
      cause,
    });
  }
  if (status === 415) return new ServiceError('unsupported_media_type', { cause });
  return malformed('The request body could not be read.', cause);
}

function malformed(message: string, cause: unknown): ServiceError {
  return new ServiceError('invalid_request', { message, details: [{ field: '(root)', message }], cause });
}
