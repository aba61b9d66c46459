import { randomBytes } from 'node:crypto';
import { ServiceError } from '../../../contract/errors.ts';
import type { BodyRequest, LargeBodies, ParsedBody } from '../../../http/request-body.ts';
import { acquireOrRefuse } from '../../../running/acquire-or-refuse.ts';
import { KeyedSemaphore } from '../../../running/keyed-semaphore.ts';
import type { ChoicesUpload } from '../decisions/read-choices.ts';
import type { RememberedUpload } from '../decisions/read-remembered.ts';
import type { FileUpload as ReadFile } from '../parsing/read-file.ts';
import type { SourceUpload, UploadResult } from '../parsing/read-import.ts';
import type { ImportTask } from './import-worker.ts';
import { ParserProcesses } from './parser-processes-service.ts';

/** A file that was read, with its bytes if they are kept. */
export type FileUpload = Omit<ReadFile, 'kept'> & { readonly file: Uint8Array | null };

/** Reading up to this size takes milliseconds, so it does not wait for large uploads. */
const maxSmallBytes = 64 * 1024;
/** How long an upload waits for its turn: as long as a file may take, if it has the processor. */
const acquireTimeoutMs = 60_000;
/** Starting takes a second, and several on a busy machine. */
const maxStartMs = 60_000;

/** Of the processes that read texts up to `maxSmallBytes`, and of those for all other files (docs/sources.md has the table). */
export const readerBounds = {
  // One that waits keeps previews fast.
  small: {
    places: { maxTotal: 2, maxPerKey: 1 },
    limits: { heapMb: 128, memoryMb: 384, maxCpuMs: 20_000, maxStartMs, maxIdleMs: 600_000 },
  },
  // A normal table in 32 MiB of JSON needs a third of this heap, but empty objects need more. The largest tables need 20 s on a
  // busy machine. The bytes of the upload and of its rows are outside the heap.
  large: {
    places: { maxTotal: 2, maxPerKey: 1 },
    limits: { heapMb: 512, memoryMb: 1_280, maxCpuMs: 60_000, maxStartMs, maxIdleMs: 10_000 },
  },
} as const;

function readers({ places, limits }: (typeof readerBounds)[keyof typeof readerBounds]) {
  return { semaphore: new KeyedSemaphore(places), processes: new ParserProcesses(limits) };
}

/** The first bytes of a workbook. */
const zipMark = 'PK\u0003\u0004';

/**
 * Reads uploads in processes of their own (docs/traps.md#parsing-blocks), whatever their size: only a process can be ended
 * when a file was made to be slow or large. Uploads queue, so that a burst takes neither all memory nor all processors, and
 * accounts have their turns one after the other. One that has no turn in time is refused.
 */
export class ImportParsing {
  /** For bodies that are being received or are in memory. */
  readonly #bodies = new KeyedSemaphore({ maxTotal: 6, maxPerKey: 2 });
  readonly #small = readers(readerBounds.small);
  readonly #large = readers(readerBounds.large);

  readonly #acquirePlace = (accountId: string): Promise<() => void> =>
    acquireOrRefuse(this.#bodies, accountId, acquireTimeoutMs);

  /** Rows in JSON. Parsing throws when the bytes are not JSON in UTF-8. */
  readonly rows: LargeBodies<SourceUpload> = {
    acquirePlace: this.#acquirePlace,
    parse: (bytes, about) => this.#read(about, { as: 'rows', seed: newSeed() }, bytes),
  };

  readonly files: LargeBodies<FileUpload> = {
    acquirePlace: this.#acquirePlace,
    parse: async (bytes, about) => {
      const task = { ...sentAs(about), as: 'source', seed: newSeed() } as const;
      const read = await this.#read<ReadFile>(about, task, bytes);
      if (read.failure) return read;
      const { kept, ...upload } = read.value;
      return { value: { ...upload, file: kept && bytes.subarray(kept.from, kept.to) } };
    },
  };

  /** Tables of candidates that come back. */
  readonly choices: LargeBodies<ChoicesUpload> = {
    acquirePlace: this.#acquirePlace,
    parse: (bytes, about) => this.#read(about, { ...sentAs(about), as: 'choices' }, bytes),
  };

  /** Files of remembered choices. */
  readonly remembered: LargeBodies<RememberedUpload> = {
    acquirePlace: this.#acquirePlace,
    parse: (bytes, about) => this.#read(about, { ...sentAs(about), as: 'remembered' }, bytes),
  };

  close(): void {
    for (const { processes } of [this.#small, this.#large]) processes.close();
  }

  async #read<Upload>(
    { accountId, signal }: BodyRequest,
    task: ImportTask,
    bytes: Buffer,
  ): Promise<ParsedBody<Upload>> {
    // A small workbook, also one in a form, can contain a large sheet.
    const isSmall = bytes.length <= maxSmallBytes && !bytes.includes(zipMark);
    const { semaphore, processes } = isSmall ? this.#small : this.#large;
    const leave = await acquireOrRefuse(semaphore, accountId, acquireTimeoutMs);
    try {
      return toParsedBody(await processes.read<Upload>(task, bytes, signal));
    } finally {
      leave();
    }
  }
}

/** What the process learns of the request. */
function sentAs({ contentType, query }: BodyRequest) {
  return { contentType, query };
}

function newSeed() {
  return { now: Date.now(), random: Uint8Array.from(randomBytes(16)) };
}

function toParsedBody<Upload>(result: UploadResult<Upload>): ParsedBody<Upload> {
  const { scope } = result;
  if ('upload' in result) return { value: { ...scope, ...result.upload } };
  const { code, ...options } = result.fault;
  return { value: scope, failure: new ServiceError(code, options) };
}
