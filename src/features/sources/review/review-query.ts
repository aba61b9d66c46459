import { ServiceError } from '../../../contract/errors.ts';
import type { SourceReviewQuery } from '../../../contract/sources/review.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { mappedColumns } from '../../row-matching/parse-row.ts';
import type { RowFilter, RowOrder } from '../records/row-filter.ts';
import type { SourceRecord } from '../records/source-record.ts';
import { cellPattern } from './cell-search.ts';

/** What a request about the rows of a source says. */

/** What a cursor is bound to: everything that says which rows there are. */
export function bindCursor({ status, decision, reason, ...query }: SourceReviewQuery) {
  const { search, search_column, same_as, same_name_as, paid, skipped } = query;
  const sets = [status, decision, reason].map((given) => [...new Set(given ?? [])].toSorted());
  return { sets, search, search_column, same_as, same_name_as, paid, skipped };
}

export function readOrder(
  { sort, sort_column = '', direction }: SourceReviewQuery,
  source: SourceRecord,
): RowOrder {
  const descending = direction === 'descending';
  if (sort === 'column')
    return { by: 'text', place: findPlace('sort_column', sort_column, source), descending };
  if (sort !== 'name') return { by: sort, place: null, descending };
  const { mapping, headers } = source;
  if (mapping === null) throw new ServiceError('source_mapping_required');
  const name = mappedColumns(mapping, headers).fields.find(({ field }) => field === 'name');
  if (name) return { by: 'text', place: name.place, descending };
  const message = 'must not be name: no column is mapped as name; use sort=column with sort_column';
  throw new ServiceError('invalid_query', { details: [{ field: 'sort', message }] });
}

/** The place of the column with a header. */
function findPlace(field: string, given: string, { headers }: SourceRecord): number {
  const wanted = normalizeText(given);
  const place = headers.findIndex((each) => normalizeText(each) === wanted);
  if (place >= 0) return place;
  const message = `names a header that the source does not have: ${given.slice(0, 200)}`;
  throw new ServiceError('invalid_query', { details: [{ field, message }] });
}

/** @throws ServiceError invalid_query */
export function readSearch(
  { search, search_column }: SourceReviewQuery,
  source: SourceRecord,
): RowFilter['search'] {
  if (search === undefined) return null;
  const pattern = cellPattern(search);
  if (search_column === undefined) return { pattern, place: null };
  return { pattern, place: findPlace('search_column', search_column, source) };
}
