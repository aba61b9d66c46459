import type { Knex } from 'knex';
import { maxTableCell } from '../../../contract/limits.ts';
import { joinFoldedCell, numberInCell } from './cell-order.ts';
import { stateRank } from './review-rows-store.ts';
import { ownSource } from './row-conditions.ts';
import { companiesOfRows, industryBindings } from './source-companies-sql.ts';
import type { SourceRowRecord, SourceScope } from './source-record.ts';
import type { Bounds, CompanyFilter, TableFilter, TableOrder } from './table-filter.ts';

type ShownKeys =
  | 'source_row_id'
  | 'row_number'
  | 'file_row'
  | 'resolve_status'
  | 'reason'
  | 'decision'
  | 'company_id';

/** A row as a table shows it: its cells are cut. */
export interface TableRow extends Pick<SourceRowRecord, ShownKeys> {
  readonly cells: readonly (string | null)[];
}

type Bindings = Record<string, string | number | boolean | readonly (string | number)[]>;

/** A part of a statement with its values. */
interface Sql {
  readonly text: string;
  readonly bindings: Bindings;
}

const legalName = `(SELECT name FROM company_names n WHERE n.company_id = r.current_id AND n.kind = 'legal' LIMIT 1)`;
const orderKeys: Readonly<Record<Exclude<TableOrder['by'], 'column'>, string>> = {
  file: 'r.row_number',
  state: stateRank,
  company: `${legalName} COLLATE "C"`,
  prefecture: 'f.prefecture_code',
  reason: 'r.reason COLLATE "C"',
  same_company: 'CASE WHEN f.rows > 1 THEN f.first_row END',
};

/** Rows of a source as a table, anywhere in an order. Each function accesses only rows of the account's own sources. */
export class TableRowsStore {
  constructor(private readonly knex: Knex) {}

  /** The ids of the rows that fit the filter, in the order: 16 bytes each. */
  async order(scope: SourceScope, filter: TableFilter, order: TableOrder): Promise<Buffer> {
    const conditions = buildConditions(filter);
    const asksCompanies = needsCompanies(filter.company, order);
    const { keys, from = '', bindings = {} } = buildOrder(order);
    const { rows } = await this.knex.raw<{ rows: [{ ids: Buffer | null }] }>(
      `WITH ${asksCompanies ? companiesOfRows : 'nothing AS (SELECT)'}
       SELECT string_agg(uuid_send(r.source_row_id), '' ORDER BY ${[...keys, 'r.source_row_id'].join(', ')}) AS ids
       FROM (SELECT r.*, coalesce(a.company_id, r.company_id) AS current_id
           FROM source_rows r LEFT JOIN company_aliases a ON a.alias_id = r.company_id
           WHERE r.source_id = ${ownSource}) r
         ${asksCompanies ? 'LEFT JOIN companies_of_rows f ON f.company_id = r.current_id' : ''} ${from}
       WHERE ${['TRUE', ...conditions.map(({ text }) => text)].join(' AND ')}`,
      Object.assign(
        { ...scope, ...bindings, ...(asksCompanies && industryBindings) },
        ...conditions.map((each) => each.bindings),
      ),
    );
    return rows[0].ids ?? Buffer.alloc(0);
  }

  /** These rows, in this order; those that are gone are absent. */
  async read({ accountId, sourceId }: SourceScope, ids: readonly string[]): Promise<TableRow[]> {
    const { rows } = await this.knex.raw<{ rows: TableRow[] }>(
      `SELECT r.source_row_id, r.row_number, r.file_row, r.resolve_status, r.reason, r.decision, r.company_id,
         ARRAY(SELECT CASE WHEN length(cell) > :longest THEN left(cell, :longest) || '…' ELSE cell END
           FROM unnest(r.cells) WITH ORDINALITY AS u (cell, place) ORDER BY place) AS cells
       FROM source_rows r WHERE r.source_id = ${ownSource} AND r.source_row_id = ANY (CAST(:ids AS uuid[]))
       ORDER BY array_position(CAST(:ids AS uuid[]), r.source_row_id)`,
      { accountId, sourceId, ids: [...ids], longest: maxTableCell },
    );
    return rows;
  }
}

