import { isDropped, type Unit } from './name-letters.ts';

export const costs = { same: 0, equal: 0.1, dropped: 0.15, different: 1 } as const;
/** Longer names are compared only at their ends: the table of the comparison grows with the square. */
const maxCompared = 400;

export type Pair = readonly [Unit | null, Unit | null];

/** The cheapest alignment of two rows of letters; equal ends are taken first. */
export function alignUnits(
  left: readonly Unit[],
  right: readonly Unit[],
  cost: (a: Unit, b: Unit) => number,
): readonly Pair[] {
  const isSameUnit = (a: Unit | undefined, b: Unit | undefined) =>
    Boolean(a && b && cost(a, b) < costs.different);
  let start = 0;
  while (isSameUnit(left[start], right[start])) start += 1;
  let end = 0;
  while (
    end < Math.min(left.length, right.length) - start &&
    isSameUnit(left[left.length - 1 - end], right[right.length - 1 - end])
  )
    end += 1;
  const [leftEnd, rightEnd] = [left.length - end, right.length - end];
  return [
    ...pairUnits(left.slice(0, start), right.slice(0, start)),
    ...alignMiddle(left.slice(start, leftEnd), right.slice(start, rightEnd), cost),
    ...pairUnits(left.slice(leftEnd), right.slice(rightEnd)),
  ];
}

function pairUnits(left: readonly Unit[], right: readonly Unit[]): readonly Pair[] {
  return left.map((unit, place) => [unit, right[place] ?? null]);
}

function alignMiddle(
  left: readonly Unit[],
  right: readonly Unit[],
  cost: (a: Unit, b: Unit) => number,
): readonly Pair[] {
  const alone: Pair[] = [
    ...left.map((unit): Pair => [unit, null]),
    ...right.map((unit): Pair => [null, unit]),
  ];
  if (left.length === 0 || right.length === 0) return alone;
  if (left.length > maxCompared || right.length > maxCompared) return alone;
  const width = right.length + 1;
  const table = new Float64Array((left.length + 1) * width);
  const getCell = (i: number, j: number) => {
    if (i < 0 || j < 0) return Number.POSITIVE_INFINITY;
    return table[i * width + j] ?? 0;
  };
  const getMatchCost = (i: number, j: number) => cost(left[i - 1] as Unit, right[j - 1] as Unit);
  const getGapCost = (unit: Unit | undefined) => {
    if (unit && isDropped(unit)) return costs.dropped;
    return costs.different;
  };
  for (let i = 0; i <= left.length; i++)
    for (let j = 0; j <= right.length; j++) {
      if (i === 0 && j === 0) continue;
      table[i * width + j] = Math.min(
        i > 0 && j > 0 ? getCell(i - 1, j - 1) + getMatchCost(i, j) : Number.POSITIVE_INFINITY,
        getCell(i - 1, j) + getGapCost(left[i - 1]),
        getCell(i, j - 1) + getGapCost(right[j - 1]),
      );
    }
  const pairs: Pair[] = [];
  let [i, j] = [left.length, right.length];
  while (i > 0 || j > 0) {
    const here = getCell(i, j);
    if (i > 0 && j > 0 && isClose(here, getCell(i - 1, j - 1) + getMatchCost(i, j)))
      pairs.push([left[--i] ?? null, right[--j] ?? null]);
    else if (i > 0 && isClose(here, getCell(i - 1, j) + getGapCost(left[i - 1])))
      pairs.push([left[--i] ?? null, null]);
    else pairs.push([null, right[--j] ?? null]);
  }
  return pairs.reverse();
}

const isClose = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;
