import { explainFailure } from '../indexers/operator/explain-failure.ts';
import { untilStopped } from './until-stopped.ts';

/**
 * Runs a program that holds a stack: hands it the first signal to stop, exits with the code it returns, and prints what
 * can be expected to go wrong as one sentence.
 */
export async function runProgram(
  main: (stopped: Promise<NodeJS.Signals>) => Promise<number>,
): Promise<never> {
  try {
    process.exit(await main(untilStopped()));
  } catch (error) {
    console.error(explainFailure(error));
    process.exit(1);
  }
}
