import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { servicePrefix } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { enrichmentFields } from '../../../contract/lists/rows.ts';
import { exportDays } from '../../../contract/retention.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { Answer } from '../answers.ts';
import type { EstimatesService } from '../estimates/estimates-service.ts';
import type { ListsParts } from '../index.ts';
import type { ListRecord } from '../saved/list-record.ts';
import type { ListsService } from '../saved/lists-service.ts';
import { type Cell, type ExportColumn, exportColumns } from './export-columns.ts';
import { availableUntil } from './export-retention-service.ts';

const rowsAtOnce = 1_000;
const fileNameForm = /^([0-9a-f]{64})\.csv$/;

/** Exports saved Lists as CSV files, named by the hash of their content. */
export class ExportsService {
  readonly #parts: ListsParts;
  readonly #lists: ListsService;
  readonly #estimates: EstimatesService;

  constructor(parts: ListsParts, lists: ListsService, estimates: EstimatesService) {
    this.#parts = parts;
    this.#lists = lists;
    this.#estimates = estimates;
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
  ): Promise<Answer<'exportList'>> {
    const list = await this.#findSaved(accountId, listId);
    const { list_id } = list;
    const { exports, files, enrichments, now } = this.#parts;
    const { columns, row_count, draft } = await this.#parts.lists.snapshot(async (transaction) => {
      const enriched = await enrichments.enrichedFields(list, transaction);
      const cells = exportColumns(enrichmentFields.filter((field) => enriched.includes(field)));
      const columns = cells.map(({ name }) => name);
      const counter = { rows: 0 };
      const csv = Readable.from(this.#records(list, cells, counter, transaction)).compose(
        stringify({
          header: true,
          columns: columns.map((key) => ({ key })),
          bom,
          escape_formulas: true,
          record_delimiter: 'windows',
        }),
      );
      const draft = await files.write(accountId, list_id, csv);
      return { columns, row_count: counter.rows, draft };
    });
    const { sha256, bytes } = draft;
    const created_at = now();
    try {
      await exports.insert(list, { sha256, row_count, bytes, columns, created_at }, draft.place);
    } catch (error) {
      await draft.discard();
      throw error;
    }
    return {
      ok: true,
      list_id,
      path: `${servicePrefix}/lists/${list_id}/exports/${sha256}.csv`,
      row_count,
      sha256,
      bytes,
      columns,
      content_type: 'text/csv; charset=utf-8',
      available_until: availableUntil(created_at).toISOString(),
    };
  }

  /** An exported file and its size in bytes. @throws ServiceError list_not_found, not_found */
  async open(
    accountId: string,
    listId: string,
    fileName: string,
  ): Promise<{ readonly stream: Readable; readonly bytes: number }> {
    const list = await this.#findSaved(accountId, listId);
    const sha256 = fileNameForm.exec(fileName)?.[1];
    const record = sha256 ? await this.#parts.exports.find(list, sha256) : null;
    const stream = record && (await this.#parts.files.open(accountId, list.list_id, record.sha256));
    if (!record || !stream) {
      throw new ServiceError('not_found', {
        message: `The List has no such export. Files are removed ${exportDays} days after their last export, except the latest of each List. Export the List again.`,
      });
    }
    return { stream, bytes: record.bytes };
  }

  async #findSaved(accountId: string, listId: string) {
    if (await this.#estimates.exists(accountId, listId)) throw new ServiceError('preview_export_not_allowed');
    return this.#lists.find(accountId, listId);
  }

  async *#records(
    list: ListRecord,
    columns: readonly ExportColumn[],
    counter: { rows: number },
    transaction: Transaction,
  ): AsyncGenerator<Cell[]> {
    let after: string | null = null;
    for (;;) {
      const page = await this.#parts.rows.page(list, { after, limit: rowsAtOnce }, transaction);
      const shown = page.filter(({ suppressed, excluded }) => !suppressed && !excluded);
      for (const row of await this.#lists.rowViews(shown, transaction)) {
        counter.rows += 1;
        yield columns.map((column) => column.cell(row));
      }
      const last = page.at(-1);
      if (!last || page.length < rowsAtOnce) return;
      after = last.row_id;
    }
  }
}
