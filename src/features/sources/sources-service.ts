import { Readable } from 'node:stream';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { type Collection, collection, pageMeta } from '../../contract/envelope.ts';
import { type FieldFault, ServiceError } from '../../contract/errors.ts';
import type {
  SourceMapping,
  SourceView,
  sourceDeleteAnswer,
  sourceImportAnswer,
  sourceInspectAnswer,
  sourceMapAnswer,
  sourceReviewAnswer,
} from '../../contract/sources/answers.ts';
import type { SourceMapBody, SourceReviewQuery, SourcesQuery } from '../../contract/sources/sources.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Idempotency, KeyedAnswer } from '../../idempotency/idempotency.ts';
import type { KeyedCall } from '../../idempotency/idempotency-key.ts';
import type { PageItems, Paging } from '../../paging/paging.ts';
import { normalizeText } from '../../text/normalize.ts';
import { isUuid } from '../../text/uuid.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { SourceUpload } from './import-reading.ts';
import { afterDeletion } from './next-actions.ts';
import { byteOrderMark, headerLine, rowLines } from './source-csv.ts';
import type { SourceRecord, SourceRowRecord } from './source-record.ts';
import type { RowsPage, SourceRowsStore } from './source-rows-store.ts';
import { reviewOf, reviewRow, sampledAnswer, sourceEnvelope, sourceView } from './source-view.ts';
import type { NewSource, SourcesStore } from './sources-store.ts';

export interface SourcesParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly companies: CompaniesService;
  readonly idempotency: Idempotency;
  readonly paging: Paging;
}

const samplesShown = 5;
/** Small enough that reading and writing does not block other requests. */
const rowsPerPiece = 500;
const bytesPerPiece = 512 * 1024;
/** A page of rows ends after this many bytes. */
const bytesPerPage = 4 * 1024 * 1024;

/** Imports, shows, maps, reviews, exports and deletes sources. `SourceResolving` resolves them. */
export class SourcesService {
  readonly #parts: SourcesParts;

  constructor(parts: SourcesParts) {
    this.#parts = parts;
  }

