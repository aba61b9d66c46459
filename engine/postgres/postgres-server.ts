import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { closePrivateFile, privateFile } from '../../src/process/private-files.ts';
import type { OnProgress } from '../engine-home.ts';
import { createStartedPart, type PartOptions, type StartedPart } from '../local-part.ts';
import { assertDisk } from '../machine-resources.ts';
import { assertPortFree, findFreePort } from '../processes/ports.ts';
import { readCommandLine } from '../processes/process-table.mjs';
import { identifyProcess, recordChild, stopProcess } from '../processes/processes.ts';
import { readIfThere } from '../read-if-there.ts';
import { StackError } from '../stack-error.ts';
import { changeOwner, choosePlace, type Place } from './postgres-place.ts';
import { copyPrimary, type Primary } from './postgres-standby.ts';

const host = '127.0.0.1';
const readyMs = 600_000;
const stopMs = 60_000;
const sessionsEndMs = 2_000;
const startAttempts = 5;
const maxLogBytes = 16 * 1024 * 1024;
const passwordName = 'password';

type PostgresOptions = PartOptions & {
  /** False only for tests, where losing data in a power cut does not matter: commits then do not wait for the disk. */
  readonly durable: boolean;
  /** Makes the server a standby of this one, which must be running here: it begins with its data and follows it. */
  readonly standbyOf?: Primary;
};

/**
 * Starts the embedded PostgreSQL on 127.0.0.1 and resolves when it accepts connections; after a kill, that is after
 * recovery. The URL is the administrator's, for the database `postgres`.
 */
export async function startPostgres(options: PostgresOptions): Promise<StartedPart> {
  assertDisk(options.folder);
  const place = choosePlace(path.resolve(options.folder));
  const cluster = path.join(place.folder, 'data');
  await stopLeftServer(cluster, options.onProgress);
  if (options.standbyOf && !existsSync(cluster))
    await copyPrimary(options.standbyOf, place.folder, place.account);
  if (!existsSync(cluster)) createDataFolder(place, cluster, options.onProgress);
  const password = readFileSync(path.join(place.folder, passwordName), 'utf8').trim();
  if (options.port !== undefined) await assertPortFree(options.port, host, 'the embedded PostgreSQL');
  const port = options.port ?? (await findFreePort(host));

  options.onProgress('Starting PostgreSQL …');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startServer(place, cluster, password, port, options.durable);
    } catch (error) {
      // Sessions of a killed server may still be ending.
      const passing = error instanceof StackError && error.message.includes('shared memory block');
      if (!passing || attempt === startAttempts) throw error;
      await sleep(sessionsEndMs);
    }
  }
}

async function startServer(
  place: Place,
  cluster: string,
  password: string,
  port: number,
  durable: boolean,
): Promise<StartedPart> {
  const child = startServerProcess(place, cluster, port, durable);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const record = path.join(place.folder, 'process.json');
  const url = `postgres://postgres:${password}@${host}:${port}/postgres`;
  const identity = recordChild(record, child.pid ?? 0);
  const watch = watchStarter(identity.pid, cluster);
  // However it ends: the watcher would keep this process from ending.
  child.once('exit', () => watch.stdin?.end());
  try {
    await waitUntilReady(url, child, place);
  } catch (error) {
    await stopProcess(identity, 'SIGINT', stopMs, 'SIGQUIT');
    throw error;
  }
  return createStartedPart(
    url,
    exited,
    `PostgreSQL stopped unexpectedly: see ${getLogFile(place)}.`,
    async () => {
      // A fast shutdown: sessions are ended, and all commits are on disk.
      await stopProcess(identity, 'SIGINT', stopMs, 'SIGQUIT');
      await exited;
      rmSync(record, { force: true });
    },
  );
}

function getLogFile(place: Place): string {
  return path.join(place.folder, 'postgres.log');
}

/** Makes the data folder, under another name until it is complete, so that a killed start leaves no partial one. */
function createDataFolder(place: Place, cluster: string, onProgress: OnProgress): void {
  onProgress('Preparing a new PostgreSQL data folder …');
  const fresh = `${cluster}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const password = randomBytes(18).toString('base64url');
  const passwordFile = path.join(place.folder, passwordName);
  writeFileSync(passwordFile, `${password}\n`);
  chmodSync(passwordFile, 0o600);
  changeOwner(place.account, passwordFile);
  const made = spawnSync(
    path.join(place.native, 'bin', 'initdb'),
    [
      `--pgdata=${fresh}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...place.account, cwd: place.folder, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  );
  if (made.status !== 0) {
    throw new StackError(
      `PostgreSQL could not make its data folder: ${findErrorLine(made.stderr || String(made.error))}`,
    );
  }
  renameSync(fresh, cluster);
}

