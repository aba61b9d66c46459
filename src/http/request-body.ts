import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import readRaw from 'raw-body';
import { ServiceError } from '../contract/errors.ts';
import { hasMoreValues, unsafeKeyFault } from './json-faults.ts';
import { askForBody, hasBody } from './unread-body.ts';

const defaultBodyLimit = 1024 * 1024;
/** A body is given up if no bytes arrive for this long. */
const stalledMs = 30_000;

/** The value of a request body, or why it cannot be used. */
export type BodyReading<Body = unknown> =
  | { readonly value: Body; readonly failure?: never }
  /** With the value's top level if it could be read, because it may name another account. */
  | { readonly value?: unknown; readonly failure: ServiceError };

/** Reads the bodies of endpoints with `largeBodies`, into the form that the handler takes. */
export interface LargeBodies<Body> {
  /** Waits until a body of this account may be read into memory; the returned function ends the turn. */
  turn(accountId: string): Promise<() => void>;
  /** The parsed value, which is not checked again. Throws if the bytes are not JSON in UTF-8. */
  parse(bytes: Buffer, request: BodyRequest): Promise<BodyReading<Body>>;
}

/** What a reader of large bodies knows about their request. */
export interface BodyRequest {
  readonly accountId: string;
  /** Empty if there is none. */
  readonly contentType: string;
  /** Not checked yet; without the account scope. */
  readonly query: unknown;
}

const emptyObject = Buffer.from('{}');

export type BodyReader = (
  request: IncomingMessage,
  response: ServerResponse,
  about: Omit<BodyRequest, 'contentType'>,
) => Promise<BodyReading>;

/**
 * Reads JSON in UTF-8, or files, up to the route's limit. An absent body counts as `{}`, so that the schema names missing
 * fields.
 */
export function bodyReader({
  bodyLimit = defaultBodyLimit,
  bodies,
  takesFile = false,
  formFields,
}: {
  readonly bodyLimit?: number;
  readonly bodies?: LargeBodies<unknown>;
  readonly takesFile?: boolean;
  readonly formFields?: readonly string[];
}): BodyReader {
  const parse = (bytes: Buffer, about: BodyRequest) => {
    if (bodies) return bodies.parse(bytes, about);
    return formFields && isForm(about.contentType) ? parseForm(bytes, formFields) : parseHere(bytes);
  };

  const absent = takesFile ? Buffer.alloc(0) : emptyObject;

  async function readAndParse(
    request: IncomingMessage,
    response: ServerResponse,
    about: BodyRequest,
  ): Promise<BodyReading> {
    let bytes: Buffer;
    try {
      bytes = await readBytes(request, response, bodyLimit);
    } catch (cause) {
      return { failure: readingFailure(cause, bodyLimit) };
    }
    return parsed(bytes, about);
  }

  async function parsed(bytes: Buffer, about: BodyRequest): Promise<BodyReading> {
    try {
      return await parse(bytes.length === 0 ? absent : bytes, about);
    } catch (cause) {
      if (cause instanceof ServiceError) return { failure: cause };
      // Any bytes can be a file, so this is not the caller's fault.
      if (takesFile) throw cause;
      return { failure: malformed('The request body is not valid JSON in UTF-8.', cause) };
    }
  }

  return async (request, response, { accountId, query }) => {
    const about = { accountId, query, contentType: request.headers['content-type'] ?? '' };
    if (!hasBody(request)) return parsed(absent, about);
    const isReadable = takesFile || isJson(about.contentType) || (formFields && isForm(about.contentType));
    if (!isReadable)
      return { failure: new ServiceError('unsupported_media_type', { ...(formFields && formOrJson) }) };
    if (!bodies || Number(request.headers['content-length']) <= defaultBodyLimit)
      return readAndParse(request, response, about);
    // Refused at once, without waiting for a turn.
    if (Number(request.headers['content-length']) > bodyLimit) return { failure: tooLarge(bodyLimit) };
    const leave = await bodies.turn(accountId);
    try {
      return await readAndParse(request, response, about);
    } finally {
      leave();
    }
  };
}

const formOrJson = {
  message: 'The request body must be JSON in UTF-8, or a form (application/x-www-form-urlencoded).',
};

