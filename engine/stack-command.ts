import { holdStack } from './hold-stack.ts';
import { openStack } from './open-stack.ts';
import { runProgram } from './run-program.ts';
import { unlessStopped } from './until-stopped.ts';

// `npm run stack`: brings up the stack alone, prints its URLs and holds it until it is told to stop.
await runProgram(async (stopped) => {
  const opening = openStack({ purpose: 'start', onProgress: (line) => console.error(line) });
  const stack = await unlessStopped(stopped, opening);
  console.log(`DATABASE_URL=${stack.databaseUrl}`);
  console.log(`ELASTICSEARCH_URL=${stack.elasticsearchUrl}`);
  console.error('Ctrl-C stops it.');
  return await holdStack(stack, stopped);
});