/** Stops a server that a killed run left running, and removes a lock file whose process is not that server. */
async function stopLeftServer(cluster: string, onProgress: OnProgress): Promise<void> {
  const lockFile = path.join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(readIfThere(lockFile) ?? '', 10);
  if (!Number.isInteger(pid) || !isProcessIdTaken(pid)) return;
  const identity = identifyProcess(pid);
  if (identity !== null && readCommandLine(pid).includes(cluster)) {
    onProgress('Stopping a PostgreSQL that was left running by an earlier run …');
    await stopProcess(identity, 'SIGINT', stopMs, 'SIGQUIT');
    return;
  }
  // The id belongs to another program, or to a dead server that was not reaped yet; Postgres would refuse to start.
  // Sessions end when their server is gone; this waits for them before removing the lock file.
  await sleep(sessionsEndMs);
  if (isProcessIdTaken(pid)) rmSync(lockFile, { force: true });
}

function isProcessIdTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startServerProcess(place: Place, cluster: string, port: number, durable: boolean): ChildProcess {
  const logFile = getLogFile(place);
  if (existsSync(logFile) && statSync(logFile).size > maxLogBytes) renameSync(logFile, `${logFile}.1`);
  closePrivateFile(logFile);
  const log = openSync(logFile, 'a', privateFile);
  const settings = Object.entries(buildServerSettings(durable)).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(
    path.join(place.native, 'bin', 'postgres'),
    ['-D', cluster, '-p', String(port), ...settings],
    // In a separate process group, so that Ctrl-C reaches only the parent, which stops its parts in order.
    {
      ...place.account,
      cwd: place.folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: { ...process.env, LC_ALL: 'C' },
    },
  );
  closeSync(log);
  return child;
}

/** For a database that ends with its run. New segments of the log take longer than what is written into them. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_init_zero: 'off',
  min_wal_size: '1GB',
};

function buildServerSettings(durable: boolean): Record<string, string> {
  const megabytes = os.totalmem() / 1024 / 1024;
  const limitMegabytes = (low: number, value: number, high: number): string =>
    `${Math.round(Math.min(high, Math.max(low, value)))}MB`;
  return {
    listen_addresses: host,
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: limitMegabytes(128, megabytes / 16, durable ? 1024 : 256),
    effective_cache_size: limitMegabytes(256, megabytes / 4, 8192),
    work_mem: '16MB',
    maintenance_work_mem: limitMegabytes(64, megabytes / 48, 512),
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...(!durable && fastSettings),
  };
}

/**
 * A shell that waits until this process's end of a pipe closes, and then stops the server if it still runs, so that a
 * killed parent leaves nothing running. It ignores signals that are sent to all processes.
 */
function watchStarter(pid: number, cluster: string): ChildProcess {
  const script =
    'trap "" INT TERM HUP; cat > /dev/null; test "$(head -n 1 "$2" 2> /dev/null)" = "$1" && kill -INT "$1"';
  const watch = spawn(
    '/bin/sh',
    ['-c', script, 'postgres-watch', String(pid), path.join(cluster, 'postmaster.pid')],
    { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  watch.stdin?.on('error', () => undefined);
  return watch;
}

async function waitUntilReady(url: string, child: ChildProcess, place: Place): Promise<void> {
  const until = performance.now() + readyMs;
  const log = getLogFile(place);
  while (!(await canConnect(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new StackError(
        `PostgreSQL did not start: ${findErrorLine(readFileSync(log, 'utf8'))} (log: ${log}).`,
      );
    }
    if (performance.now() > until)
      throw new StackError(`PostgreSQL was not ready after ${readyMs / 1000} s (log: ${log}).`);
    await sleep(50);
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function findErrorLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /\b(FATAL|PANIC|error)\b/i.test(line));
  return telling.at(-1) ?? lines.filter((line) => line !== '').at(-1) ?? 'no reason was given';
}
