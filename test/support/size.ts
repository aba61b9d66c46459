import { jest } from '@jest/globals';

/** What random draws follow from: `npm run prove` prints it, and `npm run prove -- --seed=N` draws the same again. */
export const seed = jest.getSeed();

/** As few cases as show the point in `npm test`, or all that `npm run prove` takes the time for. */
export function size(small: number, full: number): number {
  return process.env.TEST_SIZE === 'full' ? full : small;
}

/** How fast-check runs a property. */
export function runs(small: number, full: number): { numRuns: number; seed: number } {
  return { numRuns: size(small, full), seed };
}
