import type { AnswerBody } from '../../../contract/endpoint.ts';
import { maxTableCells } from '../../../contract/limits.ts';
import type { SourceTableQuery, sourceTableAnswer } from '../../../contract/sources/table.ts';
import { makeCachedRead } from '../../../running/cached-read.ts';
import type { CompaniesService } from '../../companies/companies-service.ts';
import type { SameCompanyStore } from '../records/same-company-store.ts';
import type { SameCompany, SourceRecord, SourceScope } from '../records/source-record.ts';
import type { SourcesStore } from '../records/sources-store.ts';
import type { TableFilter, TableOrder } from '../records/table-filter.ts';
import type { TableRow, TableRowsStore } from '../records/table-rows-store.ts';
import { readTableFilter, readTableOrder } from './table-query.ts';

interface SourceTableParts {
  readonly sources: SourcesStore;
  readonly table: TableRowsStore;
  readonly sameCompanies: SameCompanyStore;
  readonly companies: CompaniesService;
}

type TableAnswer = AnswerBody<typeof sourceTableAnswer>;
/** Facts about companies change in the order after this time at the latest, decisions at once. */
const orderMaxAgeMs = 60_000;
const ordersKept = 16;
const idBytes = 16;

type Located = Awaited<ReturnType<CompaniesService['findLocatedCompanies']>>;

/** Shows the rows of a source as a table of the user's columns with their companies. */
export class SourceTable {
  /** The orders that were asked for last, each at most 800 KB. */
  readonly #orders = new Map<string, () => Promise<Buffer>>();

  constructor(private readonly parts: SourceTableParts) {}

  /** @throws ServiceError source_not_found, invalid_query for a column that the source does not have */
  async show(scope: SourceScope, query: SourceTableQuery): Promise<TableAnswer> {
    const { sources, table, companies } = this.parts;
    const source = await sources.find(scope);
    const { headers, row_count } = source;
    const limit = Math.min(query.limit, Math.max(1, Math.floor(maxTableCells / headers.length)));
    const { offset } = query;
    const filter = readTableFilter(query, source);
    const order = readTableOrder(query, source);
    const ordered = await this.#order(scope, source, filter, order);
    const matching = ordered.length / idBytes;
    const rows = await table.read(
      scope,
      idsIn(ordered.subarray(offset * idBytes, (offset + limit) * idBytes)),
    );
    const companyIds = [...new Set(rows.flatMap(({ company_id: id }) => (id === null ? [] : [id])))];
    const located = await companies.findLocatedCompanies(companyIds);
    const sameCompanyOf = await this.#sameCompanies(scope, located);
    return {
      ok: true,
      headers: [...headers],
      row_count,
      matching_rows: matching,
      rows: rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => cell ?? ''),
        company: companyView(row, located),
        same_company: sameCompanyOf(row),
      })),
      meta: { limit, offset, returned: rows.length, has_more: offset + rows.length < matching },
    };
  }

  /** A person who scrolls asks for the same order again and again, and sorting is most of the work. */
  #order(
    { accountId }: SourceScope,
    { source_id: sourceId, version }: SourceRecord,
    filter: TableFilter,
    order: TableOrder,
  ): Promise<Buffer> {
    const key = JSON.stringify([accountId, sourceId, version, filter, order]);
    const read =
      this.#orders.get(key) ??
      makeCachedRead(orderMaxAgeMs, () => this.parts.table.order({ accountId, sourceId }, filter, order));
    this.#orders.delete(key);
    this.#orders.set(key, read);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > ordersKept && oldest !== undefined) this.#orders.delete(oldest);
    return read();
  }

  async #sameCompanies(scope: SourceScope, located: Located) {
    const { table, sameCompanies } = this.parts;
    const current = [...located.values()].map(({ summary }) => summary.company_id);
    const found = await sameCompanies.find(scope, [...new Set(current)]);
    const firstIds = [...new Set([...found.values()].map(({ source_row_id }) => source_row_id))];
    const firstRows = await table.read(scope, firstIds);
    const cellsOf = new Map(firstRows.map(({ source_row_id, cells }) => [source_row_id, cells]));
    return ({ company_id, cells }: TableRow): TableAnswer['rows'][number]['same_company'] => {
      const same = company_id === null ? undefined : found.get(company_id);
      return same ? sameCompanyView(same, cells, cellsOf.get(same.source_row_id) ?? cells) : null;
    };
  }
}

function idsIn(bytes: Buffer): string[] {
  return Array.from({ length: bytes.length / idBytes }, (_, at) =>
    bytes
      .toString('hex', at * idBytes, (at + 1) * idBytes)
      .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5'),
  );
}

function companyView({ company_id }: TableRow, located: Located): TableAnswer['rows'][number]['company'] {
  const company = company_id === null ? undefined : located.get(company_id);
  if (!company) return null;
  const {
    company_id: id,
    legal_name,
    prefecture,
    city,
    listing_status,
    status,
    superseded_by,
  } = company.summary;
  return { company_id: id, legal_name, prefecture, city, listing_status, status, superseded_by };
}

type Cells = TableRow['cells'];

function sameCompanyView(
  { rows, source_row_id, row_number }: SameCompany,
  cells: Cells,
  first: Cells,
): TableAnswer['rows'][number]['same_company'] {
  const textOf = (from: Cells, place: number) => (from[place] ?? '').trim();
  return {
    rows,
    first_row: { source_row_id, row_number },
    differing_columns: [...cells.keys()]
      .filter((place) => textOf(cells, place) !== textOf(first, place))
      .map((place) => place + 1),
  };
}
