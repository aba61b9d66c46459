import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { readCommandLine } from '../../engine/processes/process-table.mjs';
import { isRunning, type ProcessIdentity } from '../../engine/processes/processes.ts';
import { testStack } from '../support/environment.ts';
import { size } from '../support/size.ts';

const root = path.resolve(import.meta.dirname, '../..');
const config = 'test/support/interrupted-run/jest.config.mjs';
/** Far more than needed: anything that is left would stay forever. */
const maxWaitMs = 40_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'interrupted-runs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly processes: readonly ProcessIdentity[];
  readonly database: string;
  readonly indexPrefix: string;
  readonly folder: string;
}

interface Run {
  /** The process that was started: `npm`, or the program that it runs. */
  readonly front: ChildProcess;
  /** In the environment of everything that the run starts and that keeps it. */
  readonly mark: string;
  readonly started: Started;
}

/** A run of one test that does not end; ready when that test has started everything. */
async function startRun(program: 'npm' | 'node', name: string): Promise<Run> {
  const mark = path.join(folder, `${name}.json`);
  const args =
    program === 'npm' ? ['test', '--', '--config', config] : ['scripts/test.mjs', '--config', config];
  const front = spawn(program === 'npm' ? 'npm' : process.execPath, args, {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, INTERRUPTED_RUN: mark },
  });
  for (let tries = 0; !existsSync(mark); tries += 1) {
    if (tries > 600 || front.exitCode !== null) throw new Error('the run did not begin');
    await wait(100);
  }
  // The guard looks every 250 ms. By then it has seen the program with its own environment as a child of the run.
  await wait(500);
  return { front, mark, started: JSON.parse(readFileSync(mark, 'utf8')) as Started };
}

/** Command lines of its processes that still run. */
function stillRunning({ mark, started }: Run): string[] {
  const marked = existsSync('/proc') ? readdirSync('/proc').filter((pid) => carries(pid, mark)) : [];
  const known = started.processes.filter((process) => process !== null && isRunning(process));
  const ids = new Set([...marked.map(Number), ...known.map(({ pid }) => pid)]);
  return [...ids].flatMap((pid) => readCommandLine(pid) || []);
}

function carries(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`INTERRUPTED_RUN=${mark}`);
  } catch {
    return false;
  }
}

async function storesLeft({ started }: Run): Promise<string[]> {
  const { databaseUrl, elasticsearchUrl } = testStack();
  const database = new pg.Client(databaseUrl);
  const elasticsearch = new Client({ node: elasticsearchUrl });
  await database.connect();
  try {
    const { rows } = await database.query('SELECT datname FROM pg_database WHERE datname = $1', [
      started.database,
    ]);
    const indices = await elasticsearch.indices.get({
      index: `${started.indexPrefix}*`,
      allow_no_indices: true,
    });
    return [
      ...rows.map(({ datname }) => `database ${datname}`),
      ...Object.keys(indices).map((index) => `index ${index}`),
      ...(existsSync(started.folder) ? [`folder ${started.folder}`] : []),
    ];
  } finally {
    await database.end();
    await elasticsearch.close();
  }
}

async function leftOf(run: Run): Promise<string[]> {
  return [...stillRunning(run), ...(await storesLeft(run))];
}

function kill(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) throw new Error('the run has no process');
  process.kill(pid, signal);
}

/** The ways in which a run is interrupted: first one that the program can answer, and one that only its guard sees. */
const interruptions: readonly [what: string, program: 'npm' | 'node', end: (front: ChildProcess) => void][] =
  [
    ['SIGINT of npm alone', 'npm', ({ pid }) => kill(pid, 'SIGINT')],
    ['SIGKILL of the whole group', 'npm', ({ pid }) => kill(-(pid ?? 0), 'SIGKILL')],
    ['SIGKILL of npm', 'npm', ({ pid }) => kill(pid, 'SIGKILL')],
    ['Ctrl-C, which the whole group gets', 'npm', ({ pid }) => kill(-(pid ?? 0), 'SIGINT')],
    ['SIGKILL of the program alone', 'node', ({ pid }) => kill(pid, 'SIGKILL')],
  ];

describe('an interrupted run of the tests leaves no process, database, index or folder', () => {
  it.each(interruptions.slice(0, size(2, interruptions.length)))(
    'after %s',
    async (what, program, end) => {
      const run = await startRun(program, `run-${interruptions.findIndex(([each]) => each === what)}`);
      expect(await storesLeft(run)).toHaveLength(3);
      expect(stillRunning(run).length).toBeGreaterThan(6);
      end(run.front);
      for (let waited = 0; waited < maxWaitMs && (await leftOf(run)).length > 0; waited += 250)
        await wait(250);
      expect(await leftOf(run)).toEqual([]);
    },
    90_000,
  );
});
