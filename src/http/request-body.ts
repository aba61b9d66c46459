import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../contract/errors.ts';
import { findUnsafeKeyFault, hasMoreValues } from './json-faults.ts';
import { createMalformedError, createTooLargeError, type Receiving, receiveBody } from './receive-body.ts';
import { hasBody } from './unread-body.ts';

const defaultBodyLimit = 1024 * 1024;

/** The value of a request body, or why it cannot be used. */
export type ParsedBody<Body = unknown> =
  | { readonly value: Body; readonly failure?: never }
  /** With the value's top level if it could be read, because it may name another account. */
  | { readonly value?: unknown; readonly failure: ServiceError };

/** Reads the bodies of endpoints with `largeBodies`, into the form that the handler takes. */
export interface LargeBodies<Body> {
  /** Waits until a large body of this account may be in memory; the returned function ends the turn. */
  acquirePlace(accountId: string): Promise<() => void>;
  /** The parsed value, which is not checked again. Throws if the bytes are not JSON in UTF-8. */
  parse(bytes: Buffer, request: BodyRequest): Promise<ParsedBody<Body>>;
}

/** What a reader of large bodies knows about their request. */
export interface BodyRequest {
  readonly accountId: string;
  /** Empty if there is none. */
  readonly contentType: string;
  /** Not checked yet; without the account scope. */
  readonly query: unknown;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

const emptyObject = Buffer.from('{}');

/** A body that is whole, or why it cannot be used. */
export interface WholeBody {
  /** Once only. */
  read(): Promise<ParsedBody>;
  /** If it is not read, too. */
  release(): void;
}

export type BodyReceiver = (
  request: IncomingMessage,
  response: ServerResponse,
  about: Omit<BodyRequest, 'contentType'>,
) => Promise<WholeBody>;

/**
 * Receives JSON in UTF-8, or files, up to the route's limit, and reads them when it is their turn. An absent body counts as `{}`, so
 * that the schema names missing fields.
 */
export function createBodyReceiver({
  bodyLimit = defaultBodyLimit,
  bodies,
  takesFile = false,
  formFields,
  receiving,
}: {
  readonly receiving: Receiving;
  readonly bodyLimit?: number;
  readonly bodies?: LargeBodies<unknown>;
  readonly takesFile?: boolean;
  readonly formFields?: readonly string[];
}): BodyReceiver {
  const parseBody = (bytes: Buffer, about: BodyRequest) => {
    if (bodies) return bodies.parse(bytes, about);
    if (formFields && isForm(about.contentType)) return parseForm(bytes, formFields);
    return parseHere(bytes);
  };

  const absent = takesFile ? Buffer.alloc(0) : emptyObject;

  async function tryParse(bytes: Buffer, about: BodyRequest): Promise<ParsedBody> {
    try {
      return await parseBody(bytes.length === 0 ? absent : bytes, about);
    } catch (cause) {
      if (cause instanceof ServiceError) return { failure: cause };
      // Any bytes can be a file, so this is not the caller's fault.
      if (takesFile) throw cause;
      return { failure: createMalformedError('The request body is not valid JSON in UTF-8.', cause) };
    }
  }

  const makeWholeBody = (read: WholeBody['read']): WholeBody => ({ read, release: () => undefined });
  const makeUnusableBody = (failure: ServiceError) => makeWholeBody(async () => ({ failure }));

  return async (request, response, given) => {
    const { accountId } = given;
    const about = { ...given, contentType: request.headers['content-type'] ?? '' };
    if (!hasBody(request)) return makeWholeBody(() => tryParse(absent, about));
    const isReadable = takesFile || isJson(about.contentType) || (formFields && isForm(about.contentType));
    if (!isReadable)
      return makeUnusableBody(new ServiceError('unsupported_media_type', { ...(formFields && formOrJson) }));
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (length > bodyLimit && Number.isFinite(length))
      return makeUnusableBody(createTooLargeError(bodyLimit));
    const large = bodies !== undefined && length > defaultBodyLimit;
    try {
      const kept = { accountId, limit: bodyLimit, large, receiving };
      const received = await receiveBody(request, response, kept);
      return {
        async read() {
          const leave = large ? await bodies.acquirePlace(accountId) : () => undefined;
          try {
            return await tryParse(await received.bytes(), about);
          } finally {
            leave();
          }
        },
        release: received.release,
      };
    } catch (error) {
      if (error instanceof ServiceError) return makeUnusableBody(error);
      throw error;
    }
  };
}

const formOrJson = {
  message: 'The request body must be JSON in UTF-8, or a form (application/x-www-form-urlencoded).',
};

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  if (!/^application\/(json|[a-z0-9.-]+\+json)$/.test(type.trim())) return false;
  const charset = parameters
    .map((parameter) => /^charset="?([^"]*)"?$/.exec(parameter.trim())?.[1])
    .find(Boolean);
  return charset === undefined || charset === 'utf-8' || charset === 'utf8';
}

function isForm(contentType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType);
}

// Fatal: replacing invalid bytes would store names that the caller did not send.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parsing a megabyte of small values would block other requests for a quarter of a second. */
const maxValues = 50_000;

async function parseHere(bytes: Buffer): Promise<ParsedBody> {
  if (hasMoreValues(bytes, maxValues)) {
    throw new ServiceError('payload_too_large', {
      message: `The request body has more than ${maxValues.toLocaleString('en')} values.`,
    });
  }
  const text = utf8.decode(bytes);
  const value: unknown = JSON.parse(text);
  const fault = findUnsafeKeyFault(text, value);
  if (fault) return { value, failure: new ServiceError('invalid_request', { details: [fault] }) };
  return { value };
}

/** The fields of a form that are JSON, as if they were those of a JSON body. Other fields are left out. */
async function parseForm(bytes: Buffer, jsonFields: readonly string[]): Promise<ParsedBody> {
  const form = utf8.decode(bytes);
  // URLSearchParams replaces what is not UTF-8; this throws instead.
  decodeURIComponent(form);
  const fields = new URLSearchParams(form);
  const value: Record<string, unknown> = {};
  let failure: ServiceError | undefined;
  for (const field of jsonFields) {
    const [text, ...more] = fields.getAll(field);
    if (text === undefined) continue;
    const createFieldError = (message: string) =>
      new ServiceError('invalid_request', { details: [{ field, message }] });
    if (more.length > 0) failure ??= createFieldError('must be given once');
    try {
      const read = await parseHere(Buffer.from(text));
      value[field] = read.value;
      failure ??= read.failure;
    } catch (error) {
      failure ??= error instanceof ServiceError ? error : createFieldError('must be JSON');
    }
  }
  if (failure) return { value, failure };
  return { value };
}
