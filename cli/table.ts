import CliTable from 'cli-table3';
import { printable, truncate, widthOf } from './text.ts';

export type Cell = string | number | boolean | null | undefined;

export interface Column<Row> {
  readonly title: string;
  cell(row: Row): Cell;
  /** Never cut; for ids and other text to copy from the screen. */
  readonly whole?: boolean;
}

const gap = 2;
const minWidth = 6;

/** No lines between cells, so that text copied from the screen has only the content. */
const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

/**
 * Rows below their titles, aligned with the widths of Japanese characters.
 * @param width columns of the terminal; null: nothing is cut
 */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number | null,
): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => cellText(column.cell(row)))),
  ];
  const widths = fittedWidths(columns, cells, width);
  const [head = [], ...body] = cells.map((line) =>
    line.map((text, place) => truncate(text, widths[place] ?? 0)),
  );
  const table = new CliTable({
    head,
    chars: noBorders,
    colAligns: columns.map((column) => (rows.every((row) => isNumber(column.cell(row))) ? 'right' : 'left')),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': gap },
  });
  table.push(...body);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** One name and value per line. */
export function renderFields(fields: readonly (readonly [string, Cell])[], width: number | null): string {
  const shown = fields.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const nameWidth = Math.max(0, ...shown.map(([name]) => widthOf(name)));
  return shown
    .map(([name, value]) => {
      const text = cellText(value);
      const padding = ' '.repeat(nameWidth - widthOf(name) + gap);
      return name + padding + (width === null ? text : truncate(text, Math.max(20, width - nameWidth - gap)));
    })
    .join('\n');
}

function isNumber(cell: Cell): boolean {
  return typeof cell === 'number';
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'number' ? cell.toLocaleString('en-US') : printable(String(cell));
}

/** Narrows the widest column that may be cut, until the table fits or no column can be narrowed. */
function fittedWidths<Row>(
  columns: readonly Column<Row>[],
  cells: readonly (readonly string[])[],
  width: number | null,
): number[] {
  const widths = columns.map((_, place) => Math.max(...cells.map((line) => widthOf(line[place] ?? ''))));
  if (width === null) return widths;
  const total = () => widths.reduce((sum, each) => sum + each + gap, -gap);
  for (;;) {
    const widest = widths.reduce(
      (best, each, place) =>
        !columns[place]?.whole && each > minWidth && each > (widths[best] ?? 0) ? place : best,
      -1,
    );
    if (total() <= width || widest < 0) return widths;
    widths[widest] = Math.max(minWidth, (widths[widest] ?? 0) - 1);
  }
}
