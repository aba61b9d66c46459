export interface Recurring {
  /** Starts no further run. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Repeats work with a pause after each run; runs never overlap. It does not keep the process alive. */
export function scheduleRecurring(
  pauseMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Recurring {
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let timer = scheduleNext();

  function scheduleNext(): NodeJS.Timeout {
    return setTimeout(() => {
      running = work()
        .catch(onError)
        .then(() => {
          if (!stopped) timer = scheduleNext();
        });
    }, pauseMs).unref();
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

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
    scheduleRecurring(everyMs, run, (error) => log.error({ err: error }, failure)),
  );
  return {
    async stop() {
      await Promise.all(running.map((task) => task.stop()));
    },
  };
}
