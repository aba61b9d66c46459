/** Ctrl-C reaches a program twice, from the terminal and from npm: within this time both count as one signal. */
const sameMs = 500;

/** Resolves with the first signal that asks this process to stop; a second one, later, exits at once. */
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
 * The result of start-up work. If this process is asked to stop before that, it exits at once; parts of the stack that
 * are starting end too, because each of them watches a pipe to this process.
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
