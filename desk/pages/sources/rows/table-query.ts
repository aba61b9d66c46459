import {
  type CellComparison,
  cellComparisons,
  type Query,
  type TableSort,
  tableSorts,
} from '../../../../client/index.ts';
import { linkTo } from '../../../address.ts';
import type { AnswerOf } from '../../../api-calls.ts';
import type { SampledSource } from '../../../api-types.ts';

/** Which rows are shown, and in which order, as in the address: the names and values are those of the API. */

/** A value that is not known, as filters say it. */
export const unknown = 'unknown';

/** What a table counts. */
export type Overview = AnswerOf<'getSourceOverview'>;

export type TableQuery = Query<'listSourceRows'>;

const listNames = [
  'company_id',
  'status',
  'reason',
  'decision',
  'prefecture',
  'industry_33_code',
  'listing_status',
  'company_status',
] as const;
const boundNames = ['min_capital', 'max_capital', 'min_employees', 'max_employees'] as const;

/** Of everything else in an address, nothing is asked. What is wrong in it, the service says. */
export function readTableQuery(query: URLSearchParams): TableQuery {
  const lists = listNames.flatMap((name) => (query.has(name) ? [[name, query.getAll(name)]] : []));
  const bounds = boundNames.flatMap((name) => (query.has(name) ? [[name, Number(query.get(name))]] : []));
  const column = query.get('sort_column');
  return {
    ...Object.fromEntries([...lists, ...bounds]),
    ...(query.has('cell') && { cell: query.getAll('cell') }),
    ...(query.get('company') && { company: query.get('company') }),
    ...(query.has('several_rows') && { several_rows: query.get('several_rows') === 'true' }),
    sort: readSort(query),
    ...(column !== null && { sort_column: Number(column) }),
    direction: isDescending(query) ? 'descending' : 'ascending',
  } as TableQuery;
}

export function readSort(query: URLSearchParams): TableSort {
  return tableSorts.find((sort) => sort === query.get('sort')) ?? 'file';
}

export function isDescending(query: URLSearchParams): boolean {
  return query.get('direction') === 'descending';
}

/** The address of the rows of a table. */
export function linkToRows(sourceId: string, query: URLSearchParams): string {
  return linkTo(['sources', sourceId, 'rows'], query);
}

export type Conditions = Readonly<Record<string, string | undefined>>;

/** The places of a table's own columns in the order in which they are shown: that with names first. */
export function orderColumns({
  headers,
  mapping,
}: Pick<SampledSource, 'headers' | 'mapping'>): readonly number[] {
  const places = headers.map((_, at) => at);
  const name = headers.indexOf(mapping?.columns.name ?? '');
  return name < 0 ? places : [name, ...places.filter((at) => at !== name)];
}

/** Rows of one company together, each company where the file names it first, whatever the order was before. */
export const sameCompanyConditions: Conditions = {
  several_rows: 'true',
  sort: 'same_company',
  sort_column: undefined,
  direction: undefined,
};

/** With these conditions in the place of others of their names; undefined for none. */
export function withConditions(query: URLSearchParams, conditions: Conditions): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(conditions)) {
    changed.delete(name);
    if (value !== undefined) changed.set(name, value);
  }
  return changed;
}

/** Whether all these conditions hold, and nothing else of their names. */
export function hasConditions(query: URLSearchParams, conditions: Conditions): boolean {
  return Object.entries(conditions).every(([name, value]) => {
    const given = query.getAll(name);
    return value === undefined ? given.length === 0 : given.length === 1 && given[0] === value;
  });
}

/** Only the order. */
export function withoutFilters(query: URLSearchParams): URLSearchParams {
  const order = ['sort', 'sort_column', 'direction'];
  return new URLSearchParams([...query].filter(([name]) => order.includes(name)));
}

export interface CellCondition {
  /** Of the column, from 1. */
  readonly column: number;
  readonly comparison: CellComparison;
  readonly text: string;
}

export function formatCellCondition({ column, comparison, text }: CellCondition): string {
  return `${column}:${comparison}:${text}`;
}

/** Null if it is none. */
export function readCellCondition(given: string): CellCondition | null {
  const [column = '', name = '', ...text] = given.split(':');
  const comparison = cellComparisons.find((each) => each === name);
  if (!/^\d+$/.test(column) || !comparison) return null;
  return { column: Number(column), comparison, text: text.join(':') };
}
