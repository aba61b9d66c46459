import type { Knex } from 'knex';
import type { RowStatus } from '../../../contract/sources/sources.ts';
import { joinFoldedCell, numberInCell } from './cell-order.ts';
import { cellMark, isUndecided } from './row-conditions.ts';
import { isOpenOnly, type RowFilter, type RowOrder } from './row-filter.ts';
import type { SameRows, SourceScope } from './source-record.ts';

/** The place of a row in an order. */
export interface RowPosition {
  readonly source_row_id: string;
  /** What the order compares, as text; empty for `file`. */
  readonly key: string;
}

export interface PageStart extends RowPosition {
  /** Whether the page begins with this row, not after it. */
  readonly inclusive: boolean;
}

export interface SegmentCounts {
  /** From 0. */
  readonly segment: number;
  readonly rows: number;
  readonly matched: number;
  readonly multiple_candidates: number;
  readonly not_found: number;
  readonly invalid: number;
  readonly unresolved: number;
  readonly decided: number;
  readonly open: number;
  readonly skipped: number;
}

const rowsCounted = 2_000;
const skippedAt = `coalesce(r.skipped_at, '-infinity')`;
const states: readonly RowStatus[] = ['multiple_candidates', 'invalid', 'not_found', 'unresolved', 'matched'];
export const stateRank = `array_position(ARRAY['${states.join("', '")}'], r.resolve_status)`;

interface OrderSql {
  /** As it is kept of the last row of a page. */
  readonly key: string;
  readonly type: 'cell' | 'timestamptz' | 'integer';
}

function orderSql({ by }: RowOrder): OrderSql | null {
  if (by === 'file') return null;
  if (by === 'work') return { key: skippedAt, type: 'timestamptz' };
  if (by === 'state') return { key: stateRank, type: 'integer' };
  return { key: 'o.cell', type: 'cell' };
}

/** Finds rows of a source for people who review them. Each function accesses only rows of the account's own sources. */
export class ReviewRowsStore {
  constructor(private readonly knex: Knex) {}

  /** The rows of a page, in the order. */
  async find(
    scope: SourceScope,
    filter: RowFilter,
    order: RowOrder,
    { start, limit }: { readonly start: PageStart | null; readonly limit: number },
  ): Promise<RowPosition[]> {
    const sql = orderSql(order);
    const direction = order.descending ? 'DESC' : 'ASC';
    const rows = this.#filtered(scope, filter).limit(limit).select('r.source_row_id');
    joinOrdered(rows, order);
    if (start) rows.whereRaw(...startSql(sql, start, order.descending));
    if (sql === null) return rows.orderBy('r.source_row_id', direction).select(this.knex.raw(`'' AS key`));
    const { key, type } = sql;
    if (type === 'cell') rows.orderByRaw(`${key} = '', ${numberInCell(key, order.descending)} ${direction}`);
    return rows
      .orderByRaw(`${key} ${direction}, r.source_row_id ${direction}`)
      .select(this.knex.raw(`CAST(${key} AS text) AS key`));
  }

  async count(scope: SourceScope, filter: RowFilter): Promise<number> {
    const [found] = await this.#filtered(scope, filter).count<{ count: string }[]>('* as count');
    return Number(found?.count ?? 0);
  }

  /** Where a row is in an order; null if the source does not have it. */
  async positionOf(scope: SourceScope, rowId: string, order: RowOrder): Promise<RowPosition | null> {
    const sql = orderSql(order);
    const row = this.#rows(scope).where({ source_row_id: rowId });
    joinOrdered(row, order);
    const key = this.knex.raw(sql ? `CAST(${sql.key} AS text) AS key` : `'' AS key`);
    const found = await row.first<RowPosition | undefined>('r.source_row_id', key);
    return found ?? null;
  }

  /** A row by its id or number, with what makes others like it; null if the source does not have it. */
  async named(
    scope: SourceScope,
    row: string | number,
  ): Promise<{
    readonly source_row_id: string;
    readonly row_number: number;
    readonly same_key: Buffer | null;
    readonly same_name_key: Buffer | null;
    readonly mapping_version: number;
  } | null> {
    const by = typeof row === 'number' ? { row_number: row } : { source_row_id: row };
    const found = await this.#rows(scope)
      .where(by)
      .first('r.source_row_id', 'r.row_number', 'r.same_key', 'r.same_name_key', 'r.mapping_version');
    return found ?? null;
  }

  /** The rows before and after a row, in the order of the upload. */
  async neighbours(scope: SourceScope, rowId: string) {
    const next = (compare: '<' | '>', direction: 'asc' | 'desc') =>
      this.#rows(scope)
        .where('source_row_id', compare, rowId)
        .orderBy('source_row_id', direction)
        .first<{ source_row_id: string; row_number: number } | undefined>('r.source_row_id', 'r.row_number');
    const [before, after] = await Promise.all([next('<', 'desc'), next('>', 'asc')]);
    return { previous: before ?? null, next: after ?? null };
  }

  /** Counts of parts of equal size, in the order of the upload; a part without rows is absent. */
  async progress(scope: SourceScope, rowCount: number, segments: number): Promise<SegmentCounts[]> {
    const segment = this.knex.raw('((r.row_number - 1)::bigint * ? / ?)::int', [segments, rowCount]);
    const counted = (condition: string, name: string) =>
      this.knex.raw(`(count(*) FILTER (WHERE ${condition}))::int AS ??`, [name]);
    return this.#rows(scope)
      .groupBy('segment')
      .orderBy('segment')
      .select<SegmentCounts[]>(
        this.knex.raw('? AS segment', [segment]),
        this.knex.raw('count(*)::int AS rows'),
        ...states.map((state) => counted(`r.resolve_status = '${state}'`, state)),
        counted('r.decision IS NOT NULL', 'decided'),
        counted(isUndecided, 'open'),
        counted('r.skipped_at IS NOT NULL', 'skipped'),
      );
  }

