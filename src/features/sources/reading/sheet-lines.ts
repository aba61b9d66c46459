/** A line of a sheet before its table is found. */
export interface SheetLine {
  /** As a spreadsheet numbers it, from 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** Control characters that old systems write at the end of a file or page, and invisible ones. */
const unseen = /^[\s\p{Cc}\p{Cf}]*$/u;

/** Cheap, because it is asked for every cell: most begin with a character that is seen. */
export function isBlankCell(cell: string | undefined): boolean {
  if (cell === undefined || cell === '') return true;
  const code = cell.charCodeAt(0);
  return (code <= 0x20 || code >= 0x7f) && (code < 0x3001 || code > 0xfaff) && unseen.test(cell);
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

export function countFilled(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (!isBlankCell(cell)) count += 1;
  return count;
}

/** The first cell that is not blank. */
export function getFirstCell(cells: readonly string[]): string {
  return cells.find((cell) => !isBlankCell(cell)) ?? '';
}
