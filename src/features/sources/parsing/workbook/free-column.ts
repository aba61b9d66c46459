import { resultColumns } from '../../../../contract/sources/columns/result-columns.ts';

/** Where an export can write its columns on a sheet. */

/** Merged cells, from a line to another, up to a column. */
export interface WideMerge {
  readonly from: number;
  readonly to: number;
  readonly column: number;
}

/** The last column of a sheet in Excel, and room for every column that an export can add. */
const maxUsedColumn = 16_384 - resultColumns.length;

/** The first column after all cells; null if an export has no room there. */
export function findFreeColumnAfter(usedColumns: number): number | null {
  return usedColumns <= maxUsedColumn ? usedColumns + 1 : null;
}

/**
 * The same, beside merged cells in the lines that get cells. A merged title above the table is not in the way.
 * @param written lines that get cells
 */
export function passMerges(
  freeColumn: number,
  written: readonly number[],
  wideMerges: readonly WideMerge[],
): number | null {
  const inTheWay = wideMerges.filter(({ from, to }) => written.some((row) => row >= from && row <= to));
  return findFreeColumnAfter(Math.max(freeColumn - 1, ...inTheWay.map(({ column }) => column)));
}
