import type { Stack } from './open-stack.ts';

/** Waits for a signal or the end of a part, says which, closes the stack and gives the exit code. */
export async function holdStack(stack: Stack, stopped: Promise<NodeJS.Signals>): Promise<number> {
  const signal = stopped.then(() => null);
  const failure = await Promise.race([signal, stack.ended]);
  console.error(failure ?? 'Stopping …');
  await stack.close();
  return failure === null ? 0 : 1;
}