  /** How many candidates and suggestions each undecided row in these states has, in pieces. */
  async *listCandidateCounts(scope: SourceScope, statuses: readonly RowStatus[]): AsyncGenerator<number[]> {
    for (let after: string | null = null; ; ) {
      const listed = this.#rows(scope)
        .whereIn('resolve_status', [...statuses])
        .whereRaw(isUndecided)
        .orderBy('source_row_id')
        .limit(rowsCounted)
        .select<{ source_row_id: string; candidates: number }[]>(
          'source_row_id',
          this.knex.raw('jsonb_array_length(candidates) + jsonb_array_length(suggestions) AS candidates'),
        );
      if (after !== null) listed.where('source_row_id', '>', after);
      const found: { source_row_id: string; candidates: number }[] = await listed;
      yield found.map(({ candidates }) => candidates);
      if (found.length < rowsCounted) return;
      after = found.at(-1)?.source_row_id ?? null;
    }
  }

  /**
   * How many undecided open rows, resolved with the current mapping, have each key, and how many of them were not paid.
   * Keys without rows are absent.
   */
  async countSameRows(
    scope: SourceScope,
    by: 'same_key' | 'same_name_key',
    keys: readonly Buffer[],
  ): Promise<Map<string, SameRows>> {
    if (keys.length === 0) return new Map();
    const found = await this.#rows(scope)
      .join('sources as s', 's.source_id', 'r.source_id')
      .whereRaw(
        `r.${by} = ANY (CAST(? AS bytea[])) AND r.mapping_version = s.mapping_version AND ${isUndecided}`,
        [[...keys]],
      )
      .groupBy(by)
      .select<({ key: string } & SameRows)[]>(
        this.knex.raw(`encode(${by}, 'hex') AS key, count(*)::int AS rows`),
        this.knex.raw('(count(*) FILTER (WHERE NOT paid))::int AS unpaid'),
      );
    return new Map(found.map(({ key, ...rows }) => [key, rows]));
  }

  #filtered(
    scope: SourceScope,
    { statuses, decisions, reasons, likes, search, paid, skipped }: RowFilter,
  ): Knex.QueryBuilder {
    const rows = this.#rows(scope);
    if (statuses.length > 0) rows.whereIn('r.resolve_status', [...statuses]);
    if (decisions.length > 0) rows.whereRaw(`coalesce(r.decision, 'none') = ANY (?)`, [[...decisions]]);
    if (reasons.length > 0) rows.whereIn('r.reason', [...reasons]);
    if (paid !== undefined) rows.where('r.paid', paid);
    if (skipped !== undefined) rows.whereRaw(`${skippedAt} ${skipped ? '>' : '='} '-infinity'`);
    // In the words of the index of open rows, so that it is used.
    if (skipped === true || isOpenOnly({ statuses, decisions })) rows.whereRaw(isUndecided);
    for (const { by, rowId, key, mappingVersion } of likes)
      rows.where((like) => {
        like.where('r.source_row_id', rowId);
        if (key) like.orWhere({ [`r.${by}`]: key, 'r.mapping_version': mappingVersion });
      });
    if (search?.place === null) rows.whereRaw('array_to_string(r.cells, ?) ~ ?', [cellMark, search.pattern]);
    else if (search) rows.whereRaw('r.cells[CAST(? AS integer)] ~ ?', [search.place + 1, search.pattern]);
    return rows;
  }

  #rows({ accountId, sourceId }: SourceScope): Knex.QueryBuilder {
    const own = this.knex('sources')
      .where({ account_id: accountId, source_id: sourceId })
      .select('source_id');
    return this.knex('source_rows as r').where('r.source_id', own);
  }
}

function startSql(
  sql: OrderSql | null,
  { source_row_id, key, inclusive }: PageStart,
  descending: boolean,
): [string, string[]] {
  const compare = `${descending ? '<' : '>'}${inclusive ? '=' : ''}`;
  if (sql === null) return [`r.source_row_id ${compare} CAST(? AS uuid)`, [source_row_id]];
  const { key: expression, type } = sql;
  if (type !== 'cell')
    return [
      `(${expression}, r.source_row_id) ${compare} (CAST(? AS ${type}), CAST(? AS uuid))`,
      [key, source_row_id],
    ];
  const later = `(${numberInCell(expression, descending)}, ${expression}, r.source_row_id) ${compare}
    (SELECT ${numberInCell('k.cell', descending)}, k.cell, k.id
      FROM (SELECT CAST(? AS text) COLLATE "C" AS cell, CAST(? AS uuid) AS id) AS k)`;
  // Blank cells come last in both directions.
  if (key === '') return [`${expression} = '' AND ${later}`, [key, source_row_id]];
  return [`(${expression} = '' OR ${later})`, [key, source_row_id]];
}

/** Joins the cell that an order compares, if it compares one. */
function joinOrdered(rows: Knex.QueryBuilder, order: RowOrder): void {
  if (orderSql(order)?.type === 'cell')
    rows.joinRaw(joinFoldedCell('r.cells[CAST(? AS integer)]'), [(order.place ?? -1) + 1]);
}
