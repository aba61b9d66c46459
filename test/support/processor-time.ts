/** Work that is shorter than this cannot be measured well. */
const minMs = 0.2;

/** The minimum processor time of several runs, in milliseconds, because other work of the machine only adds time. */
export async function processorTime(work: () => unknown, runs: number): Promise<number> {
  let minimum = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const begun = process.cpuUsage();
    await work();
    // Their sum is exact; how it is divided between them is estimated by ticks of some milliseconds.
    const { user, system } = process.cpuUsage(begun);
    minimum = Math.min(minimum, (user + system) / 1_000);
  }
  return Math.max(minimum, minMs);
}

/**
 * How many times as long the second piece of work takes as the first. Measured again while it is over the limit, because
 * a busy machine can only add to it: work that really grows too fast is over the limit every time.
 */
export async function growth(short: () => unknown, long: () => unknown, limit: number): Promise<number> {
  let minimum = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 10 && minimum >= limit; attempt += 1)
    minimum = Math.min(minimum, (await processorTime(long, 1)) / (await processorTime(short, 4)));
  return minimum;
}
