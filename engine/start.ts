import { holdStack } from './hold-stack.ts';
import { openStack } from './open-stack.ts';
import { runProgram } from './run-program.ts';
import { unlessStopped } from './until-stopped.ts';

await runProgram(async (stopped) => {
  const stack = await unlessStopped(stopped, openStack({ purpose: 'start', onProgress: console.error }));
  return await holdStack(stack, stopped);
});
