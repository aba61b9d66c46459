import { renderColumnName, toAttributeText } from '../../../../../tables/workbook-parts.ts';
import { columnOf } from '../../parsing/workbook/workbook-sheet.ts';
import type { Filling } from './filling.ts';
import { attributeOf, elementOf, endOf, replaceAttribute, tagOf } from './sheet-xml.ts';

/**
 * Filters and Excel tables take in the columns that are written beside them: whoever sorts by them moves whole rows
 * (ECMA-376, part 1, 18.3.2 and 18.5).
 */

type Written = Pick<Filling, 'headerRow' | 'headers' | 'earlierHeaders' | 'columns' | 'namingColumns'>;

interface CellRange {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

/** `A1:C9`; null for a single cell. */
function parseRange(reference: string | null): CellRange | null {
  const [, from, top, to, bottom] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(reference ?? '') ?? [];
  if (!from || !to) return null;
  return { from: columnOf(from), to: columnOf(to), top: Number(top), bottom: Number(bottom) };
}

function renderRange({ from, to, top, bottom }: CellRange): string {
  return `${renderColumnName(from)}${top}:${renderColumnName(to)}${bottom}`;
}

/**
 * The last column of a range without those that are emptied at its end, and with those that are written beside it, if the companies
 * of the rows are in it: of two tables side by side, one is of other rows.
 */
function findLastColumn({ from, to }: CellRange, { headers, columns, namingColumns }: Written): number {
  const filled = new Set(columns.filter((_, at) => headers[at]));
  const emptied = new Set(columns.filter((_, at) => !headers[at]));
  let last = to;
  while (emptied.has(last) && last > from) last -= 1;
  const hasCompanies = namingColumns.some((column) => column >= from && column <= to);
  while (hasCompanies && filled.has(last + 1)) last += 1;
  return last;
}

/** Columns of a filter are counted from its first one. */
const criterion = new RegExp(elementOf('filterColumn'), 'g');
const sorting = new RegExp(elementOf('sortState'), 'g');

/**
 * The element of a filter of the sheet, with the range that it gets.
 * @returns null if it stays as it is
 */
export function widenFilter(xml: string, written: Written): string | null {
  const range = parseRange(attributeOf(xml, 'ref'));
  if (!range || range.top > written.headerRow || range.bottom <= written.headerRow) return null;
  return moveEnd(xml, range, findLastColumn(range, written));
}

/** A filter, a sorting or a table that ends with another column; null if it is the same column. */
function moveEnd(xml: string, range: CellRange, last: number): string | null {
  if (last === range.to) return null;
  const moved = replaceAttribute(xml, 'ref', renderRange({ ...range, to: last }));
  const withCriteria = moved.replace(criterion, (each) =>
    Number(attributeOf(each, 'colId')) > last - range.from ? '' : each,
  );
  return withCriteria.replace(sorting, (each) => {
    const sorted = parseRange(attributeOf(each, 'ref'));
    // It may be sorted by one of the columns that are gone.
    if (!sorted || last < range.to) return '';
    return sorted.to === range.to
      ? replaceAttribute(each, 'ref', renderRange({ ...sorted, to: last }))
      : each;
  });
}

/** A range that became another one: `A1:C9`. */
export interface MovedRange {
  readonly from: string;
  readonly to: string;
}

const filterName = ['_xlnm', '_FilterDatabase'].join('.');
const namePattern = new RegExp(elementOf('definedName'), 'g');

/**
 * The workbook (`xl/workbook.xml`), which gives the range of each filter a hidden name.
 * @param filters by the place of their sheet
 */
export function nameFilters(xml: string, filters: ReadonlyMap<number, MovedRange>): string {
  return xml.replace(namePattern, (name) => {
    const moved = filters.get(Number(attributeOf(name, 'localSheetId') ?? -1));
    if (!moved || attributeOf(name, 'name') !== filterName) return name;
    return name.replace(`!${toAbsolute(moved.from)}<`, () => `!${toAbsolute(moved.to)}<`);
  });
}

/** `$A$1:$C$9` */
function toAbsolute(range: string): string {
  return range.replace(/[A-Z]+/g, '$$$&$$');
}

const tableBegin = new RegExp(tagOf('table'));
const columnList = new RegExp(`(${tagOf('tableColumns')}>)([\\s\\S]*?)(${endOf('tableColumns')})`);
const columnPattern = new RegExp(elementOf('tableColumn'), 'g');
const filterPattern = new RegExp(elementOf('autoFilter'));

/**
 * A table (`xl/tables/table1.xml`) whose columns are named like the header cells that are written, as Excel demands it. The columns
 * of a query or an XML map are described elsewhere too, so such a table keeps its range. Columns of an earlier export keep their
 * names, also in another language: formulas name them.
 * @param xml with tags and text only
 * @returns with the columns and their headers, among them names for emptied columns between others; null if the table stays as it is,
 *   also one that has no header
 */
export function widenTable(
  xml: string,
  written: Written,
): ({ readonly xml: string } & Pick<Written, 'headers' | 'columns'>) | null {
  const begin = xml.search(tableBegin);
  const table = xml.slice(begin);
  const range = parseRange(attributeOf(table, 'ref'));
  const hasHeader = (attributeOf(table, 'headerRowCount') ?? '1') === '1';
  if (begin < 0 || !hasHeader || range?.top !== written.headerRow) return null;
  const [, , list = ''] = columnList.exec(table) ?? [];
  const own = list.match(columnPattern) ?? [];
  if (own.length !== range.to - range.from + 1) return null;
  const placed = placeColumns(written, own, range);
  const isOfSheet = (attributeOf(table, 'tableType') ?? 'worksheet') === 'worksheet';
  const last = isOfSheet ? findLastColumn(range, placed) : range.to;
  const headers = nameEmptied(placed, own, { ...range, to: last });
  const headerAt = new Map(placed.columns.map((column, at) => [column, headers[at] ?? '']));
  let id = Math.max(...own.map((column) => Number(attributeOf(column, 'id'))));
  const columns = Array.from({ length: last - range.from + 1 }, (_, place) => {
    const given = own[place];
    const header = headerAt.get(range.from + place);
    if (header === undefined) return given ?? '';
    const name = toAttributeText(header);
    if (given !== undefined) return replaceAttribute(given, 'name', name);
    id += 1;
    return `<${prefixOf(table)}tableColumn id="${id}" name="${name}"/>`;
  });
  const named = table.replace(
    columnList,
    (_whole, before: string, _list, after: string) =>
      replaceAttribute(before, 'count', String(columns.length)) + columns.join('') + after,
  );
  const moved = (moveEnd(named, range, last) ?? named).replace(filterPattern, (filter) => {
    const filtered = parseRange(attributeOf(filter, 'ref'));
    return filtered ? replaceAttribute(filter, 'ref', renderRange({ ...filtered, to: last })) : filter;
  });
  const isAsWritten =
    headers.every((header, at) => header === written.headers[at]) &&
    placed.columns.every((column, at) => column === written.columns[at]);
  if (moved === table && isAsWritten) return null;
  return { xml: xml.slice(0, begin) + moved, headers, columns: placed.columns };
}

/**
 * If the table has any of the columns of the earlier export, they keep their names: of two namings, one would not be recognised when
 * the file comes back. They stay in it, in their order, before further ones: it may have no room to grow.
 */
function placeColumns(written: Written, own: readonly string[], table: CellRange): Written {
  const { columns, earlierHeaders } = written;
  const names = own.map((column) => attributeOf(column, 'name'));
  const kept = earlierHeaders
    .map((header, at) => ({ at, place: names.indexOf(toAttributeText(header)) }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place);
  if (kept.length === 0) return written;
  const order = [...new Set([...kept.map(({ at }) => at), ...columns.keys()])];
  const isInside = (column: number) => column >= table.from && column <= table.to;
  const places = [...columns.filter(isInside), ...columns.filter((column) => !isInside(column))];
  const placed = columns.map((_, at) => places[order.indexOf(at)] ?? 0);
  return { ...written, headers: earlierHeaders, columns: placed };
}

/** The headers that are written, with a name for each emptied column within a table: it must have one. */
function nameEmptied({ columns, headers }: Written, own: readonly string[], table: CellRange): string[] {
  const taken = new Set([
    ...own.map((column) => attributeOf(column, 'name')?.toLowerCase()),
    ...headers.map((header) => toAttributeText(header).toLowerCase()),
  ]);
  return columns.map((column, at) => {
    const header = headers[at] ?? '';
    if (header !== '' || column < table.from || column > table.to) return header;
    let name = `列${column}`;
    for (let number = 2; taken.has(name); number += 1) name = `列${column} (${number})`;
    taken.add(name);
    return name;
  });
}

function prefixOf(xml: string): string {
  return /^<([^\s<>/:]+:)?/.exec(xml)?.[1] ?? '';
}
