import { jest } from '@jest/globals';

/** The seed of all randomness: `npm run prove` prints it, and `npm run prove -- --seed=N` repeats the run. */
export const seed = jest.getSeed();

/** A few cases in `npm test`, or all cases in `npm run prove`. */
export function size(small: number, full: number): number {
  return process.env.TEST_SIZE === 'full' ? full : small;
}

/** How fast-check runs a property. */
export function runs(small: number, full: number): { numRuns: number; seed: number } {
  return { numRuns: size(small, full), seed };
}
