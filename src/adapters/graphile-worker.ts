import { once } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';

/**
 * What the service uses of `graphile-worker` that it does not document. Each part says why, and what to do without it.
 * `test/unit/adapters.test.ts` names the version with which this was tested; `test/http/queue-faults.test.ts` tests it with faults.
 */

/**
 * Without a delay, nobody looks at the outcome of noting how a task ended, and a failure would end the process. So it ends the
 * session, and the task is begun again (`unlockOrphanedTasks`). Without it: leave out the preset, and expect the process to end.
 */
export const noteAtOnce = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } } as const;

/**
 * Gives the pool of workers a name, by which its tasks are locked.
 * Why: tasks of a process that died stay locked for four hours, unless somebody knows whose they are
 * (docs/traps.md#locked-jobs). Without it: wait.
 */
export function nameWorkerPool(events: WorkerEvents, createName: () => string): void {
  events.on('pool:create', ({ workerPool }) => {
    workerPool.id = createName();
    const { gracefulShutdown } = workerPool;
    // The pool also calls it itself, and does not look at the outcome: a failure would end the process.
    workerPool.gracefulShutdown = (...reasons) => {
      const ended = gracefulShutdown.apply(workerPool, reasons);
      Promise.resolve(ended).catch(() => undefined);
      return ended;
    };
  });
}

/**
 * Resolves when the end of a task could not be noted.
 * Why: if that happens twice, the runner waits forever. Without it: start the process again when jobs stop.
 */
export function waitForFatalError(events: WorkerEvents): Promise<unknown> {
  return once(events, 'pool:fatalError');
}

/**
 * Fails with the first search for a task, if that fails: graphile-worker keeps its answer for the whole session, also a
 * failure, and would never find a task again (docs/traps.md#a-failure-that-is-kept). Without it: start the process again.
 */
export function failWithFirstSearch(events: WorkerEvents): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    const stopWatching = () => void events.off('worker:getJob:error', failWith);
    const failWith = ({ error }: { readonly error: unknown }) => reject(error);
    events
      .on('worker:getJob:error', failWith)
      .once('worker:getJob:empty', stopWatching)
      .once('job:start', stopWatching);
  });
  // It may fail before anybody waits for it, or when nobody does any more; that must not end the process.
  failed.catch(() => undefined);
  return failed;
}
