import { escapeFormula } from '../../../../tables/formula-cells.ts';
import type { RowDecision } from '../../../contract/sources/sources.ts';
import { mapInSlices } from '../../../running/time-slices.ts';
import { type MappedColumns, moveColumns, parseRow } from '../../row-matching/parse-row.ts';
import { ParsedName } from '../../row-matching/parsed-name.ts';
import { buildCellsKey, buildQuestion } from '../../row-matching/row-question.ts';
import { readRowId } from '../parsing/row-ids.ts';
import type { EarlierRow, EarlierRowsStore } from '../records/earlier-rows-store.ts';
import type { SourceRowRecord } from '../records/source-record.ts';

/** What a person decided about the row of an earlier table. */
export interface EarlierDecision {
  readonly rowId: string;
  readonly decision: RowDecision;
  /** Under its current id; null for a mark. */
  readonly companyId: string | null;
}

/** What people said about the row of an earlier table that says the same. */
export interface EarlierWord {
  readonly decision: EarlierDecision | null;
  /** The companies that they took back for it. */
  readonly rejected: readonly string[];
}

type Cells = Pick<SourceRowRecord, 'cells'>;

/** The mapped columns in the rows of the new and of an earlier table. A column that the earlier one lacks has no place. */
interface SharedColumns {
  readonly here: MappedColumns;
  readonly there: MappedColumns;
  /** Of each column that both have. */
  readonly places: readonly (readonly [here: number, there: number])[];
  /** Whether the earlier table has all of them. */
  readonly isWhole: boolean;
}

/** Compares rows that came back in a file with the rows that were exported (docs/sources.md#rows-of-an-earlier-export). */
export class EarlierRows {
  readonly #tables = new Map<string, SharedColumns>();

  constructor(
    private readonly store: EarlierRowsStore,
    private readonly accountId: string,
    private readonly columns: MappedColumns,
  ) {}

  /** `other`: the id is of a row with other cells. Rows without anything to say are absent. */
  async find<Row extends Cells>(rows: readonly Row[]): Promise<ReadonlyMap<Row, EarlierWord | 'other'>> {
    const { rowId: column } = this.columns;
    if (!column) return new Map();
    const named = rows.flatMap((row) => {
      const rowId = row.cells[column.place]?.trim().toLowerCase() ?? '';
      const read = readRowId(rowId);
      return read ? [{ row, rowId, sourceId: read.sourceId }] : [];
    });
    if (named.length === 0) return new Map();
    const found = await this.store.findRows(this.accountId, named);
    await this.#readTables(found);
    const byId = new Map(found.map((row) => [row.source_row_id, row]));
    const said = await mapInSlices(named, ({ row, rowId }) => {
      const earlier = byId.get(rowId);
      const verdict = earlier && this.#compare(row, earlier);
      return verdict ? [[row, verdict] as const] : [];
    });
    return new Map(said.flat());
  }

  async #readTables(rows: readonly EarlierRow[]): Promise<void> {
    const ids = new Set(rows.map(({ source_id }) => source_id));
    const unread = [...ids].filter((id) => !this.#tables.has(id));
    if (unread.length === 0) return;
    for (const { source_id, headers } of await this.store.findTables(this.accountId, unread))
      this.#tables.set(source_id, shareColumns(this.columns, headers));
  }

  #compare(row: Cells, earlier: EarlierRow): EarlierWord | 'other' | null {
    const shared = this.#tables.get(earlier.source_id);
    if (!shared || shared.places.length === 0) return null;
    if (!saysTheSame(row.cells, earlier.cells, shared)) return 'other';
    if (!shared.isWhole) return null;
    const { source_row_id: rowId, decision, company_id: companyId, rejected } = earlier;
    return { decision: decision && { rowId, decision, companyId }, rejected };
  }
}

function shareColumns(columns: MappedColumns, headers: readonly string[]): SharedColumns {
  const { fields, hints, email, asOf } = columns;
  const mapped = [...fields, ...hints, ...(email ? [email] : []), ...(asOf?.column ? [asOf.column] : [])];
  const shared = mapped.filter(({ header }) => headers.includes(header));
  const own = { ...columns, own: [] };
  return {
    here: moveColumns(own, ({ header, place }) => (headers.includes(header) ? place : -1)),
    there: moveColumns(own, ({ header }) => headers.indexOf(header)),
    places: shared.map(({ header, place }) => [place, headers.indexOf(header)]),
    isWhole: shared.length === mapped.length,
  };
}

/** As resolving compares rows. Most came back letter by letter. */
function saysTheSame(
  returned: Cells['cells'],
  exported: Cells['cells'],
  { here, there, places }: SharedColumns,
): boolean {
  const isUnchanged = places.every(([at, before]) => {
    const [cell, exportedCell] = [returned[at] ?? '', exported[before] ?? ''];
    return cell === exportedCell || cell === escapeFormula(exportedCell);
  });
  return isUnchanged || toCellsKey(returned, here) === toCellsKey(exported, there);
}

function toCellsKey(cells: Cells['cells'], columns: MappedColumns): string {
  const parsed = parseRow(cells, [], columns);
  const name = parsed.name === null ? null : new ParsedName(parsed.name);
  return buildCellsKey(buildQuestion(parsed, name));
}
