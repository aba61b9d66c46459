import CliTable from 'cli-table3';
import { measureWidth, toPrintable, truncateText } from './text.ts';

export type Cell = string | number | boolean | null | undefined;

/** By title: the name of a field, or a function that makes the cell. */
export type Columns<Row> = Readonly<Record<string, CellName<Row> | ((row: Row) => Cell)>>;
type CellName<Row> = Row extends object
  ? Extract<{ [Name in keyof Row]-?: Row[Name] extends Cell ? Name : never }[keyof Row], string>
  : never;

const gap = 2;
const minWidth = 6;

/** No lines between cells, so that text copied from the screen has only the content. */
const noBorders = Object.fromEntries(
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle'
    .split(' ')
    .map((place) => [place, '']),
);

/**
 * Rows below their titles, aligned with the widths of Japanese characters.
 * @param width columns of the terminal; null: nothing is cut
 * @param uncut titles of columns that are never cut, in addition to ids
 */
export function renderTable<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  width: number | null,
  uncut: readonly string[] = [],
): string {
  const titles = Object.keys(columns);
  const cells = rows.map((row) =>
    Object.values(columns).map(
      (cell): Cell => (typeof cell === 'function' ? cell(row) : (row[cell as keyof Row] as Cell)),
    ),
  );
  const lines = [titles, ...cells.map((row) => row.map(formatCell))];
  const whole = titles.map((title) => title.endsWith('_id') || uncut.includes(title));
  const widths = fitWidths(lines, whole, width);
  const [head = [], ...body] = lines.map((line) =>
    line.map((text, place) => truncateText(text, widths[place] ?? 0)),
  );
  const table = new CliTable({
    head,
    chars: noBorders,
    colAligns: titles.map((_, place) =>
      cells.every((row) => typeof row[place] === 'number') ? 'right' : 'left',
    ),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': gap },
  });
  table.push(...body);
  return table.toString().replace(/ +$/gm, '');
}

/** One name and value per line. */
export function renderFields(fields: readonly (readonly [string, Cell])[], width: number | null): string {
  const shown = fields.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const nameWidth = Math.max(0, ...shown.map(([name]) => measureWidth(name)));
  return shown
    .map(([name, value]) => {
      const text = formatCell(value);
      const padding = ' '.repeat(nameWidth - measureWidth(name) + gap);
      return (
        name + padding + (width === null ? text : truncateText(text, Math.max(20, width - nameWidth - gap)))
      );
    })
    .join('\n');
}

function formatCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return cell.toLocaleString('en-US');
  return toPrintable(String(cell));
}

/** Narrows the widest column that may be cut, until the table fits or no column can be narrowed. */
function fitWidths(
  lines: readonly (readonly string[])[],
  whole: readonly boolean[],
  width: number | null,
): number[] {
  const widths = whole.map((_, place) => Math.max(...lines.map((line) => measureWidth(line[place] ?? ''))));
  if (width === null) return widths;
  const sumWidths = () => widths.reduce((sum, each) => sum + each + gap, -gap);
  for (;;) {
    const widest = Math.max(minWidth, ...widths.filter((_, place) => !whole[place]));
    if (sumWidths() <= width || widest === minWidth) return widths;
    widths[widths.findIndex((each, place) => each === widest && !whole[place])] = widest - 1;
  }
}