function needsCompanies(
  { prefectures, industries, listings, statuses, capital, employees, severalRows }: CompanyFilter,
  { by }: TableOrder,
): boolean {
  const lists = [prefectures, industries, listings, statuses];
  const bounds = [capital.min, capital.max, employees.min, employees.max];
  return (
    lists.some(({ length }) => length > 0) ||
    bounds.some((bound) => bound !== undefined) ||
    severalRows !== undefined ||
    by === 'prefecture' ||
    by === 'same_company'
  );
}

function buildConditions({ statuses, decisions, reasons, cells, company }: TableFilter): readonly Sql[] {
  return [
    ...anyOf('r.resolve_status', 'statuses', statuses),
    ...anyOf(`coalesce(r.decision, 'none')`, 'decisions', decisions),
    ...anyOf('r.reason', 'reasons', reasons),
    ...cells.map(({ place, pattern }, at) => ({
      text: `coalesce(r.cells[CAST(:place${at} AS integer)], '') ~ :pattern${at}`,
      bindings: { [`place${at}`]: place + 1, [`pattern${at}`]: pattern },
    })),
    ...buildCompanyConditions(company),
  ];
}

function buildCompanyConditions({
  capital,
  employees,
  severalRows,
  ...asked
}: CompanyFilter): readonly Sql[] {
  const { ids, prefectures, industries, listings, statuses, name } = asked;
  const given = { text: 'r.current_id IS NOT NULL', bindings: {} };
  const conditions = [
    ...(ids.length === 0
      ? []
      : [
          {
            text: `r.current_id IN (SELECT coalesce(a.company_id, x) FROM unnest(CAST(:companyIds AS text[])) AS x
              LEFT JOIN company_aliases a ON a.alias_id = x)`,
            bindings: { companyIds: [...ids] },
          },
        ]),
    ...anyOf('f.prefecture', 'prefectures', prefectures),
    ...anyOf('f.industry', 'industries', industries),
    ...anyOf('f.listing', 'listings', listings),
    ...anyOf('f.status', 'companyStatuses', statuses),
    ...within('f.capital', 'Capital', capital),
    ...within('f.employees', 'Employees', employees),
    ...(severalRows === undefined
      ? []
      : [{ text: `(coalesce(f.rows, 0) > 1) = :severalRows`, bindings: { severalRows } }]),
    ...(name === null ? [] : [{ text: `${legalName} ~ :companyName`, bindings: { companyName: name } }]),
  ];
  // What is not known of a company is not what is not known of an open row.
  if ([...prefectures, ...industries].includes(null)) return [given, ...conditions];
  return conditions;
}

/** @param values null stands for what is not known */
function anyOf(sql: string, name: string, values: readonly (string | null)[]): readonly Sql[] {
  if (values.length === 0) return [];
  const known = values.filter((value) => value !== null);
  const text = `${sql} = ANY (CAST(:${name} AS text[]))`;
  return [
    { text: values.includes(null) ? `(${text} OR ${sql} IS NULL)` : text, bindings: { [name]: known } },
  ];
}

function within(sql: string, name: string, { min, max }: Bounds): readonly Sql[] {
  return [
    ...(min === undefined ? [] : [{ text: `${sql} >= :min${name}`, bindings: { [`min${name}`]: min } }]),
    ...(max === undefined ? [] : [{ text: `${sql} <= :max${name}`, bindings: { [`max${name}`]: max } }]),
  ];
}

interface OrderSql {
  readonly keys: readonly string[];
  /** What the keys need beside the rows. */
  readonly from?: string;
  readonly bindings?: Bindings;
}

/** What is blank comes last in both directions. */
function buildOrder({ by, place, descending }: TableOrder): OrderSql {
  const direction = `${descending ? 'DESC' : 'ASC'} NULLS LAST`;
  if (by !== 'column') return { keys: [`${orderKeys[by]} ${direction}`] };
  return {
    keys: [`${numberInCell('o.cell', descending)} ${direction}`, `nullif(o.cell, '') ${direction}`],
    from: joinFoldedCell('r.cells[CAST(:place AS integer)]'),
    bindings: { place: (place ?? -1) + 1 },
  };
}
