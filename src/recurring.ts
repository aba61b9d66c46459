export interface Recurring {
  /** Starts no further run. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Repeats work with a pause after each run; runs never overlap. It does not keep the process alive. */
export function recurring(
  pauseMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Recurring {
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let timer = next();

  function next(): NodeJS.Timeout {
    return setTimeout(() => {
      running = work()
        .catch(onError)
        .then(() => {
          if (!stopped) timer = next();
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
