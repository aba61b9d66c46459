import type { Knex } from 'knex';
import { droppedBefore, formulaSigns } from '../../../../tables/formula-cells.ts';
import type { RowStatus } from '../../../contract/sources/sources.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { detectEarlierExport, type EarlierExport, findTellingColumns } from '../columns/earlier-export.ts';
import { cellMark } from './row-conditions.ts';
import type { SourceRecord, SourceRowRecord, SourceScope } from './source-record.ts';
import { selectOwnRows } from './source-rows-store.ts';

export interface CellSample {
  readonly places: readonly number[];
  /** The first row, and every so many rows after it. */
  readonly every: number;
  readonly limit: number;
  readonly maxLength: number;
}

/** Cells by which a column of an earlier export is recognised. */
const cellsJudged = 50;
const rowsScanned = 2_000;
/** A row with a cell that begins like a formula and is more than a number. Splitting every row into cells takes longer. */
const possibleFormula = `${cellMark}[${droppedBefore}]*([=＝]|[-+@＋＠－][^${cellMark}]*[^${cellMark} 0-9,.%+¥－-])`;

/** Cells of rows of sources in Postgres. Each function accesses only rows of the account's own sources. */
export class RowCellsStore {
  constructor(private readonly knex: Knex) {}

  /** The earlier export that the table of a source was; null if it was none. */
  async findEarlierExport(
    scope: SourceScope,
    { headers }: Pick<SourceRecord, 'headers'>,
    transaction?: Transaction,
  ): Promise<EarlierExport | null> {
    const cells = new Map<number, readonly string[]>();
    for (const { place } of findTellingColumns(headers)) {
      if (cells.has(place)) continue;
      const given = await selectOwnRows(transaction ?? this.knex, scope)
        .whereRaw("cells[?::int] ~ '\\S'", [place + 1])
        .orderBy('source_row_id')
        .limit(cellsJudged)
        .select<{ cell: string }[]>(this.knex.raw('left(cells[?::int], 200) AS cell', [place + 1]));
      cells.set(
        place,
        given.map(({ cell }) => cell),
      );
    }
    return detectEarlierExport(headers, (place) => cells.get(place) ?? []);
  }

  /**
   * Cells of some columns, in rows spread over the source.
   * @param places of the columns, from 0
   * @returns for each row, the cells in the order of `places`, each with at most `maxLength` characters
   */
  async sampleCells(
    scope: SourceScope,
    { places, every, limit, maxLength }: CellSample,
    transaction?: Transaction,
  ): Promise<readonly (readonly (string | null)[])[]> {
    const knex = transaction ?? this.knex;
    const sampled = selectOwnRows(knex, scope)
      .whereRaw('(row_number - 1) % ? = 0', [every])
      .orderBy('source_row_id')
      .limit(limit);
    for (const [at, place] of places.entries())
      sampled.select(knex.raw('left(cells[?::int], ?::int) AS ??', [place + 1, maxLength, `c${at}`]));
    const rows: readonly Readonly<Record<string, string | null>>[] = await sampled;
    return rows.map((row) => places.map((_, at) => row[`c${at}`] ?? null));
  }

  /**
   * Cells of the rows that may be formulas, in pieces: all that are formulas, and a few others.
   * @param places of the cells, from 0
   */
  async *listPossibleFormulas(
    scope: SourceScope,
    { statuses, places }: { readonly statuses: readonly RowStatus[]; readonly places: readonly number[] },
  ): AsyncGenerator<string[]> {
    let after: string | null = null;
    for (;;) {
      const scanned = selectOwnRows(this.knex, scope)
        .orderBy('source_row_id')
        .limit(rowsScanned)
        .select('source_row_id', 'cells');
      if (statuses.length > 0) scanned.whereIn('resolve_status', [...statuses]);
      if (after !== null) scanned.where('source_row_id', '>', after);
      const { rows } = await this.knex.raw<{ rows: { last: string | null; possible: string[] }[] }>(
        `WITH scanned AS MATERIALIZED (?)
         SELECT (SELECT source_row_id FROM scanned ORDER BY source_row_id OFFSET ? LIMIT 1) AS last,
           ARRAY(
             SELECT cell FROM scanned, unnest(cells) WITH ORDINALITY AS u (cell, place)
             WHERE ? || array_to_string(cells, ?) ~ ?
               AND cell <> '' AND strpos(?, left(cell, 1)) > 0 AND place = ANY (?)
             ORDER BY source_row_id, place) AS possible`,
        [
          scanned,
          rowsScanned - 1,
          cellMark,
          cellMark,
          possibleFormula,
          droppedBefore + formulaSigns,
          places.map((place) => place + 1),
        ],
      );
      yield rows.flatMap(({ possible }) => possible);
      after = rows[0]?.last ?? null;
      if (after === null) return;
    }
  }

  /** The cells of these rows, by row. */
  async findCells(scope: SourceScope, rowIds: readonly string[], transaction?: Transaction) {
    const found = await selectOwnRows(transaction ?? this.knex, scope)
      .whereIn('source_row_id', [...rowIds])
      .select<Pick<SourceRowRecord, 'source_row_id' | 'cells'>[]>('source_row_id', 'cells');
    return new Map(found.map(({ source_row_id, cells }) => [source_row_id, cells]));
  }
}
