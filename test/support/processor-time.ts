/** Shorter than this a piece of work cannot be measured well. */
const leastMs = 0.2;

/** The least processor time of some runs, in milliseconds: what else the machine does only adds to that of the others. */
export async function processorTime(work: () => unknown, runs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const begun = process.cpuUsage();
    await work();
    least = Math.min(least, process.cpuUsage(begun).user / 1_000);
  }
  return Math.max(least, leastMs);
}
