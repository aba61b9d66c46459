import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ServiceError } from '../contract/errors.ts';
import { SlowClientsBytes } from './slow-clients-bytes.ts';
import { askForBody, mustEndConnection } from './unread-body.ts';

/** A body of which less than this comes in so many seconds is given up. */
const minBytes = 10 * 1024;
const paceSeconds = 10;

const MiB = 1024 * 1024;

/**
 * What a body counts for, besides its bytes: its connection, and the decoder or file. Some never have any bytes, such as a gzip header
 * without an end.
 */
const baseBytes = { inMemory: 16 * 1024, inFiles: MiB } as const;

/** Where bodies are kept until they are whole and have their turn, and what answers take until they are read. */
export interface Receiving {
  readonly unsent: SlowClientsBytes;
  readonly inMemory: SlowClientsBytes;
  readonly inFiles: SlowClientsBytes;
  /** For the files. */
  readonly folder: string;
}

/** @param folder for large bodies; it is made when the first one comes */
export function createReceiving(folder: string): Receiving {
  return {
    unsent: new SlowClientsBytes({ maxTotal: 256 * MiB, maxPerAccount: 64 * MiB }),
    inMemory: new SlowClientsBytes({ maxTotal: 64 * MiB, maxPerAccount: 16 * MiB }),
    inFiles: new SlowClientsBytes({ maxTotal: 1024 * MiB, maxPerAccount: 256 * MiB }),
    folder,
  };
}

export const receivingInTemporaryFiles: Receiving = createReceiving(
  path.join(tmpdir(), 'company-data-uploads'),
);

export interface ReceivedBody {
  /** Once only. */
  bytes(): Promise<Buffer>;
  release(): void;
}

interface ReceiveOptions {
  readonly accountId: string;
  /** In bytes, before and after decoding. */
  readonly limit: number;
  /** Whether it is kept in a file. */
  readonly large: boolean;
  readonly receiving: Receiving;
}

/**
 * Receives a body to its end, at the client's pace.
 * @throws ServiceError payload_too_large, unsupported_media_type; invalid_request if it is incomplete or too slow;
 *   service_overloaded if too many bytes are being received. The rest is then not read.
 */
export async function receiveBody(
  request: IncomingMessage,
  response: ServerResponse,
  { accountId, limit, large, receiving }: ReceiveOptions,
): Promise<ReceivedBody> {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers;
  const inflate = createDecoder(encoding);
  if (Number(length) > limit) throw createTooLargeError(limit);
  askForBody(request, response);
  const sink = large ? await FileSink.openFile(receiving.folder) : new MemorySink();
  const source = inflate ? request.pipe(inflate) : request;
  const { promise: refused, reject: refuse } = createRefusal();
  const giveUp = (reason: ServiceError) => {
    // What is still sent is not worth a connection.
    if (!response.headersSent) response.setHeader('Connection', 'close');
    refuse(reason);
  };
  const kept = large ? 'inFiles' : 'inMemory';
  const held = receiving[kept].holdBytes(accountId, giveUp);
  held.add(baseBytes[kept]);
  // By seconds: when the thread was busy for long, the bytes that came meanwhile are read after one of them.
  const pace = setInterval(() => {
    seconds += 1;
    if (seconds < paceSeconds) return;
    if (arrived < minBytes) giveUp(new ServiceError('invalid_request', { message: notInTime }));
    seconds = 0;
    arrived = 0;
  }, 1_000);
  let seconds = 0;
  let arrived = 0;
  let encoded = 0;
  const countChunk = (chunk: Buffer) => {
    arrived += chunk.length;
    encoded += chunk.length;
    // Bytes that decode to nothing.
    if (encoded > limit) refuse(createTooLargeError(limit));
  };
  const refuseIncomplete = (cause?: unknown) => {
    if (!request.complete || cause) refuse(createMalformedError('The request body is incomplete.', cause));
  };
  request.on('data', countChunk).on('error', refuseIncomplete).on('close', refuseIncomplete);
  const releaseBody = () => {
    held.release();
    sink.close();
  };
  try {
    await Promise.race([fillSink(source, sink, { limit, take: held.add }), refused]);
  } catch (error) {
    releaseBody();
    if (inflate) request.unpipe(inflate);
    if (mustEndConnection(request)) request.pause();
    else request.resume();
    throw error;
  } finally {
    clearInterval(pace);
    request.off('data', countChunk).off('close', refuseIncomplete);
    inflate?.destroy();
  }
  held.complete();
  return { bytes: () => sink.readBytes(), release: releaseBody };
}

