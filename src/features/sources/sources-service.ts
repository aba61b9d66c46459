import type { AnswerBody } from '../../contract/endpoint.ts';
import { buildCollection, type Collection } from '../../contract/envelope.ts';
import { type FieldFault, ServiceError } from '../../contract/errors.ts';
import { maxSheetsInOneCall } from '../../contract/limits.ts';
import type {
  MappingWarning,
  OtherSheet,
  SourceMapping,
  SourceView,
  sourceDeleteAnswer,
  sourceFileAnswer,
  sourceImportAnswer,
  sourceInspectAnswer,
  sourceMapAnswer,
} from '../../contract/sources/answers.ts';
import type { SourceMapBody } from '../../contract/sources/sources.ts';
import type { Transaction } from '../../database/transaction.ts';
import type { Idempotency, KeyedAnswer } from '../../idempotency/idempotency.ts';
import type { KeyedCall } from '../../idempotency/idempotency-key.ts';
import type { PageQuery, Paging } from '../../paging/paging.ts';
import { acquireOrRefuse } from '../../running/acquire-or-refuse.ts';
import { KeyedSemaphore } from '../../running/keyed-semaphore.ts';
import { mapInSlices } from '../../running/time-slices.ts';
import { normalizeText } from '../../text/letters/normalize.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { maxCellMeasured } from './columns/column-fit.ts';
import type { EarlierExport } from './columns/earlier-export.ts';
import {
  headerWarnings,
  mappingWarnings,
  proposalWarnings,
  warnedHeaders,
} from './columns/mapping-warnings.ts';
import type { SourceUpload } from './parsing/read-import.ts';
import type { UploadedTable } from './parsing/uploaded-table.ts';
import type { RowCellsStore } from './records/row-cells-store.ts';
import type { SourceFilesStore } from './records/source-files-store.ts';
import type { KeyReach, SourceRecord, SourceScope, SourceWithCompanies } from './records/source-record.ts';
import type { SourceRowsStore } from './records/source-rows-store.ts';
import type { NewSource, SourcesStore } from './records/sources-store.ts';
import type { FileUpload } from './uploads/import-parsing-service.ts';
import { afterDeletion } from './view/next-actions.ts';
import { previewAnswer, sampledAnswer, sheetView, sourceEnvelope, sourceView } from './view/source-view.ts';

export interface SourcesParts {
  readonly sources: SourcesStore;
  readonly rows: SourceRowsStore;
  readonly cells: RowCellsStore;
  readonly files: SourceFilesStore;
  readonly companies: CompaniesService;
  readonly idempotency: Idempotency;
  readonly paging: Paging;
}

export interface SourceByCompany {
  readonly headers: readonly string[];
  /** The earlier export that the table was; null if it was none. */
  readonly earlier: EarlierExport | null;
  /** Ids of the matched rows by company, in the order of the upload. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
  /** The cells of these rows, by row; null for a cell that a row does not have. */
  cells(rowIds: readonly string[]): Promise<ReadonlyMap<string, readonly (string | null)[]>>;
}

interface SampledWith extends Partial<KeyReach> {
  readonly deduplicated?: boolean;
  readonly transaction?: Transaction;
  /** Of the workbook, if they are known. */
  readonly sheets?: readonly OtherSheet[];
}

interface Stored {
  readonly source: SourceRecord;
  readonly deduplicated: boolean;
}

type TablesUpload = Omit<SourceUpload, 'table'> &
  Pick<FileUpload, 'file' | 'sheets'> & { readonly tables: readonly UploadedTable[] };

type ImportAnswer = AnswerBody<typeof sourceImportAnswer>;

const maxNameLength = 500;
const samplesShown = 5;
/** Rows by which the cells of mapped columns are judged. */
const rowsMeasured = 500;
/** Small enough that reading and writing does not block other requests. */
const bytesPerPiece = 512 * 1024;

/** Bytes of a table that Postgres stores in a moment. */
const maxSmallTable = 256 * 1024;

