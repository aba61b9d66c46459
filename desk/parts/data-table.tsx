import type { ComponentChildren } from 'preact';
import { TableScroll } from './table-scroll.tsx';

export interface Column<Row> {
  readonly key?: string;
  readonly title: string;
  /** Only screen readers need the title. */
  readonly hidesTitle?: true;
  readonly class?: string;
  readonly renderCell: (row: Row) => ComponentChildren;
}

/** A table with a header and a line for each row. @param props.label what it shows */
export function DataTable<Row>(props: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly getKey: (row: Row, place: number) => string | number;
  readonly class?: string;
}) {
  const { columns } = props;
  return (
    <TableScroll label={props.label}>
      <table class={props.class}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key ?? column.title} scope="col" class={column.class}>
                {column.hidesTitle && <span class="hidden-visually">{column.title}</span>}
                {!column.hidesTitle && column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row, place) => (
            <tr key={props.getKey(row, place)}>
              {columns.map((column) => (
                <td key={column.key ?? column.title} class={column.class}>
                  {column.renderCell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
