import { openStack } from './open-stack.ts';
import { awaitUnlessStopped, runProgram, waitForEnd } from './run-program.ts';

// `npm run stack`: starts only the stack, prints its URLs and keeps it running until it is stopped.
await runProgram(async (stopped) => {
  const opening = openStack({ purpose: 'start', onProgress: (line) => console.error(line) });
  const stack = await awaitUnlessStopped(stopped, opening);
  console.log(`DATABASE_URL=${stack.databaseUrl}`);
  console.log(`ELASTICSEARCH_URL=${stack.elasticsearchUrl}`);
  console.error('Press Ctrl-C to stop.');
  const exitCode = await waitForEnd(stack, stopped);
  await stack.close();
  return exitCode;
});
