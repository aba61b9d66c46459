import { type BenchService, end, startProcess, storesEnvironment } from '../bench-service.ts';
import { type LoadRequest, load } from '../load.ts';
import { processesFrom } from './process-usage.ts';

export type MeasuredService = Awaited<ReturnType<typeof measuredService>>;

/** A service of its own with these settings, and its processes. */
export async function measuredService(service: BenchService, environment: Record<string, string> = {}) {
  const { child, url } = await startProcess({
    ...storesEnvironment(service),
    NODE_ENV: 'production',
    ...environment,
  });
  const pids = () => processesFrom(child.pid ?? 0);
  return { ...service, url, pids, stop: () => end(child) };
}

/** After so many requests, neither a worker nor the engine compiles much more. */
const warmRequests = 10_000;
const maxRounds = 12;

/**
 * Sends requests until the compilers of all processes have seen enough. A process of the service needs a third of the time for a
 * request then, and each worker compiles for itself.
 */
export async function warmUp(
  requests: readonly (readonly LoadRequest[])[],
  { workers, connections, seconds }: Readonly<Record<'workers' | 'connections' | 'seconds', number>>,
): Promise<void> {
  let answered = 0;
  for (let round = 0; round < maxRounds && answered < warmRequests * workers; round += 1)
    answered += (await load(requests, { connections, seconds })).latencies.length;
}
