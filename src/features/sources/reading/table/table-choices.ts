import { type SetAsideKind, setAsideKinds } from '../../../../contract/sources/source-file.ts';
import { unfitting } from '../file-failures.ts';
import type { SheetLine } from '../sheet-lines.ts';
import type { Head } from './header-finding.ts';

/** What the caller says about the lines of a table. */
export interface TableChoices {
  /** 0 if the table has no header. */
  readonly headerRow?: number | undefined;
  readonly lastRow?: number | undefined;
  /** Numbers, ranges and kinds. */
  readonly keep?: readonly string[] | undefined;
  /** Numbers and ranges. */
  readonly leaveOut?: readonly string[] | undefined;
}

/** @throws ServiceError invalid_request */
export function checkLastRow(filled: readonly SheetLine[], head: Head, lastRow: number | undefined): void {
  if (lastRow === undefined) return;
  const end = filled.at(-1)?.row ?? 0;
  if (lastRow > end)
    throw unfitting('last_row', `names line ${lastRow}, but the last line with a value is ${end}`);
  if (head.row !== null && lastRow < head.row)
    throw unfitting('last_row', `names line ${lastRow}, but the header is in line ${head.row}`);
}

const range = /^(\d+)(?:-(\d+))?$/;
/** The first and the last line. */
type Range = readonly [number, number];

/** The place of the first line that is this one or below it. */
function findPlace(lines: readonly SheetLine[], row: number): number {
  let [from, to] = [0, lines.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((lines[middle]?.row ?? 0) < row) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Whether a line is in one of the ranges. It is to be asked for lines in order. */
function createRangeTest(ranges: readonly Range[]): (row: number) => boolean {
  const sorted = ranges.toSorted(([one], [other]) => one - other);
  let at = 0;
  let end = 0;
  return (row) => {
    for (let next = sorted[at]; next && next[0] <= row; next = sorted[at]) {
      end = Math.max(end, next[1]);
      at += 1;
    }
    return row <= end;
  };
}

export function applyChoices(
  filled: readonly SheetLine[],
  kinds: Map<number, SetAsideKind>,
  headerRow: number | null,
  { keep = [], leaveOut = [] }: TableChoices,
): void {
  if (keep.length + leaveOut.length === 0) return;
  if (keep.includes('blank')) throw unfitting('keep', 'names empty lines, which cannot be rows');
  const inAny = (field: string, given: readonly string[]) => {
    const ranges = given.flatMap((each): Range[] => {
      const [, from, to = from] = range.exec(each) ?? [];
      if (from === undefined) return [];
      const [first, last] = [Number(from), Number(to)];
      const begin = findPlace(filled, first);
      const count = findPlace(filled, last + 1) - begin;
      if (count <= 0) throw unfitting(field, `names ${each}, where the file has no line with a value`);
      if (count === 1 && filled[begin]?.row === headerRow)
        throw unfitting(field, `names line ${each}, which is the header; header_row changes that`);
      return [[first, last]];
    });
    return createRangeTest(ranges);
  };
  const keptKinds = new Set<string>(setAsideKinds.filter((kind) => keep.includes(kind)));
  const isKept = inAny('keep', keep);
  const isLeftOut = inAny('leave_out', leaveOut);
  for (const { row } of filled) {
    const kind = kinds.get(row);
    if (row === headerRow) continue;
    if (kind !== undefined && (isKept(row) || keptKinds.has(kind))) kinds.delete(row);
    if (isLeftOut(row) && !kinds.has(row)) kinds.set(row, 'left_out');
  }
}
