/** A line of a sheet before its table is found. */
export interface SheetLine {
  /** As a spreadsheet numbers it, from 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** Cheap, because it is asked for every cell: normalizing decides only about rare characters. */
export function isBlankCell(cell: string | undefined): boolean {
  return cell === undefined || cell === '' || cell.trim() === '';
}

export function isBlankLine(cells: readonly string[]): boolean {
  return cells.every(isBlankCell);
}

/** Number of cells up to the last one that is not blank. */
export function extentOf(cells: readonly string[]): number {
  let extent = cells.length;
  while (extent > 0 && isBlankCell(cells[extent - 1])) extent -= 1;
  return extent;
}
