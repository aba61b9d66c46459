import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../contract/errors.ts';
import type { BodyReading, LargeBodies } from '../../http/request-body.ts';
import { Turns } from '../../turns.ts';
import { type ChoicesUpload, readChoicesBody } from './choice-reading.ts';
import { type FileUpload, readFileBody } from './file-reading.ts';
import { type ImportReading, readImportBody, type SourceUpload } from './import-reading.ts';
import type { ImportTask } from './import-worker.ts';
import { ReadingThreads } from './reading-threads-service.ts';

/** Reading up to this size takes a few milliseconds, less than starting a thread. */
const maxBytesHere = 64 * 1024;
/** The first bytes of a workbook. */
const zipMark = 'PK\u0003\u0004';

/**
 * Reads uploads, large ones in a worker thread (docs/traps.md#parsing-blocks). Large uploads queue, so that a burst
 * takes neither all memory nor all processors, and one account cannot keep others waiting.
 */
export class ImportParsing {
  /** For bodies that are being received or are in memory. */
  readonly #bodies = new Turns({ inAll: 6, ofOneKey: 2 });
  readonly #turns = new Turns({ inAll: 2, ofOneKey: 1 });
  readonly #threads = new ReadingThreads();

  readonly #turn = (accountId: string): Promise<() => void> => this.#bodies.take(accountId);

  /** Rows in JSON. Parsing throws when the bytes are not JSON in UTF-8. */
  readonly rows: LargeBodies<SourceUpload> = {
    turn: this.#turn,
    parse: async (bytes, { accountId }) => {
      const seed = newSeed();
      if (bytes.length <= maxBytesHere) return bodyReading(readImportBody(bytes, seed));
      return bodyReading(
        await this.#inThread<SourceUpload>(accountId, { as: 'rows', bytes: ownMemory(bytes), seed }),
      );
    },
  };

  readonly files: LargeBodies<FileUpload> = {
    turn: this.#turn,
    parse: async (bytes, { accountId, ...sent }) => {
      const seed = newSeed();
      if (isSmallText(bytes)) return bodyReading(await readFileBody({ ...sent, bytes, seed }));
      const task = { ...sent, as: 'source', bytes: ownMemory(bytes), seed } as const;
      return bodyReading(await this.#inThread<FileUpload>(accountId, task));
    },
  };

  /** Tables of candidates that come back. */
  readonly choices: LargeBodies<ChoicesUpload> = {
    turn: this.#turn,
    parse: async (bytes, { accountId, ...sent }) => {
      if (isSmallText(bytes)) return bodyReading(await readChoicesBody({ ...sent, bytes }));
      const task = { ...sent, as: 'choices', bytes: ownMemory(bytes) } as const;
      return bodyReading(await this.#inThread<ChoicesUpload>(accountId, task));
    },
  };

  async #inThread<Upload>(accountId: string, task: ImportTask): Promise<ImportReading<Upload>> {
    const leave = await this.#turns.take(accountId);
    try {
      return await this.#threads.read<Upload>(task);
    } finally {
      leave();
    }
  }
}

/** A small workbook, also one in a form, can contain a large sheet. */
function isSmallText(bytes: Buffer): boolean {
  return bytes.length <= maxBytesHere && !bytes.includes(zipMark);
}

function newSeed() {
  return { now: Date.now(), random: Uint8Array.from(randomBytes(16)) };
}

function bodyReading<Upload>(reading: ImportReading<Upload>): BodyReading<Upload> {
  const { scope } = reading;
  if ('upload' in reading) return { value: { ...scope, ...reading.upload } };
  const { code, ...options } = reading.fault;
  return { value: scope, failure: new ServiceError(code, options) };
}

/** Memory that can be transferred to a thread: the buffer itself, or a copy if it is part of a pool. */
function ownMemory(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && bytes.byteOffset === 0 && bytes.byteLength === buffer.byteLength)
    return new Uint8Array(buffer);
  return Uint8Array.from(bytes);
}
