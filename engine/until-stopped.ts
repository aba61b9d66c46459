/** Resolves with the first signal that asks this process to stop; a second one ends it at once. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(130);
        asked = true;
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
