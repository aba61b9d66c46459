import type { Readable } from 'node:stream';
import { createCsvStream, createWorkbookStream, type LinePieces } from '../../../../tables/table-stream.ts';
import { servicePrefix } from '../../../contract/endpoint.ts';
import { ServiceError } from '../../../contract/errors.ts';
import { exportDays } from '../../../contract/limits.ts';
import { enrichmentFields } from '../../../contract/lists/enrichment-fields.ts';
import type { ListExportOptions, ListRowView } from '../../../contract/lists/rows.ts';
import { contentTypes, exportFormats } from '../../../contract/table-files.ts';
import { splitIntoPieces } from '../../../database/rows.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { ExportLines } from '../../sources/export/export-lines.ts';
import { type AddedColumns, addColumns } from '../../sources/export/result-columns.ts';
import type { SourceByCompany } from '../../sources/sources-service.ts';
import type { Answer } from '../answers.ts';
import type { EstimatesService } from '../estimates/estimates-service.ts';
import type { ListsParts } from '../lists-parts.ts';
import type { ListRecord } from '../saved/list-record.ts';
import type { ListsService } from '../saved/lists-service.ts';
import { buildExportColumns, type ExportColumn } from './export-columns.ts';
import { computeAvailableUntil } from './export-retention-service.ts';

const rowsAtOnce = 1_000;
/** A company can have many rows of a source. */
const linesAtOnce = 500;
const fileNameForm = /^(?<sha256>[0-9a-f]{64})\.(?<extension>csv|xlsx)$/;

/** Exports saved Lists as files, named by the hash of their content. */
export class ExportsService {
  constructor(
    private readonly parts: ListsParts,
    private readonly lists: ListsService,
    private readonly estimates: EstimatesService,
  ) {}

  /**
   * Writes one consistent state of the rows that are neither suppressed nor excluded.
   * @throws ServiceError preview_export_not_allowed for the id of an estimate, list_not_found; for `source_columns`
   *   invalid_query if the List was not made from a source or the source lacks a header, list_state_conflict if the
   *   source was deleted
   */
  async exportList(
    accountId: string,
    listId: string,
    options: ListExportOptions,
  ): Promise<Answer<'exportList'>> {
    const list = await this.#findSaved(accountId, listId);
    const { list_id } = list;
    const { exports, files, now } = this.parts;
    const { format } = options;
    const { columns, row_count, disarmed_cells, draft } = await this.parts.lists.runInSnapshot(
      async (transaction) => {
        const table = await this.#buildTable(list, options, transaction);
        const { columns } = table;
        const counted = { rows: 0, disarmed: 0 };
        const lines = this.#streamLines(list, table, counted, transaction);
        const content =
          format === 'xlsx'
            ? createWorkbookStream([{ name: list.name, lines: () => lines }])
            : createCsvStream(lines, options, (cells) => {
                counted.disarmed = cells;
              });
        const draft = await files.writeDraft(accountId, { listId: list_id, format }, content);
        return { columns, row_count: counted.rows, disarmed_cells: counted.disarmed, draft };
      },
    );
    const { sha256, bytes } = draft;
    const created_at = now();
    try {
      await exports.insertExport(list, { sha256, row_count, bytes, columns, created_at }, draft.place);
    } catch (error) {
      await draft.discard();
      throw error;
    }
    return {
      ok: true,
      list_id,
      path: `${servicePrefix}/lists/${list_id}/exports/${sha256}.${format}`,
      row_count,
      sha256,
      bytes,
      columns,
      content_type: contentTypes[format],
      disarmed_cells,
      available_until: computeAvailableUntil(created_at).toISOString(),
    };
  }

  /** An exported file, its size in bytes and its type. @throws ServiceError list_not_found, not_found */
  async openExport(
    accountId: string,
    listId: string,
    fileName: string,
  ): Promise<{ readonly stream: Readable; readonly bytes: number; readonly contentType: string }> {
    const list = await this.#findSaved(accountId, listId);
    const { sha256 = '', extension } = fileNameForm.exec(fileName)?.groups ?? {};
    const format = exportFormats.find((each) => each === extension) ?? 'csv';
    const record = sha256 ? await this.parts.exports.findExport(list, sha256) : null;
    const place = { listId: list.list_id, format };
    const stream = record && (await this.parts.files.openFile(accountId, place, record.sha256));
    if (!record || !stream) {
      throw new ServiceError('not_found', {
        message: `The List has no such export. Files are removed ${exportDays} days after their last export, except the latest of each List. Export the List again.`,
      });
    }
    return { stream, bytes: record.bytes, contentType: contentTypes[format] };
  }

