export interface Recurring {
  /** No run begins any more; resolves when one under way has ended. */
  stop(): Promise<void>;
}

/** Runs work again and again, never twice at once, with a pause between. Does not keep the process alive by itself. */
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