const notInTime = 'The request did not arrive in time.';

/** A failure that may come before anybody waits for it, or after. */
function createRefusal(): { readonly promise: Promise<never>; reject(reason: ServiceError): void } {
  let reject: (reason: ServiceError) => void = () => undefined;
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}

interface Sink {
  /** Returns no promise if there is nothing to wait for. */
  write(chunk: Buffer): Promise<unknown> | undefined;
  readBytes(): Promise<Buffer>;
  close(): void;
}

/** Resolves when everything is in the sink. */
function fillSink(
  source: Readable,
  sink: Sink,
  { limit, take }: { readonly limit: number; take(bytes: number): void },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let size = 0;
    let written: Promise<unknown> | undefined;
    source.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return reject(createTooLargeError(limit));
      take(chunk.length);
      written = sink.write(chunk);
      if (!written) return;
      source.pause();
      written.then(() => source.resume(), reject);
    });
    // A stream that is paused after its last piece may still end before that is written.
    source.once('end', () => void Promise.resolve(written).then(() => resolve(), reject));
    source.on('error', (cause) => reject(createMalformedError('The request body could not be read.', cause)));
  });
}

class MemorySink implements Sink {
  #chunks: Buffer[] = [];
  #isClosed = false;

  write(chunk: Buffer): undefined {
    if (!this.#isClosed) this.#chunks.push(chunk);
  }

  async readBytes(): Promise<Buffer> {
    const [first, ...more] = this.#chunks;
    if (first && more.length === 0) return first;
    return Buffer.concat(this.#chunks);
  }

  close(): void {
    this.#isClosed = true;
    this.#chunks = [];
  }
}

/** A file without a name, of which nothing remains if the process is killed. */
class FileSink implements Sink {
  #size = 0;
  /** What is done with the file, one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  private constructor(private readonly file: FileHandle) {}

  static async openFile(folder: string): Promise<FileSink> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = path.join(folder, randomUUID());
    const file = await open(name, 'wx+', 0o600);
    await unlink(name);
    return new FileSink(file);
  }

  write(chunk: Buffer): Promise<unknown> | undefined {
    if (this.#isClosed) return undefined;
    this.#size += chunk.length;
    const writing = this.#last.then(() => this.file.writeFile(chunk));
    this.#last = writing.catch(() => undefined);
    return writing;
  }

  async readBytes(): Promise<Buffer> {
    // Memory of its own, which can be given to a thread.
    const buffer = Buffer.allocUnsafeSlow(this.#size);
    let at = 0;
    while (at < this.#size) {
      const { bytesRead } = await this.file.read(buffer, at, this.#size - at, at);
      if (bytesRead === 0) throw new Error('a received body is shorter than it was');
      at += bytesRead;
    }
    return buffer;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    void this.#last.then(() => this.file.close().catch(() => undefined));
  }
}

const decoders = new Map<string, () => Transform | null>([
  ['identity', () => null],
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The stream that decodes an encoding; null for `identity`. */
function createDecoder(encoding: string): Transform | null {
  const decoder = decoders.get(encoding.toLowerCase());
  if (decoder) return decoder();
  throw new ServiceError('unsupported_media_type', {
    message: 'The Content-Encoding of the request body must be gzip, deflate, br or identity.',
  });
}

export function createTooLargeError(limit: number, cause?: unknown): ServiceError {
  return new ServiceError('payload_too_large', {
    message: `The request body is larger than ${limit / MiB} MiB, the limit of this endpoint.`,
    cause,
  });
}

export function createMalformedError(message: string, cause: unknown): ServiceError {
  return new ServiceError('invalid_request', { message, details: [{ field: '(root)', message }], cause });
}
