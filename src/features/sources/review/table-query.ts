import { ServiceError } from '../../../contract/errors.ts';
import { type CellCondition, type SourceTableQuery, unknownValue } from '../../../contract/sources/table.ts';
import type { SourceRecord } from '../records/source-record.ts';
import type { TableFilter, TableOrder } from '../records/table-filter.ts';
import { cellPattern } from './cell-search.ts';

/** What a request about the rows of a source as a table says. */

/** @throws ServiceError invalid_query for a column that the source does not have */
export function readTableFilter(query: SourceTableQuery, source: SourceRecord): TableFilter {
  const { status, decision, reason, cell, company } = query;
  return {
    statuses: [...new Set(status)],
    decisions: [...new Set(decision)],
    reasons: [...new Set(reason)],
    cells: cell.map((condition) => ({
      place: findPlace('cell', condition.column, source),
      pattern: patternOf(condition),
    })),
    company: {
      ids: [...new Set(query.company_id)],
      prefectures: nullsFor(query.prefecture),
      industries: nullsFor(query.industry_33_code),
      listings: [...new Set(query.listing_status)],
      statuses: [...new Set(query.company_status)],
      capital: { min: query.min_capital, max: query.max_capital },
      employees: { min: query.min_employees, max: query.max_employees },
      severalRows: query.several_rows,
      name: company === undefined ? null : cellPattern(company),
    },
  };
}

/** @throws ServiceError invalid_query for a column that the source does not have */
export function readTableOrder(
  { sort, sort_column, direction }: SourceTableQuery,
  source: SourceRecord,
): TableOrder {
  const place = sort_column === undefined ? null : findPlace('sort_column', sort_column, source);
  return { by: sort, place, descending: direction === 'descending' };
}

function patternOf({ comparison, text }: CellCondition): string {
  const pattern = cellPattern(text);
  return comparison === 'equals' ? `^[[:space:]]*${pattern}[[:space:]]*$` : pattern;
}

function nullsFor(values: readonly string[]): readonly (string | null)[] {
  return [...new Set(values)].map((value) => (value === unknownValue ? null : value));
}

/** @param column from 1 @returns from 0 */
function findPlace(field: string, column: number, { headers }: SourceRecord): number {
  if (column >= 1 && column <= headers.length) return column - 1;
  const message = `must name a column from 1 to ${headers.length}`;
  throw new ServiceError('invalid_query', { details: [{ field, message }] });
}
