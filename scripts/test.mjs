// `npm test`: the checks, then all test suites against their own stack. Each check and each test counts as one passed or
// failed entry, and the last line printed is `N passed, N failed`. Arguments go to jest; with them, only the tests that
// they select run: `npm test -- test/unit/keyed-semaphore.test.ts`, `npm test -- --selectProjects unit`.
//
// `npm run check` runs what needs no stores: types, lint, and three suites. `npm run prove` runs the suites that have a
// larger size at that size (test/support/size.ts), or those that its arguments select; `npm run prove -- cluster` and
// `npm run prove -- operating` run test/cluster and test/operating, which nothing else runs.
//
// After a kill, `guard.mjs` ends and removes what a run leaves.
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { handleStopSignals } from '../engine/processes/on-stop.mjs';
import { ensurePackages, projectRoot } from './bootstrap.mjs';
import { findBrowser } from './browser.mjs';
import { build, makeClient, openBuiltStack } from './build.mjs';
import { startGuard } from './start-guard.mjs';

/** The code of the product and of the lab. */
const codeFolders = [
  'src',
  'indexers',
  'mappings',
  'engine',
  'client',
  'cli',
  'tables',
  'assistant',
  'desk',
  'lab',
];

/** TypeScript 7 checks in a third of the time. openapi-typescript needs version 5, which is installed beside it. */
const typeCheck = ['typescript7/bin/tsc', '--noEmit'];
/** Each check: its name, and its program in node_modules with its arguments. */
const checks = [
  { name: 'types', command: typeCheck },
  { name: 'types of the desk', command: [...typeCheck, '-p', 'desk'] },
  { name: 'lint and format', command: ['.bin/biome', 'check', '--error-on-warnings', '.'] },
  { name: 'dead code', command: ['.bin/knip'] },
  {
    name: 'import rules',
    command: ['.bin/depcruise', '--config', '.dependency-cruiser.cjs', ...codeFolders],
  },
  { name: 'duplicated code', command: ['.bin/jscpd', '--config', '.jscpd.json', ...codeFolders] },
];

/** Folders of tests that run for minutes. */
const longSuites = ['cluster', 'operating'];
const counts = { passed: 0, failed: 0 };
const running = new Set();
/** After a signal the run ends within this time, whatever it is doing; its guard does the rest. */
const stopMs = 2_000;
/** Part of the names of this run's databases and indices. */
const runId = randomBytes(4).toString('hex');
let stack;
let stopping = false;

function count(name, passed) {
  counts[passed ? 'passed' : 'failed'] += 1;
  console.log(`${passed ? 'passed' : 'FAILED'}: ${name}`);
}

/** Runs a program to its end. @returns its exit code and, if `quiet`, its output */
function run(command, args, { environment = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      env: { ...process.env, TEST_RUN: runId, ...environment },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece) => {
        output += piece;
      });
    }
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

async function runChecks(chosen) {
  for (const { name, command } of chosen) {
    if (stopping) return;
    const [program, ...args] = command;
    const file = path.join(projectRoot, 'node_modules', program);
    const { code, output } = await run(file, args, { quiet: true });
    if (stopping) return;
    if (code !== 0) console.log(output);
    count(name, code === 0);
  }
}

async function runBuild() {
  try {
    await build();
    await makeClient();
    count('build', true);
    return true;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    count('build', false);
    return false;
  }
}

async function openTestStack() {
  stack = await openBuiltStack({ purpose: 'test' });
  if (!stack) count('stack for the tests', false);
}

async function runTests(args, environment) {
  const results = path.join(os.tmpdir(), 'results.json');
  const inspect = args.filter((arg) => arg.startsWith('--inspect'));
  const node = [
    ...inspect,
    // Most of what a suite makes is gone soon: fewer, larger collections take a tenth less time.
    '--max-semi-space-size=32',
    ...['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'],
  ];
  const jest = [
    ...args.filter((arg) => !inspect.includes(arg)),
    ...(inspect.length > 0 ? ['--runInBand', '--testTimeout=3600000'] : []),
    '--json',
    `--outputFile=${results}`,
    // The guard removes temporary files, and the cache is to be kept between runs.
    `--cacheDirectory=${path.join(projectRoot, '.local', 'jest')}`,
  ];
  if (!findBrowser()) {
    console.log('NOT RUN: test/browser, because there is no browser that starts here (CONTRIBUTING.md).');
    jest.push('--testPathIgnorePatterns=<rootDir>/test/browser/');
  }
  const { code } = await run(process.execPath, [...node, ...jest], { environment });
  if (!existsSync(results)) {
    count('tests (jest wrote no results)', false);
    return;
  }
  const found = JSON.parse(readFileSync(results, 'utf8'));
  counts.passed += found.numPassedTests;
  // A suite that cannot be loaded has no tests to count. It counts as one failure.
  const failed = found.numFailedTests + found.numRuntimeErrorTestSuites;
  counts.failed += failed;
  if (code !== 0 && failed === 0) count('tests (jest failed)', false);
}

/** Runs the checks beside the start of the stack and the tests. */
async function testWithStack(args, { proving = false } = {}) {
  if (!(await runBuild()) || stopping) return;
  const checking = runChecks(args.length === 0 && !proving ? checks : []);
  await openTestStack();
  if (stack && !stopping) {
    await runTests(args, {
      DATABASE_URL: stack.databaseUrl,
      ELASTICSEARCH_URL: stack.elasticsearchUrl,
      ...(proving && { TEST_SIZE: 'full' }),
    });
  }
  await checking;
}

/** All randomness of the tests follows from the seed. */
function withSeed(args) {
  return args.some((arg) => /^--seed\b/.test(arg)) ? args : [`--seed=${randomInt(2 ** 31)}`, ...args];
}

async function prove([...args]) {
  if (longSuites.includes(args[0])) {
    process.env.TEST_LONG_SUITE = args[0];
    args.splice(0, 1, '--selectProjects', args[0], '--runInBand');
  }
  const seeded = withSeed(args);
  const chosen = args.some((arg) => arg.includes('test/') || /^--(selectProjects|testPath)/.test(arg));
  await testWithStack(chosen ? seeded : [...seeded, '--findRelatedTests', 'test/support/size.ts'], {
    proving: true,
  });
  console.log(`To repeat with the same seed: npm run prove -- ${seeded.join(' ')}`);
}

handleStopSignals((signal) => {
  stopping = true;
  for (const child of running) child.kill(signal);
  setTimeout(() => process.exit(130), stopMs).unref();
});

const [mode, ...rest] = process.argv.slice(2);
ensurePackages();
startGuard('test', runId);
try {
  if (mode === '--check') {
    if (await runBuild())
      await Promise.all([
        runChecks(checks.slice(0, 3)),
        runTests(['--selectProjects', 'unit', 'golden', 'lab-unit', ...rest]),
      ]);
  } else if (mode === '--prove') await prove(rest);
  else await testWithStack(process.argv.slice(2));
} finally {
  await stack?.close();
}
if (stopping) counts.failed += 1;
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
