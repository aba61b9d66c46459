// Runs beside a program of these scripts, in its own session, and cleans up after the program, however it ended: even if
// it was killed. Processes that the program starts need not know about the guard.
//
// Started by guarded.mjs with the id of that process, the purpose of its stack and the id of a test run. The guard reads a
// pipe whose other end only that process holds: when the pipe ends, the process has ended.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './bootstrap.mjs';
import { unfinishedBuild } from './build.mjs';

const [, , root, purpose, run] = process.argv;
/** A test may start programs whose environment does not name the run; they are found only while their parent runs. */
const pollMs = purpose === 'test' ? 250 : 1_000;
/** Processes that have not ended by then are killed. A database that is kept gets time to close its files. */
const graceMs = purpose === 'test' ? 3_000 : 7_000;
const maxMs = 30_000;

const hasProc = existsSync('/proc/self/stat');
const temporary = process.env.TMPDIR;

/** Every process: its id, its parent, and its start time, which tells it from a later process with the same id. */
function processes() {
  return hasProc ? readdirSync('/proc').flatMap(fromProc) : fromPs();
}

function fromProc(pid) {
  if (!/^\d+$/.test(pid)) return [];
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses, which may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? [] : [{ pid, parent: fields[1], started: fields[19] }];
  } catch {
    return [];
  }
}

function fromPs() {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,stat=,lstart='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state, started] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line) ?? [];
    return pid === undefined || state.startsWith('Z') ? [] : [{ pid, parent, started }];
  });
}

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

function findDescendants({ environments = false } = {}) {
  const all = processes().filter(({ pid }) => pid !== String(process.pid));
  const isOurs = ({ pid, parent, started }) =>
    seen.get(pid) === started ||
    parent === root ||
    seen.has(parent) ||
    (environments && hasRunEnvironment(pid));
  for (let found = true; found; ) {
    found = false;
    for (const each of all) {
      if (each.pid === root || seen.get(each.pid) === each.started || !isOurs(each)) continue;
      seen.set(each.pid, each.started);
      found = true;
    }
  }
  const running = new Map(all.map(({ pid, started }) => [pid, started]));
  for (const [pid, started] of seen) if (running.get(pid) !== started) seen.delete(pid);
  return [...seen.keys()].map(Number);
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // The process ended before the signal.
  }
}

async function endAll() {
  const startedAt = Date.now();
  const signalled = new Set();
  while (Date.now() < startedAt + maxMs) {
    const remaining = findDescendants({ environments: hasProc });
    if (remaining.length === 0) return;
    const graceIsOver = Date.now() > startedAt + graceMs;
    for (const pid of remaining) {
      if (graceIsOver) signal(pid, 'SIGKILL');
      else if (!signalled.has(pid)) signal(pid, 'SIGTERM');
      signalled.add(pid);
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
  const openStack = path.join(projectRoot, 'dist', 'open-stack.js');
  if (!existsSync(openStack)) return;
  const { discardState } = await import(pathToFileURL(openStack).href);
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
  const request = (path, method = 'GET') =>
    fetch(new URL(path, url), { method, signal: AbortSignal.timeout(10_000) }).then((answer) =>
      answer.json(),
    );
  const found = await request(`/_cat/indices/t${run}-*?format=json&h=index&expand_wildcards=all`);
  for (const { index } of found) await request(`/${index}`, 'DELETE');
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => undefined);
const polling = setInterval(findDescendants, pollMs);
for await (const _ of process.stdin);
clearInterval(polling);
await endAll();
await clearStores().catch(() => undefined);
rmSync(unfinishedBuild(root), { recursive: true, force: true });
rmSync(temporary, { recursive: true, force: true });
