import { cpus, totalmem } from 'node:os';

/** The result of a comparison. `ratio` is ours to theirs, measured alternately in one run. */
export interface Comparison {
  readonly name: string;
  readonly ours: number;
  readonly theirs: number;
  readonly unit: string;
  readonly ratio: number;
  /** The target as text, such as `≥ 0.5`; null without a target. */
  readonly target: string | null;
  /** How many times better than the target the result is: from 1, the target is reached. Null without a target. */
  readonly margin: number | null;
  /** For plots: the kind of request, in rows that are comparable between runs of different sizes. */
  readonly kind?: string;
  /** For plots: the latencies of both sides at `ranks`. */
  readonly percentiles?: Readonly<Record<'ours' | 'theirs', readonly number[]>>;
}

export interface Bound {
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** A/B/A/B …, so that all sides run on the same machine. Medians, so that one disturbed round does not decide. */
export async function inTurns<Side extends string>(
  rounds: number,
  sides: Readonly<Record<Side, () => Promise<number>>>,
): Promise<Record<Side, number>> {
  const names = Object.keys(sides) as Side[];
  const values = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) values.get(name)?.push(await sides[name]());
  const medians = names.map((name) => [name, median(values.get(name) ?? [])]);
  return Object.fromEntries(medians) as Record<Side, number>;
}

export function interleaved(rounds: number, ours: () => Promise<number>, theirs: () => Promise<number>) {
  return inTurns(rounds, { ours, theirs });
}

export function compare(
  name: string,
  unit: string,
  { ours, theirs }: { ours: number; theirs: number },
  { atLeast, atMost }: Bound,
): Comparison {
  const ratio = ours / theirs;
  const margins = [
    ...(atLeast === undefined ? [] : [ratio / atLeast]),
    ...(atMost === undefined ? [] : [atMost / ratio]),
  ];
  return {
    name,
    ours,
    theirs,
    unit,
    ratio,
    target: targetOf({ atLeast, atMost }),
    margin: margins.length > 0 ? bounded(Math.min(...margins)) : null,
  };
}

/** With one connection: what our side adds to a percentile of the other. */
export function compareAdded(
  name: string,
  rank: Rank,
  percentiles: NonNullable<Comparison['percentiles']>,
  maxAdded: number,
): Comparison {
  const [ours, theirs] = [atRank(percentiles.ours, rank), atRank(percentiles.theirs, rank)];
  const added = Math.max(0, ours - theirs);
  return {
    ...compare(`${name}, p${rank} (added ${(ours - theirs).toFixed(2)} ms)`, 'ms', { ours, theirs }, {}),
    target: `added ≤ ${maxAdded} ms`,
    margin: bounded(maxAdded / added),
  };
}

/** Nothing added would be infinitely better, which JSON cannot express. */
function bounded(margin: number): number {
  return Math.min(margin, 100);
}

/** The ranks of the percentiles that reports keep instead of all latencies. */
export const ranks = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 99.9] as const;

export type Rank = (typeof ranks)[number];

/** @param percentiles at `ranks` */
export function atRank(percentiles: readonly number[], rank: Rank): number {
  return percentiles[ranks.indexOf(rank)] ?? Number.NaN;
}

/** The percentiles at `ranks`. */
export function percentilesOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return ranks.map((rank) => nearestRank(sorted, rank));
}

function targetOf({ atLeast, atMost }: Bound): string | null {
  if (atLeast === undefined) return atMost === undefined ? null : `≤ ${atMost}`;
  return atMost === undefined ? `≥ ${atLeast}` : `${atLeast} to ${atMost}`;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Repeats a measurement until it is stopped. @returns a function that stops it and returns all values */
export function watch(measure: () => Promise<number>): () => Promise<number[]> {
  const values: number[] = [];
  const state = { watching: true };
  const watching = (async () => {
    while (state.watching) values.push(await measure());
  })();
  return async () => {
    state.watching = false;
    await watching;
    return values;
  };
}

/** Nearest-rank percentile. */
export function percentile(values: readonly number[], rank: number): number {
  return nearestRank(
    [...values].sort((a, b) => a - b),
    rank,
  );
}

function nearestRank(sorted: readonly number[], rank: number): number {
  return sorted[Math.max(0, Math.ceil((rank / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export function machine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
  };
}

export function table(rows: readonly Comparison[]): string {
  const number = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 4 });
  return [
    '| work | ours | against | unit | ratio | target | |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(({ name, ours, theirs, unit, ratio, target, margin }) => {
      const figures = `${number(ours)} | ${number(theirs)} | ${unit} | ${ratio.toFixed(2)}`;
      return `| ${name} | ${figures} | ${target ?? '–'} | ${describeMargin(margin)} |`;
    }),
  ].join('\n');
}

function describeMargin(margin: number | null): string {
  if (margin === null) return '';
  return margin >= 1 ? 'reached' : 'not reached';
}
