// Stands beside a program of these scripts, in a session of its own, and clears away what the program leaves behind,
// however it ended: also when it was killed and could do nothing itself. What the program starts need not know of this.
//
// Started by guarded.mjs with the id of that process, the purpose of its stack and the id of a run of the tests. It reads a
// pipe whose other end only that process holds: the end of the pipe says that the process is gone.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './bootstrap.mjs';
import { unfinishedBuild } from './build.mjs';

const lookMs = 1_000;
const [, , root, purpose, run] = process.argv;
/** What was asked to end and has not by then is ended. A database that is kept gets the time to close its files. */
const patienceMs = purpose === 'test' ? 3_000 : 7_000;
const longestMs = 30_000;

const hasProc = existsSync('/proc/self/stat');
const temporary = process.env.TMPDIR;

/** Every process: its id, its parent, and when it started, which tells it from a later one with the same id. */
function processes() {
  return hasProc ? readdirSync('/proc').flatMap(fromProc) : fromPs();
}

function fromProc(pid) {
  if (!/^\d+$/.test(pid)) return [];
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses and may hold spaces and parentheses itself.
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

/** Inherited by what a test starts, unless it gives the program an environment of its own. */
function carriesTheRun(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`TMPDIR=${temporary}`);
  } catch {
    return false;
  }
}

/** Descendants of the run that were ever seen: once its parent has ended, nothing says whose child a process was. */
const seen = new Map();

function look({ environments = false } = {}) {
  const all = processes().filter(({ pid }) => pid !== String(process.pid));
  const isOurs = ({ pid, parent, started }) =>
    seen.get(pid) === started || parent === root || seen.has(parent) || (environments && carriesTheRun(pid));
  for (let grown = true; grown; ) {
    grown = false;
    for (const each of all) {
      if (each.pid === root || seen.get(each.pid) === each.started || !isOurs(each)) continue;
      seen.set(each.pid, each.started);
      grown = true;
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
    // It ended between the look and the signal.
  }
}

async function endAll() {
  const begun = Date.now();
  const asked = new Set();
  while (Date.now() < begun + longestMs) {
    const left = look({ environments: hasProc });
    if (left.length === 0) return;
    const impatient = Date.now() > begun + patienceMs;
    for (const pid of left) {
      if (impatient) signal(pid, 'SIGKILL');
      else if (!asked.has(pid)) signal(pid, 'SIGTERM');
      asked.add(pid);
    }
    await sleep(200);
  }
}

/** Of stores that stay: the databases and indices that carry the run's name. Of a stack of its own: what it must not keep. */
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
  const ask = (at, method = 'GET') =>
    fetch(new URL(at, url), { method, signal: AbortSignal.timeout(10_000) }).then((answer) => answer.json());
  const found = await ask(`/_cat/indices/t${run}-*?format=json&h=index&expand_wildcards=all`);
  for (const { index } of found) await ask(`/${index}`, 'DELETE');
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => undefined);
const looking = setInterval(look, lookMs);
for await (const _ of process.stdin);
clearInterval(looking);
await endAll();
await clearStores().catch(() => undefined);
rmSync(unfinishedBuild(root), { recursive: true, force: true });
rmSync(temporary, { recursive: true, force: true });
