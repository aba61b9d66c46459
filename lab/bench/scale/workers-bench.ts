import type { BenchService } from '../bench-service.ts';
import { type LoadRequest, load } from '../load.ts';
import { type Comparison, compare, interleaved, median } from '../measure.ts';
import type { SearchBenchSize } from '../search-bench.ts';
import { type MeasuredService, measuredService, warmUp } from './measured-service.ts';
import { mixedSearches } from './mixed-searches.ts';
import { measurableSeconds, processorMs, residentBytes } from './process-usage.ts';

const connections = 32;

/** The same load on one process and on two workers. */
export async function benchWorkers(service: BenchService, size: SearchBenchSize): Promise<Comparison[]> {
  const one = await measuredService(service, { WORKERS: '1' });
  const two = await measuredService(service, { WORKERS: '2' });
  try {
    const spent = { one: [] as number[], two: [] as number[] };
    const side = (of: MeasuredService, costs: number[], requests: LoadRequest[][]) => async () => {
      const before = processorMs(of.pids());
      const seconds = Math.max(size.seconds, measurableSeconds);
      const { perSecond, latencies } = await load(requests, { connections, seconds });
      costs.push((processorMs(of.pids()) - before) / latencies.length);
      return perSecond;
    };
    const [onOne, onTwo] = [await mixedSearches(one, size.queries), await mixedSearches(two, size.queries)];
    await warmUp(onOne, { workers: 1, connections, seconds: size.seconds });
    await warmUp(onTwo, { workers: 2, connections, seconds: size.seconds });
    const sides = await interleaved(size.rounds, side(two, spent.two, onTwo), side(one, spent.one, onOne));
    const [parent, ...workers] = two.pids();
    const mib = (pids: readonly number[]) => residentBytes(pids) / 2 ** 20;
    const parentMib = parent === undefined ? 0 : mib([parent]);
    return [
      compare(`searches, 2 workers against 1, ${connections} connections`, 'requests/s', sides, {
        atLeast: 1,
      }),
      compare(
        'processor time of the service for a search, 2 workers against 1',
        'ms',
        { ours: median(spent.two), theirs: median(spent.one) },
        { atMost: 1.2 },
      ),
      compare(
        `memory of a worker after the load, against 250 MiB (its parent: ${parentMib.toFixed(0)} MiB)`,
        'MiB',
        { ours: mib(workers) / workers.length, theirs: 250 },
        { atMost: 1 },
      ),
    ];
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}
