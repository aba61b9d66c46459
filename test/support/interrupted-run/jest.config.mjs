import everything from '../../../jest.config.mjs';

/** Runs slow.ts alone, which is in no suite: for test/indexers/interrupted-run.test.ts. */
const [suite] = everything.projects;

export default {
  ...suite,
  displayName: 'interrupted',
  testMatch: ['<rootDir>/test/support/interrupted-run/slow.ts'],
};
