import type { WatchablePool } from '../database/database.ts';
import type { Lane, QueuedTask } from '../database/queue-tasks.ts';
import type { InContext } from '../http/app.ts';
import type { Tracing } from './tracing.ts';
import type { Watching } from './watch-stores.ts';

/** What runs the rest of each request in its context; undefined without traces, because every promise then costs more. */
export function trackRequestContexts(tracing: Tracing | null): InContext | undefined {
  if (!tracing) return undefined;
  return (request, response, next) => {
    if (request.record.isQuiet) next();
    else tracing.traceRequest(request, response, next);
  };
}

/** @param size connections that each pool may have */
export function watchPools(
  pools: Readonly<Record<string, WatchablePool>>,
  size: number,
  { metrics, tracing }: Watching,
): void {
  metrics.watchPools(
    Object.fromEntries(
      Object.entries(pools).map(([name, pool]) => [name, () => ({ size, ...pool.counts() })]),
    ),
  );
  for (const [name, pool] of Object.entries(pools)) {
    pool.onTimeout(() => metrics.countPoolTimeout(name));
    if (tracing)
      pool.wrapWaits(async (acquire) => {
        const call = tracing.startCall('wait for a connection', {
          'db.system.name': 'postgresql',
          'db.pool': name,
        });
        try {
          const connection = await acquire();
          call?.endCall(null);
          return connection;
        } catch (error) {
          call?.endCall(error);
          throw error;
        }
      });
  }
}

/** Background jobs, measured and each in a trace of its own. */
export function watchLane({ tasks, ...lane }: Lane, { metrics, tracing }: Watching): Lane {
  const watched = Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, QueuedTask] => [
      name,
      async (payload, queuedTry) => {
        const begun = performance.now();
        const measureSeconds = () => (performance.now() - begun) / 1000;
        const runTask = () => task(payload, queuedTry);
        try {
          await (tracing
            ? tracing.runInSpan(`job ${name}`, { 'job.attempt': queuedTry.attempt }, runTask)
            : runTask());
          metrics.observeJob(name, 'done', measureSeconds());
        } catch (error) {
          metrics.observeJob(name, 'failed', measureSeconds());
          throw error;
        }
      },
    ]),
  );
  return { tasks: watched, ...lane };
}