  /** Stores an upload. */
  async importSource(
    call: Omit<KeyedCall, 'meaning'>,
    { name, originalFilename, contentSha256, table }: SourceUpload,
  ): Promise<KeyedAnswer<200, AnswerBody<typeof sourceImportAnswer>>> {
    const given: NewSource = {
      name: name ?? originalFilename ?? 'source',
      originalFilename: originalFilename ?? null,
      contentSha256: contentSha256 ?? null,
      table,
    };
    const meaning = {
      name,
      originalFilename,
      contentSha256,
      table: Buffer.from(table.digest).toString('hex'),
    };
    return this.#parts.idempotency.once(
      { ...call, meaning },
      {
        work: async (transaction) => {
          const { source, deduplicated } = await this.#insertOrFind(call.accountId, given, transaction);
          const sample = await this.#sample(call.accountId, source.source_id, transaction);
          return { status: 200, body: sampledAnswer('import', source, sample, deduplicated) };
        },
      },
    );
  }

  /** @throws ServiceError source_not_found */
  async inspect(accountId: string, sourceId: string): Promise<AnswerBody<typeof sourceInspectAnswer>> {
    const source = await this.#source(accountId, sourceId);
    return sampledAnswer('inspect', source, await this.#sample(accountId, sourceId));
  }

  /** @throws ServiceError empty_source_mapping, source_not_found, invalid_request for an unknown header */
  async map(
    accountId: string,
    sourceId: string,
    body: SourceMapBody,
  ): Promise<AnswerBody<typeof sourceMapAnswer>> {
    if (Object.values(body.columns ?? {}).every((header) => header === undefined))
      throw new ServiceError('empty_source_mapping');
    const { headers } = await this.#source(accountId, sourceId);
    const source = await this.#parts.sources.setMapping(accountId, sourceId, mappingOf(body, headers));
    if (!source) throw new ServiceError('source_not_found');
    return sampledAnswer('map', source, await this.#sample(accountId, sourceId));
  }

  /** @throws ServiceError source_not_found, invalid_cursor */
  async review(
    accountId: string,
    sourceId: string,
    { status = [], ...query }: SourceReviewQuery,
  ): Promise<AnswerBody<typeof sourceReviewAnswer>> {
    const source = await this.#source(accountId, sourceId);
    const statuses = [...new Set(status)];
    const binding = {
      kind: 'source-review',
      accountId,
      sourceId: source.source_id,
      statuses: statuses.toSorted(),
    };
    const { after, limit, nextCursor } = this.#parts.paging.page(query, binding);
    // An answer repeats the headers in each row.
    const bytesPerRow = Buffer.byteLength(JSON.stringify(source.headers));
    const asked = { statuses, after, limit, bytesPerRow };
    const found = await this.#page(accountId, sourceId, asked);
    const supersededBy = await this.#supersededBy(found.rows);
    return {
      ...sourceEnvelope('review', source),
      review: reviewOf(source),
      rows: found.rows.map((row) => reviewRow(row, source.headers, supersededBy)),
      meta: pageMeta(found.rows, {
        limit,
        nextCursor: nextCursor(found, ({ source_row_id }) => source_row_id),
      }),
    };
  }

  /**
   * The companies of the matched rows, in the order of the rows. Companies of several rows are repeated.
   * @throws ServiceError source_not_found
   */
  async matchedCompanyIds(accountId: string, sourceId: string): Promise<readonly string[]> {
    const { source_id } = await this.#source(accountId, sourceId);
    return this.#parts.rows.matchedCompanyIds(accountId, source_id);
  }

  /** Newest first. @throws ServiceError invalid_cursor */
  async list(accountId: string, query: SourcesQuery): Promise<Collection<SourceView>> {
    const page = this.#parts.paging.page(query, { kind: 'sources', accountId });
    const found = await this.#parts.sources.listSources(accountId, page.after, page.limit);
    const nextCursor = page.nextCursor(found, ({ source_id }) => source_id);
    return collection(found.rows.map(sourceView), { limit: page.limit, nextCursor });
  }

  /** At most `limit` rows, fewer when they are large. They are read in pieces. */
  async #page(
    accountId: string,
    sourceId: string,
    { statuses, after, limit, bytesPerRow }: Omit<RowsPage, 'maxBytes'>,
  ): Promise<PageItems<SourceRowRecord>> {
    const shown: SourceRowRecord[] = [];
    let bytes = 0;
    let more = false;
    for await (const found of this.#parts.rows.pieces(accountId, sourceId, {
      statuses,
      after,
      limit: Math.min(rowsPerPiece, limit),
      maxBytes: bytesPerPiece,
      bytesPerRow,
    })) {
      shown.push(...found.rows);
      bytes += found.bytes;
      more = found.more || shown.length > limit;
      if (shown.length >= limit || bytes >= bytesPerPage) break;
    }
    return { rows: shown.slice(0, limit), more };
  }

  /** Deletes a source with its rows. Their credits are not returned. @throws ServiceError source_not_found */
  async delete(accountId: string, sourceId: string): Promise<AnswerBody<typeof sourceDeleteAnswer>> {
    const source = isUuid(sourceId) ? await this.#parts.sources.deleteSource(accountId, sourceId) : null;
    if (!source) throw new ServiceError('source_not_found');
    return { ...sourceEnvelope('delete', source), ...afterDeletion };
  }

  /** The source as a stream of CSV. @throws ServiceError source_not_found */
  async export(accountId: string, sourceId: string, bom: boolean): Promise<Readable> {
    const source = await this.#source(accountId, sourceId);
    return Readable.from(this.#csv(accountId, source, bom));
  }

  async *#csv(accountId: string, source: SourceRecord, bom: boolean): AsyncGenerator<string> {
    yield (bom ? byteOrderMark : '') + headerLine(source.headers);
    const page = { statuses: [], after: null, limit: rowsPerPiece, maxBytes: bytesPerPiece };
    let written = 0;
    for await (const { rows } of this.#parts.rows.pieces(accountId, source.source_id, page)) {
      yield rowLines(rows, source.headers, await this.#supersededBy(rows));
      written += rows.length;
    }
    // A file that ends early would look complete.
    if (written < source.row_count) throw new Error('the source was deleted while it was exported');
  }

  async #insertOrFind(
    accountId: string,
    given: NewSource,
    transaction: Transaction,
  ): Promise<{ source: SourceRecord; deduplicated: boolean }> {
    const inserted = await this.#parts.sources.insertSource(accountId, given, transaction);
    if (inserted) return { source: inserted, deduplicated: false };
    const source = await this.#parts.sources.findSameContent(accountId, given, transaction);
    // The source was deleted between the two statements, so the content is new again.
    return source ? { source, deduplicated: true } : this.#insertOrFind(accountId, given, transaction);
  }

  async #source(accountId: string, sourceId: string): Promise<SourceRecord> {
    const source = isUuid(sourceId) ? await this.#parts.sources.findSource(accountId, sourceId) : null;
    if (!source) throw new ServiceError('source_not_found');
    return source;
  }

  async #sample(accountId: string, sourceId: string, transaction?: Transaction): Promise<SourceRowRecord[]> {
    const page = { statuses: [], after: null, limit: samplesShown, maxBytes: bytesPerPiece };
    return (await this.#parts.rows.rows(accountId, sourceId, page, transaction)).rows;
  }

  /** For the companies of rows, and for candidates that were already not active when they were found. */
  #supersededBy(rows: readonly SourceRowRecord[]): Promise<Map<string, string>> {
    const ids = rows.flatMap(({ company_id, candidates }) => [
      ...(company_id === null ? [] : [company_id]),
      ...candidates.filter(({ status }) => status !== 'active').map((candidate) => candidate.company_id),
    ]);
    return this.#parts.companies.superseding([...new Set(ids)]);
  }
}

function mappingOf({ columns = {}, hints = {} }: SourceMapBody, headers: readonly string[]): SourceMapping {
  const faults: FieldFault[] = [];
  const meant = <Field extends string>(part: string, given: Partial<Record<Field, string | undefined>>) =>
    Object.fromEntries(
      Object.entries<string | undefined>(given).flatMap(([field, header]) => {
        if (header === undefined) return [];
        const found = headers.find((each) => normalizeText(each) === normalizeText(header));
        if (found !== undefined) return [[field, found] as const];
        faults.push({
          field: `${part}.${field}`,
          message: `names a header that the source does not have: ${header.slice(0, 200)}`,
        });
        return [];
      }),
    );
  const mapping = {
    entity: 'company',
    columns: meant('columns', columns),
    hints: meant('hints', hints),
  } as const;
  if (faults.length === 0) return mapping;
  throw new ServiceError('invalid_request', {
    message: `Some mapped headers do not exist in the source. Its headers are: ${headers.join(', ').slice(0, 2000)}.`,
    details: faults,
  });
}
