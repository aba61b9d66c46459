import { explainFailure } from '../indexers/operator/explain-failure.ts';
import { untilStopped } from './until-stopped.ts';

/**
 * Runs a program that uses a stack: passes it the first stop signal, exits with its exit code, and prints an expected
 * failure as one sentence.
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
