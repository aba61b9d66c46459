import { cpus, totalmem } from 'node:os';

/** The result of a comparison. `ratio` is ours to theirs, measured alternately in one run. */
export interface Comparison {
  readonly name: string;
  readonly ours: number;
  readonly theirs: number;
  readonly unit: string;
  readonly ratio: number;
  /** The target of the ratio, as text: `≥ 0.50`. */
  readonly target: string;
  readonly reached: boolean;
}

export interface Bound {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A/B/A/B …, so that both sides run on the same machine. Medians, so that one disturbed round does not decide. */
export async function interleaved(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number; theirs: number }> {
  const a: number[] = [];
  const b: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    a.push(await ours());
    b.push(await theirs());
  }
  return { ours: median(a), theirs: median(b) };
}

export function compare(
  name: string,
  unit: string,
  { ours, theirs }: { ours: number; theirs: number },
  bound: Bound,
): Comparison {
  const ratio = ours / theirs;
  const target = targetOf(bound);
  const reached = ratio >= (bound.atLeast ?? 0) && ratio <= (bound.atMost ?? Number.POSITIVE_INFINITY);
  return { name, ours, theirs, unit, ratio, target, reached };
}

function targetOf({ atLeast, atMost }: Bound): string {
  if (atLeast === undefined) return `≤ ${atMost}`;
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
  const sorted = [...values].sort((a, b) => a - b);
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
    ...rows.map(({ name, ours, theirs, unit, ratio, target, reached }) => {
      const figures = `${number(ours)} | ${number(theirs)} | ${unit} | ${ratio.toFixed(2)}`;
      return `| ${name} | ${figures} | ${target} | ${reached ? 'reached' : 'not reached'} |`;
    }),
  ].join('\n');
}
