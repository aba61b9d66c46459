import type { TableSort } from '../../../../client/index.ts';
import type { SampledSource } from '../../../api-types.ts';
import { useTexts } from '../../../language.ts';
import { DataText } from '../../../parts/data-text.tsx';
import { texts } from './rows-texts.ts';
import { isDescending, linkToRows, orderColumns, readSort, withConditions } from './table-query.ts';

/** The widths of all columns: without them, columns would change with the rows on the screen. @param props.count of own columns */
export function TableColumns({ count }: { readonly count: number }) {
  return (
    <colgroup>
      <col class="rows-number" />
      <col class="rows-state" />
      <col class="rows-company" />
      {Array.from({ length: count }, (_, at) => (
        <col key={at} class="rows-own" />
      ))}
      <col class="rows-prefecture" />
      <col class="rows-reason" />
    </colgroup>
  );
}

interface HeadProps {
  readonly source: SampledSource;
  readonly query: URLSearchParams;
}

/** Each header sorts: up, down, and then as in the file. */
export function TableHead({ source, query }: HeadProps) {
  const text = useTexts(texts);
  const { headers, source_id: sourceId } = source;
  const sorted = { sourceId, query };
  return (
    <thead>
      <tr aria-rowindex={1}>
        <SortHeader {...sorted} sort="file" title={text.number} />
        <SortHeader {...sorted} sort="state" title={text.names.status} />
        <SortHeader {...sorted} sort="company" title={text.names.company} />
        {orderColumns(source).map((at) => (
          <SortHeader key={at} {...sorted} sort="column" column={at + 1} title={headers[at] ?? ''} />
        ))}
        <SortHeader {...sorted} sort="prefecture" title={text.names.prefecture} />
        <SortHeader {...sorted} sort="reason" title={text.names.reason} />
      </tr>
    </thead>
  );
}

interface SortProps {
  readonly sourceId: string;
  readonly query: URLSearchParams;
  readonly sort: TableSort;
  /** Of the user's own, from 1. */
  readonly column?: number;
  readonly title: string;
}

function SortHeader({ sourceId, query, sort, column, title }: SortProps) {
  const isSorted =
    readSort(query) === sort && (column === undefined || query.get('sort_column') === String(column));
  const direction = isDescending(query) ? 'descending' : 'ascending';
  const next = {
    sort: sort === 'file' ? undefined : sort,
    sort_column: column === undefined ? undefined : String(column),
    direction: undefined,
  };
  const inFile = { sort: undefined, sort_column: undefined, direction: undefined };
  const afterAscending = { ...next, direction: 'descending' };
  const whenSorted = direction === 'ascending' ? afterAscending : inFile;
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined} title={title}>
      <a href={linkToRows(sourceId, withConditions(query, isSorted ? whenSorted : next))}>
        <DataText text={title} />
      </a>
    </th>
  );
}
