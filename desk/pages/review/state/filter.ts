import { maxSearchLength, openStatuses, reviewSorts, rowDecisions } from '../../../../client/index.ts';
import { reasonTexts } from '../code-words.ts';
import type { RowsQuery } from './review-api.ts';

export const rowsChoices = [
  'open',
  'multiple_candidates',
  'not_found',
  'invalid',
  'skipped',
  'decided',
  'matched',
  'all',
] as const;

/** Which rows are gone through, and in which order; as in the address. */
export interface Filter {
  readonly rows: (typeof rowsChoices)[number];
  readonly reason: string;
  readonly search: string;
  readonly column: string;
  readonly sort: string;
}

export const usualFilter: Filter = { rows: 'open', reason: '', search: '', column: '', sort: 'work' };

/** Whether rows are looked at that nobody has to decide. */
export const isForAnyState = ({ rows }: Filter): boolean => ['decided', 'matched', 'all'].includes(rows);

/** Whether it leaves out rows that are open. */
export function isHidingOpenRows({ rows, reason, search }: Filter): boolean {
  return !['open', 'all'].includes(rows) || reason !== '' || search.trim() !== '';
}

export function readFilter(query: URLSearchParams): Filter {
  return {
    rows: rowsChoices.find((rows) => rows === query.get('rows')) ?? usualFilter.rows,
    reason: query.get('reason') ?? '',
    search: query.get('search') ?? '',
    column: query.get('column') ?? '',
    sort: query.get('sort') ?? usualFilter.sort,
  };
}

export function writeFilter(filter: Filter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).filter(([name, value]) => value !== usualFilter[name as keyof Filter]),
  );
}

/** The order of a column is chosen with the column. */
export const sorts = ['work', ...reviewSorts.filter((sort) => sort !== 'work' && sort !== 'column')] as const;

export function buildRowsQuery(filter: Filter, headers: readonly string[]): RowsQuery {
  const column = headers.includes(filter.column) ? filter.column : undefined;
  const sort = sorts.find((name) => name === filter.sort);
  const sortColumn = filter.sort.startsWith('column:') ? filter.sort.slice('column:'.length) : undefined;
  return {
    ...toStateQuery(filter.rows),
    ...(Object.hasOwn(reasonTexts.en, filter.reason) && {
      reason: [filter.reason] as RowsQuery['reason'] & string[],
    }),
    ...(filter.search.trim() && {
      search: filter.search.trim().slice(0, maxSearchLength),
      ...(column !== undefined && { search_column: column }),
    }),
    ...(sortColumn !== undefined && headers.includes(sortColumn)
      ? { sort: 'column' as const, sort_column: sortColumn }
      : { sort: sort ?? 'work' }),
  };
}

function toStateQuery(rows: Filter['rows']): RowsQuery {
  switch (rows) {
    case 'open':
      return { status: [...openStatuses], decision: ['none'] };
    case 'skipped':
      return { status: [...openStatuses], decision: ['none'], skipped: true };
    case 'decided':
      return { decision: [...rowDecisions] };
    case 'all':
      return {};
    case 'matched':
      return { status: ['matched'] };
    default:
      return { status: [rows], decision: ['none'] };
  }
}
