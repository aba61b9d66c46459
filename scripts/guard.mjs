// Runs beside a program of these scripts, in its own session, and cleans up after the program, however it ended: even if
// it was killed. Processes that the program starts need not know about the guard.
//
// Started by start-guard.mjs with the id of that process, the purpose of its stack and the id of a test run. The guard reads a
// pipe whose other end only that process holds: when the pipe ends, the process has ended.
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasProc, listProcesses } from '../engine/processes/process-table.mjs';
import { importBuilt, unfinishedBuild } from './build.mjs';

const root = Number(process.argv[2]);
const [purpose, run] = process.argv.slice(3);
/** A test may start programs whose environment does not name the run; they are found only while their parent runs. */
const pollMs = purpose === 'test' ? 250 : 1_000;
/** Processes that have not ended by then are killed. A database that is kept gets time to close its files. */
const graceMs = purpose === 'test' ? 3_000 : 7_000;
const maxMs = 30_000;
const temporary = process.env.TMPDIR;

/** Programs that a test starts inherit TMPDIR, unless the test sets their environment. */
function hasRunEnvironment(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`TMPDIR=${temporary}`);
  } catch {
    return false;
  }
}

/** All descendants seen so far: when its parent has ended, a process no longer shows whose child it was. */
const seen = new Map();

function findDescendants(inEnvironment = () => false) {
  const all = listProcesses().filter(({ pid }) => pid !== root && pid !== process.pid);
  for (let known = -1; known !== seen.size; ) {
    known = seen.size;
    for (const { pid, parent, started } of all)
      if (parent === root || seen.has(parent) || inEnvironment(pid)) seen.set(pid, started);
  }
  const running = new Map(all.map(({ pid, started }) => [pid, started]));
  for (const [pid, started] of seen) if (running.get(pid) !== started) seen.delete(pid);
  return [...seen.keys()];
}

async function endAll() {
  const startedAt = Date.now();
  const signalled = new Set();
  while (Date.now() < startedAt + maxMs) {
    const remaining = findDescendants(hasProc ? hasRunEnvironment : undefined);
    if (remaining.length === 0) return;
    const graceIsOver = Date.now() > startedAt + graceMs;
    for (const pid of remaining.filter((each) => graceIsOver || !signalled.has(each))) {
      signalled.add(pid);
      try {
        process.kill(pid, graceIsOver ? 'SIGKILL' : 'SIGTERM');
      } catch {
        // The process ended before the signal.
      }
    }
    await sleep(200);
  }
}

/** Drops the run's databases and indices from given stores; otherwise discards the state of the run's own stack. */
async function clearStores() {
  const { DATABASE_URL: database, ELASTICSEARCH_URL: elasticsearch } = process.env;
  if (run && database) await dropDatabases(database);
  if (run && elasticsearch) await dropIndices(elasticsearch);
  if (database && elasticsearch) return;
  // Without a build, no stack was started; importing it fails, which is ignored below.
  const { discardState } = await importBuilt('open-stack');
  await discardState(purpose);
}

async function dropDatabases(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
      `cds_test_${run}_`,
    ]);
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

async function dropIndices(url) {
  const request = async (at, method = 'GET') =>
    (await fetch(new URL(at, url.split(',')[0]), { method, signal: AbortSignal.timeout(10_000) })).json();
  const found = await request(`/_cat/indices/t${run}-*?format=json&h=index&expand_wildcards=all`);
  for (const { index } of found) await request(`/${index}`, 'DELETE');
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => undefined);
const polling = setInterval(() => findDescendants(), pollMs);
for await (const _ of process.stdin);
clearInterval(polling);
await endAll();
await clearStores().catch(() => undefined);
rmSync(unfinishedBuild(root), { recursive: true, force: true });
rmSync(temporary, { recursive: true, force: true });
