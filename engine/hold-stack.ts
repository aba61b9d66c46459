import type { Stack } from './open-stack.ts';

/** Waits for a signal or the end of a part, reports which, closes the stack and returns the exit code. */
export async function holdStack(stack: Stack, stopped: Promise<NodeJS.Signals>): Promise<number> {
  const signal = stopped.then(() => null);
  // If both parts run elsewhere, nothing else keeps this process alive.
  const alive = setInterval(() => {}, 60_000);
  const failure = await Promise.race([signal, stack.ended]);
  clearInterval(alive);
  console.error(failure ?? 'Stopping …');
  await stack.close();
  return failure === null ? 0 : 1;
}
