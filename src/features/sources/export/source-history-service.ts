import type { LinePieces } from '../../../../tables/table-stream.ts';
import { prices } from '../../../contract/credits/prices.ts';
import { buildCollection, type Collection } from '../../../contract/envelope.ts';
import { ServiceError } from '../../../contract/errors.ts';
import {
  getHistoryHeaders,
  getSheetHeader,
  historyKinds,
  historySheetTitle,
} from '../../../contract/sources/columns/history-columns.ts';
import type { ExportLanguage } from '../../../contract/sources/columns/result-columns.ts';
import type { SourceDecisionView, SourceHistoryQuery } from '../../../contract/sources/decisions.ts';
import type { ReadableFileOptions } from '../../../contract/table-files.ts';
import { pickText } from '../../../contract/texts.ts';
import type { StreamAnswer } from '../../../http/route.ts';
import type { Paging } from '../../../paging/paging.ts';
import { isUuid } from '../../../text/identifiers/uuid.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import { readRowId } from '../parsing/row-ids.ts';
import type { DecisionRecord } from '../records/decision.ts';
import type { DecisionHistoryStore } from '../records/decision-history-store.ts';
import type { EarlierRowsStore } from '../records/earlier-rows-store.ts';
import type { KeyReach, SourceRecord, SourceScope } from '../records/source-record.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import { buildHistoryCells, type HistoryEntry } from './history-cells.ts';
import { piecesOfLines, tableAnswer } from './table-answer-service.ts';

export interface SourceHistoryParts {
  readonly sources: SourcesStore;
  readonly history: DecisionHistoryStore;
  readonly earlierRows: EarlierRowsStore;
  readonly companies: CompaniesService;
  readonly paging: Paging;
}

/** A source that was read from a sheet of a workbook. */
interface HistorySheet {
  readonly scope: SourceScope;
  readonly sheet: string;
}

/** Names by id. */
interface Names {
  readonly companies: ReadonlyMap<string, string>;
  readonly earlierTables: ReadonlyMap<string, string | null>;
}

const rowsPerPiece = 1000;

/** Shows who decided what about the rows of a source. */
export class SourceHistory {
  constructor(private readonly parts: SourceHistoryParts) {}

  /** @throws ServiceError source_not_found, invalid_cursor, invalid_query for a row or call that is no id */
  async list(
    scope: SourceScope,
    { order, row, batch, ...query }: SourceHistoryQuery,
    reach: KeyReach,
  ): Promise<Collection<SourceDecisionView>> {
    const { sources, history, paging } = this.parts;
    const source = await sources.find(scope);
    const { source_id } = source;
    if (row !== undefined && !isUuid(row)) throw notAnId('row', 'source_row_id');
    if (batch !== undefined && !isUuid(batch)) throw notAnId('batch', 'batch_id');
    const binding = { kind: 'source-history', ...scope, sourceId: source_id, order, row, batch };
    const fetch = (place: { after: string | null; limit: number }) =>
      history.list(scope, { order, rowId: row, batchId: batch }, place, findNamePlace(source));
    const { shown, end } = await paging.fetchRows(query, binding, 'decision_id', fetch);
    const [names, calls] = await Promise.all([
      this.#names(scope, shown, reach),
      history.findCalls(scope, [...new Set(shown.map(({ batch_id }) => batch_id))]),
    ]);
    return buildCollection(
      shown.map((record) => ({
        ...decisionView(record, names),
        batch_rows: calls.get(record.batch_id)?.rows ?? 0,
        batch_companies: calls.get(record.batch_id)?.companies ?? 0,
        batch_actions: [...(calls.get(record.batch_id)?.actions ?? [])],
        can_undo: calls.get(record.batch_id)?.can_undo ?? false,
      })),
      end,
    );
  }

  /** The whole history, oldest first. @throws ServiceError source_not_found */
  async export(
    scope: SourceScope,
    { lang, ...options }: ReadableFileOptions,
    reach: KeyReach,
  ): Promise<StreamAnswer> {
    const { source_id } = await this.parts.sources.find(scope);
    const language = lang ?? null;
    return tableAnswer(options, {
      fileName: `history-${source_id}`,
      sheetName: language === null ? 'history' : pickText(historySheetTitle, language),
      kinds: historyKinds,
      lines: () => this.lines(scope, language, reach),
      lineCount: () => this.lineCount(scope),
    });
  }

