import { onStop } from './on-stop.mjs';

/** Resolves with the first signal that asks this process to stop. A later second signal exits at once. */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise(onStop);
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