/** @throws like raw-body, with `status` 413, if the body is larger than the limit; the rest is then not read */
async function readBytes(request: IncomingMessage, response: ServerResponse, limit: number): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  const inflate = inflating(encoding);
  if (Number(length) > limit) throw tooLarge(limit);
  askForBody(request, response);
  if (!inflate && Number(length) <= smallBody) return readSmall(request);
  const source = inflate ? request.pipe(inflate) : request;
  let listen: (chunk: Buffer) => void = () => {};
  let stalled: NodeJS.Timeout | undefined;
  const refused = new Promise<never>((_, reject) => {
    let received = 0;
    stalled = setTimeout(() => reject(late()), stalledMs);
    listen = (chunk) => {
      stalled?.refresh();
      received += chunk.length;
      // Counts compressed bytes, which may decompress to nothing.
      if (received > limit) reject(tooLarge(limit));
    };
  });
  const reading = readRaw(source, { limit, ...(!inflate && length !== undefined && { length }) });
  // Added after the reader's listener, because the first listener starts the stream.
  request.on('data', listen);
  try {
    return await Promise.race([reading, refused]);
  } finally {
    clearTimeout(stalled);
    request.off('data', listen);
    if (inflate) {
      request.unpipe(inflate);
      inflate.destroy();
    }
  }
}

/** Bodies up to this size are read without the parts that large or compressed ones need. */
const smallBody = 64 * 1024;

/** Reads a body whose length is known and within the limit; Node ends it there. */
function readSmall(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const stalled = setTimeout(() => reject(late()), stalledMs);
    request.on('data', (chunk: Buffer) => {
      stalled.refresh();
      chunks.push(chunk);
    });
    let isWhole = false;
    request.once('end', () => {
      isWhole = true;
      clearTimeout(stalled);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', reject);
    request.once('close', () => {
      if (isWhole) return;
      clearTimeout(stalled);
      reject(malformed('The request body is incomplete.', undefined));
    });
  });
}

const late = () => new ServiceError('invalid_request', { message: 'The request did not arrive in time.' });

const decoders = new Map<string, () => Transform | null>([
  ['identity', () => null],
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The stream that decodes an encoding; null for `identity`. */
function inflating(encoding: string): Transform | null {
  const decoder = decoders.get(encoding.toLowerCase());
  if (decoder) return decoder();
  throw new ServiceError('unsupported_media_type', {
    message: 'The Content-Encoding of the request body must be gzip, deflate, br or identity.',
  });
}

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

async function parseHere(bytes: Buffer): Promise<BodyReading> {
  if (hasMoreValues(bytes, maxValues)) {
    throw new ServiceError('payload_too_large', {
      message: `The request body has more than ${maxValues.toLocaleString('en')} values.`,
    });
  }
  const text = utf8.decode(bytes);
  const value: unknown = JSON.parse(text);
  const fault = unsafeKeyFault(text, value);
  return fault ? { value, failure: new ServiceError('invalid_request', { details: [fault] }) } : { value };
}

/** The fields of a form that are JSON, as if they were those of a JSON body. Other fields are left out. */
async function parseForm(bytes: Buffer, jsonFields: readonly string[]): Promise<BodyReading> {
  const form = utf8.decode(bytes);
  // URLSearchParams replaces what is not UTF-8; this throws instead.
  decodeURIComponent(form);
  const fields = new URLSearchParams(form);
  const value: Record<string, unknown> = {};
  let failure: ServiceError | undefined;
  for (const field of jsonFields) {
    const [text, ...more] = fields.getAll(field);
    if (text === undefined) continue;
    const fault = (message: string) => new ServiceError('invalid_request', { details: [{ field, message }] });
    if (more.length > 0) failure ??= fault('must be given once');
    try {
      const read = await parseHere(Buffer.from(text));
      value[field] = read.value;
      failure ??= read.failure;
    } catch (error) {
      failure ??= error instanceof ServiceError ? error : fault('must be JSON');
    }
  }
  return failure ? { value, failure } : { value };
}

/** Errors of raw-body, which have a `status`, and of zlib. */
function readingFailure(cause: unknown, limit: number): ServiceError {
  if (cause instanceof ServiceError) return cause;
  const status = typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : undefined;
  if (status === 413) return tooLarge(limit, cause);
  return malformed('The request body could not be read.', cause);
}

function tooLarge(limit: number, cause?: unknown): ServiceError {
  return new ServiceError('payload_too_large', {
    message: `The request body is larger than ${limit / 2 ** 20} MiB, the limit of this endpoint.`,
    cause,
  });
}

function malformed(message: string, cause: unknown): ServiceError {
  return new ServiceError('invalid_request', { message, details: [{ field: '(root)', message }], cause });
}
