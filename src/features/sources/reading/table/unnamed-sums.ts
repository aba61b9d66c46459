import type { SetAsideKind } from '../../../../contract/sources/source-file.ts';
import { normalizeText } from '../../../../text/letters/normalize.ts';
import { isNumeric } from '../../columns/table-words.ts';
import { isBlankCell, type SheetLine } from '../sheet-lines.ts';

/**
 * Sums without a name: lines that have only amounts, one of which is the sum of the rows above, all or those since the
 * last sum. An amount of a row whose name is missing is not that.
 */
export function markUnnamedSums(
  body: readonly SheetLine[],
  kinds: Map<number, SetAsideKind>,
  codes: readonly boolean[],
): void {
  const texts = findTextColumns(body);
  const isText = new Set(texts);
  const isCandidate = ({ row, cells }: SheetLine) =>
    !kinds.has(row) &&
    texts.length > 0 &&
    cells.every((cell, place) => !isText.has(place) || isBlankCell(cell)) &&
    cells.every((cell, place) => isBlankCell(cell) || (isNumeric(cell) && codes[place] !== true));
  const candidates = new Set(body.filter(isCandidate));
  if (candidates.size === 0) return;
  let width = 0;
  for (const { cells } of candidates) width = Math.max(width, cells.length);
  const all = new Map<number, number>();
  let since = new Map<number, number>();
  let rowsSince = 0;
  let rowsInAll = 0;
  // The amount of one row is repeated below it only if other groups have sums too.
  let least = 2;
  for (const line of body) {
    const sums = (totals: ReadonlyMap<number, number>) =>
      line.cells.some((cell, place) => isSum(parseAmount(cell), totals.get(place)));
    if (candidates.has(line) && ((rowsSince >= least && sums(since)) || (rowsInAll > 1 && sums(all)))) {
      kinds.set(line.row, 'total');
      least = 1;
    }
    if (kinds.get(line.row) === 'total') {
      since = new Map();
      rowsSince = 0;
    }
    if (kinds.has(line.row)) continue;
    rowsSince += 1;
    rowsInAll += 1;
    for (const [place, cell] of line.cells.slice(0, width).entries()) {
      const amount = parseAmount(cell) ?? 0;
      for (const totals of [since, all]) totals.set(place, (totals.get(place) ?? 0) + amount);
    }
  }
}

/** Columns with words in most of the first rows. */
function findTextColumns(body: readonly SheetLine[]): number[] {
  const first = body.slice(0, 100);
  const counts = new Map<number, number>();
  for (const { cells } of first)
    for (const [place, cell] of cells.entries())
      if (/\p{L}/u.test(cell) && !isNumeric(cell)) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].flatMap(([place, count]) => (2 * count > first.length ? [place] : []));
}

function parseAmount(cell: string): number | null {
  if (cell.length > 40 || !/\d/.test(cell)) return null;
  const digits = normalizeText(cell).replaceAll(/[^\d.]/g, '');
  const amount = Number(digits) * (/^[¥￥]?\s*[△▲−(-]/.test(cell.trim()) ? -1 : 1);
  if (digits === '' || !Number.isFinite(amount)) return null;
  return amount;
}

function isSum(amount: number | null, total: number | undefined): boolean {
  return (
    amount !== null &&
    amount !== 0 &&
    total !== undefined &&
    Math.abs(amount - total) <= 1e-9 * Math.abs(total)
  );
}
