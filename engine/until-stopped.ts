/** Ctrl-C reaches a program twice, from the terminal and from npm: within so many milliseconds it is one signal. */
const sameMs = 500;

/** Resolves with the first signal that asks this process to stop; a second one, later, ends it at once. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked !== undefined && performance.now() - asked > sameMs) process.exit(130);
        asked ??= performance.now();
        resolve(signal);
      });
    }
  });
}

/**
 * The result of start-up work, unless this process is told to stop first: then it ends at once. Parts of the stack that
 * were starting end too, since each watches a pipe that this process holds.
 */
export async function unlessStopped<T>(stopped: Promise<NodeJS.Signals>, work: Promise<T>): Promise<T> {
  let done = false;
  void stopped.then(() => {
    if (!done) process.exit(130);
  });
  try {
    return await work;
  } finally {
    done = true;
  }
}
