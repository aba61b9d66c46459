// `npm test`: the checks, then all test suites against a stack of their own. Each check and each test counts as one
// passed or failed entry, and the last line printed is `N passed, N failed`. With arguments, which go to jest, only the
// tests they select run: `npm test -- test/unit/ports.test.ts`, `npm test -- --selectProjects unit`.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensurePackages, projectRoot } from './bootstrap.mjs';
import { build } from './build.mjs';
import { followNpm } from './follow-npm.mjs';

/** What the product is made of; the benches and tests stand beside it. */
const codeFolders = ['src', 'indexers', 'mappings', 'engine', 'client', 'cli'];

/** Each check: its name, its program in node_modules/.bin, and the configuration file it cannot do without. */
const checks = [
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings', '.'], config: 'biome.json' },
  { name: 'types', command: ['tsc', '--noEmit'], config: 'tsconfig.json' },
  { name: 'dead code', command: ['knip'], config: 'knip.json' },
  {
    name: 'import rules',
    command: ['depcruise', '--config', '.dependency-cruiser.cjs', ...codeFolders],
    config: '.dependency-cruiser.cjs',
  },
  {
    name: 'duplicated code',
    command: ['jscpd', '--config', '.jscpd.json', ...codeFolders],
    config: '.jscpd.json',
  },
];

const counts = { passed: 0, failed: 0 };
const running = new Set();
/** Told of a signal, a run ends in so many milliseconds, in whatever it is; its guard does the rest. */
const stopMs = 5_000;
/** Names the databases and indices of this run. */
const runId = randomBytes(4).toString('hex');
const temporary = mkdtempSync(path.join(os.tmpdir(), 'cds-test-'));
let stack;
let stopping = false;

function count(name, passed) {
  counts[passed ? 'passed' : 'failed'] += 1;
  console.log(`${passed ? 'passed' : 'FAILED'}: ${name}`);
}

/** Runs a program to its end and gives its exit code and what it printed (empty when it printed for itself). */
function run(command, args, { environment = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      env: { ...process.env, TEST_RUN: runId, TMPDIR: temporary, ...environment },
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

async function runChecks() {
  for (const { name, command, config } of checks) {
    if (stopping) return;
    if (!existsSync(path.join(projectRoot, config))) {
      count(`${name} (${config} is missing)`, false);
      continue;
    }
    const [program, ...args] = command;
    const { code, output } = await run(path.join(projectRoot, 'node_modules', '.bin', program), args, {
      quiet: true,
    });
    if (code !== 0) console.log(output);
    count(name, code === 0);
  }
}

async function runBuild() {
  try {
    await build();
    count('build', true);
    return true;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    count('build', false);
    return false;
  }
}

async function openTestStack() {
  const { openStack } = await import(pathToFileURL(path.join(projectRoot, 'dist', 'open-stack.js')).href);
  try {
    stack = await openStack({ purpose: 'test', onProgress: (line) => console.log(line) });
    return true;
  } catch (error) {
    console.log(error.name === 'StackError' ? error.message : error);
    count('stack for the tests', false);
    return false;
  }
}

async function runTests(args) {
  const results = path.join(temporary, 'results.json');
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
  // What is transformed is kept between runs, apart from what a run leaves.
  const files = [`--cacheDirectory=${path.join(projectRoot, '.local', 'jest')}`, `--outputFile=${results}`];
  const { code } = await run(process.execPath, [...jest, '--json', ...files, ...args], {
    environment: { DATABASE_URL: stack.databaseUrl, ELASTICSEARCH_URL: stack.elasticsearchUrl },
  });
  if (!existsSync(results)) {
    count('tests (jest gave no results)', false);
    return;
  }
  const found = JSON.parse(readFileSync(results, 'utf8'));
  counts.passed += found.numPassedTests;
  // A suite that cannot even be loaded has no tests to count, and is one failure.
  counts.failed += found.numFailedTests + found.numRuntimeErrorTestSuites;
  if (code !== 0 && found.numFailedTests + found.numRuntimeErrorTestSuites === 0)
    count('tests (jest failed)', false);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (stopping) process.exit(130);
    stopping = true;
    for (const child of running) child.kill(signal);
    setTimeout(() => process.exit(130), stopMs).unref();
  });
}

/** Ends what is left when this process is gone: see scripts/test-guard.mjs. @returns says that the stores are cleared */
function startGuard() {
  const guard = spawn(
    process.execPath,
    [path.join(projectRoot, 'scripts', 'test-guard.mjs'), String(process.pid), runId],
    {
      cwd: projectRoot,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, TMPDIR: temporary },
    },
  );
  guard.unref();
  guard.stdin.unref();
  guard.stdin.on('error', () => undefined);
  return () => new Promise((resolve) => guard.stdin.end('done', resolve));
}

followNpm();
const args = process.argv.slice(2);
ensurePackages();
const clearedAway = startGuard();
try {
  if (args.length === 0) await runChecks();
  const ready = !stopping && (await runBuild()) && (await openTestStack());
  if (ready && !stopping) await runTests(args);
} finally {
  await stack?.close();
  // A run that was stopped may have left databases in stores that stay.
  if (!stopping) await clearedAway();
}
if (stopping) counts.failed += 1;
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;