  async #findSaved(accountId: string, listId: string) {
    if (await this.estimates.hasEstimate(accountId, listId))
      throw new ServiceError('preview_export_not_allowed');
    return this.lists.getList(accountId, listId);
  }

  /** The columns of the file. */
  async #buildTable(
    list: ListRecord,
    { source_columns, prefix }: ListExportOptions,
    transaction: Transaction,
  ): Promise<ExportTable> {
    const enriched = await this.parts.enrichments.listEnrichedFields(list, transaction);
    const cells = buildExportColumns(enrichmentFields.filter((field) => enriched.includes(field)));
    const names = cells.map(({ name }) => name);
    if (source_columns === 'none') {
      const headers = names.map((name) => (prefix ?? '') + name);
      return {
        cells,
        columns: headers,
        source: null,
        headers: [],
        places: [],
        added: { headers, before: [], after: [] },
      };
    }
    const source = await this.#getSource(list, transaction);
    const places =
      source_columns === 'all' ? [...source.headers.keys()] : findPlaces(source.headers, source_columns);
    const headers = places.map((place) => source.headers[place] ?? '');
    const added = addColumns(headers, { titles: names, prefix, earlier: source.earlier });
    const [columns = []] = new ExportLines({ headers, reading: null, layout: 'table', added }).begin();
    return { cells, columns, source, headers, places, added };
  }

  async #getSource(list: ListRecord, transaction: Transaction): Promise<SourceByCompany> {
    const { account_id, definition_kind, origin_id } = list;
    if (definition_kind !== 'source' || origin_id === null)
      throw new ServiceError('invalid_query', {
        details: [{ field: 'source_columns', message: 'needs a List that was made from a source' }],
      });
    try {
      return await this.parts.sources.byCompany({ accountId: account_id, sourceId: origin_id }, transaction);
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'source_not_found')) throw error;
      throw new ServiceError('list_state_conflict', {
        message:
          'The source that this List was made from was deleted, and its columns with it. Export the List without source_columns.',
        cause: error,
      });
    }
  }

  async *#streamLines(
    list: ListRecord,
    { cells, source, headers, places, added }: ExportTable,
    counted: { rows: number },
    transaction: Transaction,
  ): LinePieces {
    const lines = new ExportLines({ headers, reading: null, layout: 'table', added });
    yield [...lines.begin()];
    for await (const views of this.#streamPages(list, transaction)) {
      const replaced = await this.parts.companies.findReplacements(
        source ? views.map(({ company_id }) => company_id) : [],
      );
      const wanted = views.flatMap((view) => {
        const company = replaced.get(view.company_id) ?? view.company_id;
        const rowIds = source?.rows.get(company) ?? [null];
        return rowIds.map((rowId) => ({
          rowId,
          own: cells.map((column) => String(column.cell(view) ?? '')),
        }));
      });
      for (const piece of splitIntoPieces(wanted, linesAtOnce)) {
        const given = await source?.cells(piece.flatMap(({ rowId }) => rowId ?? []));
        yield piece.flatMap(({ rowId, own }) => {
          const uploaded = (rowId && given?.get(rowId)) || [];
          return [...lines.row({ cells: places.map((place) => uploaded[place] ?? ''), file_row: null }, own)];
        });
        counted.rows += piece.length;
      }
    }
  }

  /** The rows that an export shows, in their order. */
  async *#streamPages(list: ListRecord, transaction: Transaction): AsyncGenerator<readonly ListRowView[]> {
    let after: string | null = null;
    for (;;) {
      const page = await this.parts.rows.listRows(list, { after, limit: rowsAtOnce }, transaction);
      const shown = page.filter(({ suppressed, excluded }) => !suppressed && !excluded);
      yield await this.lists.getRowViews(shown, transaction);
      const last = page.at(-1);
      if (!last || page.length < rowsAtOnce) return;
      after = last.row_id;
    }
  }
}

interface ExportTable {
  /** The List's own columns. */
  readonly cells: readonly ExportColumn[];
  /** All headers of the file. */
  readonly columns: readonly string[];
  readonly source: SourceByCompany | null;
  /** Columns of the source, and their places in it. */
  readonly headers: readonly string[];
  readonly places: readonly number[];
  readonly added: AddedColumns;
}

function findPlaces(headers: readonly string[], wanted: readonly string[]): number[] {
  const unknown = wanted.filter((header) => !headers.includes(header));
  if (unknown.length > 0)
    throw new ServiceError('invalid_query', {
      details: unknown.slice(0, 20).map((header) => ({
        field: 'source_columns',
        message: `names a header that the source does not have: ${header.slice(0, 200)}`,
      })),
    });
  return [...headers.keys()].filter((place) => wanted.includes(headers[place] ?? ''));
}
