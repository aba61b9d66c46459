import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { blockType, ReadOnlyIndexError } from '../../operator/read-only-index.ts';
import type { BulkDocument } from '../generations/index-definition.ts';
import { BulkLines } from './bulk-lines.ts';

export interface BulkCounts {
  written: number;
  /** Refused by the index because it has a newer version of the document. */
  superseded: number;
  retried: number;
}

/** Documents that the index refuses because of their content. Writing stops at the first request with such documents. */
export class RefusedDocuments extends Error {
  override readonly name = 'RefusedDocuments';

  constructor(
    readonly index: string,
    readonly items: readonly { readonly id: string; readonly reason: string }[],
  ) {
    const [first] = items;
    super(`${index} refused ${items.length} documents; the first is ${first?.id}: ${first?.reason}`);
  }
}

export interface BulkWriterOptions {
  /** Concurrent requests. Two keep both sides busy; more only fill the node's queue. */
  readonly inFlight?: number;
  /** Size at which a request is sent, in bytes. */
  readonly requestSize?: number;
  /** First pause after "too many requests", in milliseconds; it doubles up to a minute. */
  readonly firstPauseMs?: number;
}

interface BulkItem {
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason?: string };
}

interface BulkAnswer {
  readonly error?: { readonly type?: string };
  readonly errors?: boolean;
  readonly items?: readonly { readonly index: BulkItem }[];
}

const tooManyRequests = 429;
const versionConflict = 409;
const maxPauseMs = 60_000;

/**
 * Writes documents with `_bulk` as ready-made lines: the client's own helper serialises objects and reaches only about
 * seven tenths of this rate. `add` waits while enough requests are in flight, so that a reader never runs ahead.
 */
export class BulkWriter {
  readonly counts: BulkCounts = { written: 0, superseded: 0, retried: 0 };
  #lines = new BulkLines();
  #failure: unknown;
  readonly #requests = new Set<Promise<void>>();
  readonly #options: Required<BulkWriterOptions>;

  constructor(
    private readonly client: Client,
    private readonly index: string,
    options: BulkWriterOptions = {},
  ) {
    this.#options = { inFlight: 2, requestSize: 2_000_000, firstPauseMs: 250, ...options };
  }

  /** @throws the error of an earlier request */
  async addDocument(document: BulkDocument): Promise<void> {
    this.#lines.addDocument(document);
    if (this.#lines.size >= this.#options.requestSize) await this.#sendLines();
  }

  /** Resolves when everything added is in the index. */
  async flush(): Promise<void> {
    if (this.#lines.size > 0) await this.#sendLines();
    await Promise.all(this.#requests);
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #sendLines(): Promise<void> {
    const lines = this.#lines;
    this.#lines = new BulkLines(lines.size);
    while (this.#requests.size >= this.#options.inFlight) await Promise.race(this.#requests);
    if (this.#failure !== undefined) throw this.#failure;
    const request = this.#writeLines(lines)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#requests.delete(request));
    this.#requests.add(request);
  }

  async #writeLines(lines: BulkLines): Promise<void> {
    let rest = lines;
    for (let pauseMs = this.#options.firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      rest = await this.#tryWrite(rest);
      if (rest.size === 0) return;
      this.counts.retried += rest.ids.length;
      await sleep(pauseMs);
    }
  }

  /** @returns the lines that the node had no capacity for */
  async #tryWrite(lines: BulkLines): Promise<BulkLines> {
    const answer = await this.#requestBulk(lines.getBody());
    if (answer === 'too many requests') return lines;
    const again = new BulkLines();
    if (answer.errors === false) {
      this.counts.written += lines.ids.length;
      return again;
    }
    const refused: { id: string; reason: string }[] = [];
    for (const [position, id] of lines.ids.entries()) {
      const item = answer.items?.[position]?.index;
      // Without an outcome, it is not known to be written.
      if (!item) throw new Error(`the answer to a write to ${this.index} does not have all documents`);
      // Also with the status 429, but it does not pass by itself.
      if (item.error?.type === blockType) throw new ReadOnlyIndexError(this.index);
      if (item.error === undefined) this.counts.written += 1;
      else if (item.status === tooManyRequests) again.copyDocument(lines, position);
      else if (item.status === versionConflict) this.counts.superseded += 1;
      else refused.push({ id, reason: `${item.error.type}: ${item.error.reason ?? ''}` });
    }
    if (refused.length > 0) throw new RefusedDocuments(this.index, refused);
    return again;
  }

  async #requestBulk(body: Buffer): Promise<BulkAnswer | 'too many requests'> {
    const { body: answer, statusCode } = await this.client.transport.request<BulkAnswer>(
      {
        method: 'POST',
        path: `/${this.index}/_bulk`,
        querystring: {
          filter_path: 'errors,error.type,items.*.status,items.*.error.type,items.*.error.reason',
        },
        bulkBody: body,
      },
      { ignore: [tooManyRequests], meta: true, requestTimeout: 300_000 },
    );
    if (statusCode !== tooManyRequests) return answer;
    if (answer.error?.type === blockType) throw new ReadOnlyIndexError(this.index);
    return 'too many requests';
  }
}
