import { type BenchService, end, startProcess, storesEnvironment } from '../bench-service.ts';
import { type LoadRequest, load } from '../load.ts';
import { type Comparison, compare, interleaved, median } from '../measure.ts';
import type { SearchBenchSize } from '../search-bench.ts';
import { mixedSearches } from './mixed-searches.ts';
import { processesFrom, processorMs, residentBytes } from './process-usage.ts';

const connections = 32;

/** A service of its own with this number of workers, and what its processes have used. */
export async function serviceWith(service: BenchService, environment: Record<string, string>) {
  const { child, url } = await startProcess({
    ...storesEnvironment(service),
    NODE_ENV: 'production',
    ...environment,
  });
  const pids = () => processesFrom(child.pid ?? 0);
  return { ...service, url, pids, stop: () => end(child) };
}

/** The same load on one process and on two workers. */
export async function benchWorkers(service: BenchService, size: SearchBenchSize): Promise<Comparison[]> {
  const one = await serviceWith(service, { WORKERS: '1' });
  const two = await serviceWith(service, { WORKERS: '2' });
  try {
    const spent = { one: [] as number[], two: [] as number[] };
    const side = (of: typeof one, costs: number[], requests: LoadRequest[][]) => async () => {
      const before = processorMs(of.pids());
      const { perSecond, latencies } = await load(requests, { connections, seconds: size.seconds });
      costs.push((processorMs(of.pids()) - before) / latencies.length);
      return perSecond;
    };
    const [onOne, onTwo] = [await mixedSearches(one, size.queries), await mixedSearches(two, size.queries)];
    for (const requests of [onOne, onTwo, onOne, onTwo])
      await load(requests, { connections, seconds: size.seconds });
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