/** The largest tables take a few seconds each. */
const storingPatienceMs = 30_000;

/** Imports, shows, maps and deletes sources. `SourceReview` shows their rows, `SourceResolving` resolves them. */
export class SourcesService {
  /** For large tables: each that Postgres stores at the same time takes a processor from the requests of others. */
  readonly #storing = new KeyedSemaphore({ maxTotal: 2, maxPerKey: 1 });

  constructor(private readonly parts: SourcesParts) {}

  /** Stores rows. */
  importSource(
    call: Omit<KeyedCall, 'request'>,
    { table, ...upload }: SourceUpload,
  ): Promise<KeyedAnswer<200, AnswerBody<typeof sourceImportAnswer>>> {
    const given = { ...upload, tables: [table], sheets: [], file: null };
    return this.#import(call, given, 'existing', (answer) => answer);
  }

  /** Stores the table of a file, or those of several sheets, or finds the sources with them. */
  importFile(
    call: Omit<KeyedCall, 'request'>,
    { again, tables, ...upload }: FileUpload,
  ): Promise<KeyedAnswer<200, AnswerBody<typeof sourceFileAnswer>>> {
    const given = { ...upload, tables: tables.map(({ table }) => table) };
    return this.#import(call, given, again, (first, others) => {
      const answers = [first, ...others];
      const sheets = upload.sheets.map((sheet) => {
        const answer = sheet.left_out === null ? answers.shift() : undefined;
        const { source = null, deduplicated = false } = answer ?? {};
        return { ...sheetView(sheet), source, preview: null, deduplicated };
      });
      return { ...first, preview: null, sheets };
    });
  }

  /** Shows the tables of a file; nothing is stored. */
  preview(
    call: Omit<KeyedCall, 'request'>,
    upload: FileUpload,
  ): Promise<KeyedAnswer<200, AnswerBody<typeof sourceFileAnswer>>> {
    const body = previewAnswer(upload);
    return this.parts.idempotency.runOnce(
      { ...call, request: { preview: upload.contentSha256 }, dryRun: true },
      { work: async () => ({ status: 200, body }) },
    );
  }

  #import<Body extends object>(
    call: Omit<KeyedCall, 'request'>,
    { tables, sheets, name, originalFilename, contentSha256, file }: TablesUpload,
    again: FileUpload['again'],
    bodyOf: (first: ImportAnswer, others: readonly ImportAnswer[]) => Body,
  ): Promise<KeyedAnswer<200, Body>> {
    const { accountId } = call;
    const names = sheets.filter(({ left_out }) => left_out === null);
    const given = tables.map((table, at): NewSource => {
      const base = name ?? originalFilename ?? 'source';
      const ofSheet = names[at] ? ` (${names[at].sheet})` : '';
      return {
        name: base.slice(0, maxNameLength - ofSheet.length) + ofSheet,
        original_filename: originalFilename ?? null,
        content_sha256: contentSha256 ?? null,
        table,
      };
    });
    const meaning = {
      name,
      originalFilename,
      contentSha256,
      table: tables.map(({ digest }) => Buffer.from(digest).toString('hex')).join(),
      ...(again === 'new' && { again }),
    };
    const copied = tables.flatMap(({ copy }) => copy);
    const bytes = copied.reduce((sum, piece) => sum + piece.length, file?.length ?? 0);
    let leave: (() => void) | undefined;
    const stored = this.parts.idempotency.runOnce(
      { ...call, request: meaning },
      {
        // An answer that is stored needs no turn.
        prepare: async () => {
          if (bytes > maxSmallTable)
            leave ??= await acquireOrRefuse(this.#storing, accountId, storingPatienceMs);
        },
        work: async (transaction) => {
          const found: Stored[] = [];
          for (const each of given) {
            const stored = await this.parts.sources.insertOrFind(accountId, each, again, transaction);
            await this.#keepFile(accountId, stored, file, transaction);
            found.push(stored);
          }
          const answers: ImportAnswer[] = [];
          const [one] = found;
          const all = one ? await this.#listSheets(accountId, one.source, transaction) : [];
          for (const { source, deduplicated } of found) {
            const known = { deduplicated, transaction, sheets: all };
            answers.push(await this.#sampled('import', accountId, source, known));
          }
          const [first, ...others] = answers;
          if (!first) throw new Error('an upload has no table');
          return { status: 200, body: bodyOf(first, others) };
        },
      },
    );
    return stored.finally(() => leave?.());
  }

  async #keepFile(
    accountId: string,
    { source }: Stored,
    file: Uint8Array | null,
    transaction: Transaction,
  ): Promise<void> {
    const scope = { accountId, sourceId: source.source_id };
    if (file && !(await this.parts.files.isKept(scope, transaction)))
      await this.parts.files.insert(scope, file, transaction);
  }

  /** @throws ServiceError source_not_found */
  async inspect(scope: SourceScope, reach: KeyReach): Promise<AnswerBody<typeof sourceInspectAnswer>> {
    return this.#sampled('inspect', scope.accountId, await this.parts.sources.find(scope), reach);
  }

  /** @throws ServiceError empty_source_mapping, source_not_found, invalid_request for an unknown header */
  async map(
    scope: SourceScope,
    body: SourceMapBody,
    reach: KeyReach,
  ): Promise<AnswerBody<typeof sourceMapAnswer>> {
    if (Object.values(body.columns ?? {}).every((header) => header === undefined))
      throw new ServiceError('empty_source_mapping');
    const { sources } = this.parts;
    const { headers } = await sources.find(scope);
    const mapped = await sources.setMapping(scope, buildMapping(body, headers));
    return this.#sampled('map', scope.accountId, mapped, reach);
  }

  /**
   * The companies of the matched rows, in the order of the rows. Companies of several rows are repeated.
   * @throws ServiceError source_not_found
   */
  async matchedCompanyIds(accountId: string, sourceId: string): Promise<readonly string[]> {
    const scope = { accountId, sourceId };
    await this.parts.sources.find(scope);
    const matched = await this.parts.rows.matchedRows(scope);
    return matched.map(({ company_id }) => company_id);
  }

  /**
   * The cells of the matched rows by company, under its current id, as one snapshot of the database has them.
   * @throws ServiceError source_not_found
   */
  async byCompany(scope: SourceScope, transaction: Transaction): Promise<SourceByCompany> {
    const source = await this.parts.sources.find(scope, transaction);
    const earlier = await this.parts.cells.findEarlierExport(scope, source, transaction);
    const matched = await this.parts.rows.matchedRows(scope, transaction);
    const replaced = await this.parts.companies.findReplacements(matched.map(({ company_id }) => company_id));
    const rows = new Map<string, string[]>();
    for (const { company_id, source_row_id } of matched) {
      const current = replaced.get(company_id) ?? company_id;
      const ofCompany = rows.get(current);
      if (ofCompany) ofCompany.push(source_row_id);
      else rows.set(current, [source_row_id]);
    }
    const cells = (rowIds: readonly string[]) => this.parts.cells.findCells(scope, rowIds, transaction);
    return { headers: source.headers, earlier, rows, cells };
  }

  /** The account's sources with the most of these companies in matched rows; at most three, of its newest million such rows. */
  withCompanies(
    accountId: string,
    companyIds: readonly string[],
    transaction?: Transaction,
  ): Promise<SourceWithCompanies[]> {
    return this.parts.sources.withCompanies(accountId, companyIds, transaction);
  }

  /** Newest first. @throws ServiceError invalid_cursor */
  async list(accountId: string, query: PageQuery): Promise<Collection<SourceView>> {
    const page = this.parts.paging.getPage(query, { kind: 'sources', accountId });
    const found = await this.parts.sources.list(accountId, page.after, page.limit);
    const nextCursor = page.nextCursor(found, ({ source_id }) => source_id);
    // The headers of each can be long.
    return buildCollection(await mapInSlices(found.rows, sourceView), { limit: page.limit, nextCursor });
  }

  /** Deletes a source with its rows. Their credits are not returned. @throws ServiceError source_not_found */
  async delete(scope: SourceScope): Promise<AnswerBody<typeof sourceDeleteAnswer>> {
    const { sources, files } = this.parts;
    const deleted = await sources.transaction(async (transaction) => {
      await sources.lock(scope, transaction);
      await files.handOver(scope, transaction);
      return sources.delete(scope, transaction);
    });
    return { ...sourceEnvelope('delete', deleted), ...afterDeletion };
  }

  /** An answer with a source and its first rows. */
  async #sampled<Command extends string>(
    command: Command,
    accountId: string,
    source: SourceRecord,
    { deduplicated = false, transaction, isForOne = false, sheets }: SampledWith,
  ) {
    const scope = { accountId, sourceId: source.source_id };
    const page = { limit: samplesShown, maxBytes: bytesPerPiece };
    const { rows } = await this.parts.rows.rows(scope, page, transaction);
    const warnings = await this.#mappingWarnings(scope, source, transaction);
    const own = source.reading?.sheet ?? null;
    const hasOthers = own !== null && !isForOne;
    const all = hasOthers ? (sheets ?? (await this.#listSheets(accountId, source, transaction))) : [];
    const otherSheets = all.filter(({ sheet }) => sheet !== own).slice(0, maxSheetsInOneCall - 1);
    return sampledAnswer(command, source, rows, { deduplicated, warnings, otherSheets });
  }

  async #listSheets(accountId: string, { reading, content_sha256 }: SourceRecord, transaction?: Transaction) {
    if (reading?.sheet == null) return [];
    return this.parts.sources.listSheets(accountId, content_sha256, transaction);
  }

  async #mappingWarnings(
    scope: SourceScope,
    { mapping, headers, row_count, detected_identifier_columns: detected }: SourceRecord,
    transaction?: Transaction,
  ): Promise<MappingWarning[]> {
    const warned = row_count === 0 ? new Set() : warnedHeaders(mapping, detected, headers);
    if (warned.size === 0) return [];
    const columns = headers.flatMap((header, place) => (warned.has(header) ? [{ header, place }] : []));
    const places = columns.map(({ place }) => place);
    const every = Math.max(1, Math.floor(row_count / rowsMeasured));
    const sample = { places, every, limit: rowsMeasured, maxLength: maxCellMeasured + 1 };
    const rows = await this.parts.cells.sampleCells(scope, sample, transaction);
    const cells = new Map(columns.map(({ header }, at) => [header, rows.map((row) => row[at] ?? null)]));
    if (mapping === null) return proposalWarnings(detected, headers, cells);
    return [...headerWarnings(mapping, detected, headers, cells), ...mappingWarnings(mapping, cells)];
  }
}

function buildMapping(
  { columns = {}, hints = {}, as_of, settle_from }: SourceMapBody,
  headers: readonly string[],
): SourceMapping {
  const faults: FieldFault[] = [];
  const meant = (part: string, given: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([field, header]) => {
        if (header === undefined) return [];
        const found = headers.find((each) => normalizeText(each) === normalizeText(header));
        if (found !== undefined) return [[field, found]];
        faults.push({
          field: `${part}.${field}`,
          message: `names a header that the source does not have: ${header.slice(0, 200)}`,
        });
        return [];
      }),
    );
  const mapping: SourceMapping = {
    entity: 'company',
    columns: meant('columns', columns),
    hints: meant('hints', hints),
    ...(as_of && { as_of: { ...as_of, ...meant('as_of', { column: as_of.column }) } }),
    ...(settle_from && { settle_from }),
  };
  if (faults.length === 0) return mapping;
  throw new ServiceError('invalid_request', {
    message: `Some mapped headers do not exist in the source. Its headers are: ${headers.join(', ').slice(0, 2000)}.`,
    details: faults,
  });
}
