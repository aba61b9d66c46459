import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { AnswerBody } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { enrichmentFields, type listExportAnswer } from '../../../contract/lists/rows.ts';
import { exportDays } from '../../../contract/retention.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { EnrichmentStore } from '../enrichment/enrichment-store.ts';
import type { EstimatesService } from '../estimates/estimates-service.ts';
import type { ListRowsStore } from '../saved/list-rows-store.ts';
import type { ListsService } from '../saved/lists-service.ts';
import type { ListsStore } from '../saved/lists-store.ts';
import { type Cell, type ExportColumn, exportColumns } from './export-columns.ts';
import type { ExportFilesStore } from './export-files-store.ts';
import { availableUntil } from './export-retention-service.ts';
import type { ExportsStore } from './exports-store.ts';

export interface ExportsParts {
  readonly lists: ListsStore;
  readonly listsService: ListsService;
  readonly rows: ListRowsStore;
  readonly enrichments: EnrichmentStore;
  readonly companies: CompaniesService;
  readonly estimates: EstimatesService;
  readonly exports: ExportsStore;
  readonly files: ExportFilesStore;
  /** The path prefix of Lists, for example `/api/service/lists`. */
  readonly basePath: string;
  now(): Date;
}

/** A CSV file as it is sent. */
export interface ExportedFile {
  readonly stream: Readable;
  readonly bytes: number;
  readonly fileName: string;
}

const rowsAtOnce = 1_000;
const fileNameForm = /^([0-9a-f]{64})\.csv$/;

/** Exports saved Lists as CSV files, named by the hash of their content. */
export class ExportsService {
  readonly #parts: ExportsParts;

  constructor(parts: ExportsParts) {
    this.#parts = parts;
  }

  /**
   * Writes one consistent state of the rows that are neither suppressed nor excluded.
   * @param options.bom whether to begin with a byte order mark, for spreadsheets that guess the encoding
   * @throws ServiceError preview_export_not_allowed for the id of an estimate, list_not_found
   */
  async export(
    accountId: string,
    listId: string,
    { bom }: { readonly bom: boolean },
  ): Promise<AnswerBody<typeof listExportAnswer>> {
    const list = await this.#findSaved(accountId, listId);
    const { exports, files, basePath } = this.#parts;
    const { columns, row_count, draft } = await this.#parts.lists.snapshot(async (transaction) => {
      const enriched = await this.#parts.enrichments.enrichedFields(accountId, list.list_id, transaction);
      const columns = exportColumns(enrichmentFields.filter((field) => enriched.includes(field)));
      const counter = { rows: 0 };
      const records = this.#records(accountId, list.list_id, columns, counter, transaction);
      const csv = Readable.from(records).compose(
        stringify({
          header: true,
          columns: columns.map(({ name }) => ({ key: name })),
          bom,
          escape_formulas: true,
          record_delimiter: 'windows',
        }),
      );
      const draft = await files.write(accountId, list.list_id, csv);
      return { columns: columns.map(({ name }) => name), row_count: counter.rows, draft };
    });
    const { sha256, bytes } = draft;
    const created_at = this.#parts.now();
    try {
      const record = { sha256, row_count, bytes, columns, created_at };
      await exports.insert(accountId, list.list_id, record, draft.place);
    } catch (error) {
      await draft.discard();
      throw error;
    }
    return {
      ok: true,
      list_id: list.list_id,
      path: `${basePath}/${list.list_id}/exports/${sha256}.csv`,
      row_count,
      sha256,
      bytes,
      columns,
      content_type: 'text/csv; charset=utf-8',
      available_until: availableUntil(created_at).toISOString(),
    };
  }

  /** An exported file. @throws ServiceError list_not_found, not_found */
  async open(accountId: string, listId: string, fileName: string): Promise<ExportedFile> {
    const list = await this.#findSaved(accountId, listId);
    const sha256 = fileNameForm.exec(fileName)?.[1];
    const record = sha256 ? await this.#parts.exports.find(accountId, list.list_id, sha256) : null;
    const stream = record && (await this.#parts.files.open(accountId, list.list_id, record.sha256));
    if (!record || !stream) {
      throw new ServiceError('not_found', {
        message: `The List has no such export. Files are removed ${exportDays} days after their last export, except the latest of each List. Export the List again.`,
      });
    }
    return { stream, bytes: record.bytes, fileName };
  }

  async #findSaved(accountId: string, listId: string) {
    if (await this.#parts.estimates.exists(accountId, listId))
      throw new ServiceError('preview_export_not_allowed');
    return this.#parts.listsService.find(accountId, listId);
  }

  async *#records(
    accountId: string,
    listId: string,
    columns: readonly ExportColumn[],
    counter: { rows: number },
    transaction: Transaction,
  ): AsyncGenerator<Cell[]> {
    let after: string | null = null;
    for (;;) {
      const page = await this.#parts.rows.page(accountId, listId, after, rowsAtOnce, transaction);
      const shown = page.filter(({ suppressed, excluded }) => !suppressed && !excluded);
      const companies = await this.#parts.companies.summaries(
        shown.map(({ company_id }) => company_id),
        transaction,
      );
      for (const row of shown) {
        counter.rows += 1;
        yield columns.map((column) => column.cell(row, companies.get(row.company_id)));
      }
      const last = page.at(-1);
      if (!last || page.length < rowsAtOnce) return;
      after = last.row_id;
    }
  }
}