  /** How many lines the whole history has as a table. */
  async lineCount(scope: SourceScope): Promise<number> {
    return 1 + (await this.parts.history.count(scope));
  }

  /** The whole history as a table, oldest first. */
  async *lines(scope: SourceScope, language: ExportLanguage, reach: KeyReach): LinePieces {
    yield [getHistoryHeaders(language)];
    yield* this.#linesOf(scope, language, reach);
  }

  /** The histories of several sheets as one table, with the name of the sheet in its last column. */
  async *linesOfSheets(
    sheets: readonly HistorySheet[],
    language: ExportLanguage,
    reach: KeyReach,
  ): LinePieces {
    yield [[...getHistoryHeaders(language), getSheetHeader(language)]];
    for (const { scope, sheet } of sheets)
      for await (const lines of this.#linesOf(scope, language, reach))
        yield lines.map((cells) => [...cells, sheet]);
  }

  async *#linesOf(scope: SourceScope, language: ExportLanguage, reach: KeyReach): LinePieces {
    const { sources, history } = this.parts;
    const namePlace = findNamePlace(await sources.find(scope));
    let after: string | null = null;
    for (;;) {
      const place = { after, limit: rowsPerPiece };
      const records: DecisionRecord[] = await history.list(scope, { order: 'oldest' }, place, namePlace);
      const names = await this.#names(scope, records, reach);
      yield* piecesOfLines(records.map((record) => buildHistoryCells(decisionView(record, names), language)));
      if (records.length < rowsPerPiece) break;
      after = records.at(-1)?.decision_id ?? null;
    }
    // A file that ends early would look complete.
    await sources.find(scope);
  }

  async #names(
    { accountId }: SourceScope,
    records: readonly DecisionRecord[],
    { isForOne }: KeyReach,
  ): Promise<Names> {
    const { companies, earlierRows } = this.parts;
    const ids = records.flatMap(({ before_company_id: before, after_company_id: after }) =>
      [before, after].filter((id) => id !== null),
    );
    const tables = records.flatMap(({ earlier_row_id: id }) => (id && readRowId(id)?.sourceId) ?? []);
    const [legalNames, found] = await Promise.all([
      companies.findLegalNames([...new Set(ids)]),
      tables.length > 0 && !isForOne ? earlierRows.findTables(accountId, [...new Set(tables)]) : [],
    ]);
    const earlierTables = new Map(found.map(({ source_id, name }) => [source_id, name]));
    return { companies: legalNames, earlierTables };
  }
}

function notAnId(field: string, id: string): ServiceError {
  return new ServiceError('invalid_query', { details: [{ field, message: `must be a ${id}` }] });
}

const findNamePlace = ({ mapping, headers }: SourceRecord): number =>
  headers.indexOf(mapping?.columns.name ?? '');

function decisionView(record: DecisionRecord, names: Names): HistoryEntry {
  const { key_id, key_label, before_company_id: before, after_company_id: after } = record;
  return {
    decision_id: record.decision_id,
    batch_id: record.batch_id,
    decided_at: record.decided_at.toISOString(),
    made_by: record.made_by,
    action: record.action,
    key: key_id === null ? null : { key_id, label: key_label ?? '' },
    why: record.why,
    source_row_id: record.source_row_id,
    row_number: record.row_number,
    file_row: record.file_row,
    row_name: record.row_name?.trim() || null,
    before: {
      resolve_status: record.before_status,
      decision: record.before_decision,
      company_id: before,
      company_name: (before && names.companies.get(before)) ?? null,
    },
    after: {
      resolve_status: record.after_status,
      decision: record.after_decision,
      company_id: after,
      company_name: (after && names.companies.get(after)) ?? null,
    },
    credits: record.charged ? prices.matchedRow.credits : 0,
    earlier_row: earlierRowView(record, names),
    seen: record.seen,
  };
}

function earlierRowView(
  { earlier_row_id: id }: DecisionRecord,
  { earlierTables }: Names,
): SourceDecisionView['earlier_row'] {
  const read = id === null ? null : readRowId(id);
  if (read === null) return null;
  const { sourceId: source_id, rowNumber: row_number } = read;
  return { source_id, source_name: earlierTables.get(source_id) ?? null, row_number };
}
