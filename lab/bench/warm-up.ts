import { type LoadRequest, load } from './load.ts';

export interface WarmUpOptions {
  readonly connections: number;
  /** A single round only shows that a benchmark works, and needs no warm engine. */
  readonly rounds: number;
  /** Seconds for each group of requests in a round, at most 1. */
  readonly seconds: number;
  onProgress(line: string): void;
}

/** 150 s for six groups of requests. */
const maxRounds = 25;
const steadyRounds = 3;
const maxChange = 0.04;

/**
 * Sends all groups of requests in turn until their rate is steady. A new engine compiles for more than a minute. Until then,
 * it is several times slower, and ratios would depend on how long it has run.
 *
 * @param sides the groups of requests of each side; every side must be steady
 */
export async function warmUp(
  sides: Readonly<Record<string, readonly LoadRequest[][][]>>,
  { connections, rounds: measuredRounds, seconds, onProgress }: WarmUpOptions,
): Promise<void> {
  if (measuredRounds === 1) return;
  const rates = new Map(Object.keys(sides).map((side) => [side, [] as number[]]));
  const isSteady = () => [...rates.values()].every((each) => change(each.slice(-steadyRounds)) <= maxChange);
  let rounds = 0;
  do {
    for (const [side, groups] of Object.entries(sides)) {
      const measured: number[] = [];
      for (const group of groups)
        measured.push((await load(group, { connections, seconds: Math.min(1, seconds) })).perSecond);
      rates.get(side)?.push(geometricMean(measured));
    }
    rounds += 1;
  } while (rounds < maxRounds && (rounds < steadyRounds || !isSteady()));
  const changes = [...rates].map(([side, each]) => {
    const [first, last] = [each[0] ?? 0, each.at(-1) ?? 0].map((rate) =>
      Math.round(rate).toLocaleString('en'),
    );
    return `${side} ${first} → ${last}`;
  });
  const outcome = isSteady() ? 'steady' : 'not yet steady';
  onProgress(`Warmed up in ${rounds} rounds, ${outcome}; requests/s: ${changes.join(', ')}.`);
}

/** How much higher the highest rate is than the lowest. */
function change(rates: readonly number[]): number {
  return Math.max(...rates) / Math.min(...rates) - 1;
}

/** A fast kind of request counts as much as a slow one. */
function geometricMean(rates: readonly number[]): number {
  return Math.exp(rates.reduce((sum, rate) => sum + Math.log(rate), 0) / rates.length);
}
