import { explainFailure } from '../indexers/operator/explain-failure.ts';
import type { Stack } from './open-stack.ts';
import { handleStopSignals } from './processes/on-stop.mjs';

/**
 * Runs a program that uses a stack: passes it the first stop signal, exits with its exit code, and prints an expected
 * failure as one sentence.
 */
export async function runProgram(
  main: (stopped: Promise<NodeJS.Signals>) => Promise<number>,
): Promise<never> {
  try {
    process.exit(await main(new Promise(handleStopSignals)));
  } catch (error) {
    console.error(explainFailure(error));
    process.exit(1);
  }
}

/**
 * The result of start-up work. If this process is asked to stop before that, it exits at once; parts of the stack that
 * are starting end too, because each of them watches a pipe to this process.
 */
export async function awaitUnlessStopped<T>(stopped: Promise<NodeJS.Signals>, work: Promise<T>): Promise<T> {
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

/** Waits for a signal or the end of a part, and reports which. @returns the exit code */
export async function waitForEnd(stack: Stack, stopped: Promise<NodeJS.Signals>): Promise<number> {
  // If both parts run elsewhere, nothing else keeps this process alive.
  const alive = setInterval(() => {}, 60_000);
  const failure = await Promise.race([stopped.then(() => null), stack.ended]);
  clearInterval(alive);
  console.error(failure ?? 'Stopping …');
  if (failure === null) return 0;
  return 1;
}
