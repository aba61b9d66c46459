const suites = [
  'unit',
  'properties',
  'golden',
  'http',
  'browser',
  'cli',
  'indexers',
  'migrations',
  'relevance',
  'architecture',
  // They run for minutes, so only when they are named: npm run prove -- cluster.
  ...['cluster', 'operating'].filter((suite) => suite === process.env.TEST_LONG_SUITE),
];

const transform = {
  '^.+\\.ts$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript' },
        target: 'es2022',
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'es6' },
      sourceMaps: true,
    },
  ],
};

/** The folder of each suite. Those of the lab take seconds and need no stores, or not. */
const folders = {
  ...Object.fromEntries(suites.map((suite) => [suite, `test/${suite}`])),
  'lab-unit': 'lab/test/unit',
  lab: 'lab/test/long',
};

/** One project a suite, so that `npm test -- --selectProjects unit` runs one alone. */
export default {
  maxWorkers: 3,
  // Node keeps the modules of every suite that a worker has run, some 40 MB each, and soon collects garbage most of the time.
  workerIdleMemoryLimit: '500MB',
  testTimeout: 60_000,
  projects: Object.entries(folders).map(([suite, folder]) => ({
    displayName: suite,
    rootDir: import.meta.dirname,
    testMatch: [`<rootDir>/${folder}/**/*.test.ts`],
    testEnvironment: '<rootDir>/test/support/environment-of-suites.mjs',
    extensionsToTreatAsEsm: ['.ts'],
    modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/client/dist/', '<rootDir>/.local/'],
    transform,
  })),
};
