import { type Recurring, recurring } from './recurring.ts';

/** Work that a feature repeats in the background. */
export interface RecurringTask {
  /** Milliseconds between the end of one run and the start of the next. */
  readonly everyMs: number;
  run(): Promise<unknown>;
  /** What to log when a run fails. */
  readonly failure: string;
}

/** Runs the tasks independently until they are stopped. */
export function runTasks(
  tasks: readonly RecurringTask[],
  log: { error(fields: object, message: string): void },
): Recurring {
  const running = tasks.map(({ everyMs, run, failure }) =>
    recurring(everyMs, run, (error) => log.error({ err: error }, failure)),
  );
  return {
    async stop() {
      await Promise.all(running.map((task) => task.stop()));
    },
  };
}
