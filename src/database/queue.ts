import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, run, runMigrations, type WorkerEvents } from 'graphile-worker';
import type { Knex } from 'knex';
import pg from 'pg';
import {
  failWithFirstSearch,
  nameWorkerPool,
  noteAtOnce,
  waitForFatalError,
} from '../adapters/graphile-worker.ts';
import { scheduleRecurring } from '../running/recurring.ts';
import { DatabaseClient, type DatabaseClientConfig } from './database-client.ts';
import { AccountShares, buildTaskList, type Lane } from './queue-tasks.ts';

export interface QueueParts {
  readonly databaseUrl: string;
  readonly knex: Knex;
  /** Tasks whose payload names a suspended account as `accountId` wait until it is resumed. */
  readonly lanes: readonly Lane[];
  isSuspended(accountId: string): Promise<boolean>;
  /** Maximum wait for one of the queue's own statements: it would wait forever for a server that is gone without a word. */
  readonly answerMs?: number;
  readonly log: {
    debug(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

export interface RunningQueue {
  /** Waits for tasks in progress. */
  stop(): Promise<void>;
}

const pollMs = 2_000;
const heartbeatMs = 5_000;
/** A process without a heartbeat for this long counts as dead. */
const deadAfterSeconds = 30;
const firstRestartMs = 200;
const maxRestartMs = 30_000;

/**
 * Brings the queue's own tables up to date; several processes may call it at once.
 * @param settings of the session, as for a DatabaseClient
 */
export async function migrateQueue(
  databaseUrl: string,
  settings: Readonly<Record<string, number>> = {},
): Promise<void> {
  const pgPool = openPool(databaseUrl, 1, { settings });
  try {
    await runMigrations({ pgPool, logger: silent });
  } finally {
    await pgPool.end();
  }
}

/** The queue's own pool, whose connections find the host that takes writes. */
function openPool(
  connectionString: string,
  max: number,
  more: pg.PoolConfig & DatabaseClientConfig = {},
): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, Client: DatabaseClient, ...more });
  // A lost connection is replaced. Without a listener, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/**
 * Runs queued tasks until it is stopped, and restarts after the database was unavailable. Tasks of a process that died
 * would stay locked for four hours (docs/traps.md#locked-jobs): so every lane writes a heartbeat, and the tasks of those without
 * one are unlocked.
 */
export function runQueue(parts: QueueParts): RunningQueue {
  const { knex, log } = parts;
  const process = randomUUID();
  const stopping = new AbortController();
  const lanes = parts.lanes.map((lane, at) =>
    runLane(lane, { ...parts, stopping: stopping.signal, poolName: `${process}.${at}` }),
  );

  async function sendHeartbeat(): Promise<void> {
    for (const { poolId } of lanes) await noteAlive(knex, poolId());
    await unlockOrphanedTasks(knex);
  }

  const beating = scheduleRecurring(heartbeatMs, sendHeartbeat, (err) => log.warn({ err }, unwritten));
  return {
    async stop() {
      stopping.abort();
      await beating.stop();
      await Promise.all(lanes.map(({ ended }) => ended));
    },
  };
}

const unwritten = 'the heartbeat could not be written';

async function noteAlive(knex: Knex, poolId: string | undefined): Promise<void> {
  if (poolId === undefined) return;
  await knex.raw(
    `INSERT INTO job_workers (pool_id, seen_at) VALUES (?, now())
     ON CONFLICT (pool_id) DO UPDATE SET seen_at = excluded.seen_at`,
    [poolId],
  );
}

interface LaneParts extends Omit<QueueParts, 'lanes'> {
  readonly stopping: AbortSignal;
  /** Its part before the first dot is the same for all lanes of a process. */
  readonly poolName: string;
}

/** One lane, whose sessions begin again until it is stopped. */
function runLane(
  lane: Lane,
  { databaseUrl, knex, isSuspended, log, stopping, poolName, answerMs = 10_000 }: LaneParts,
): { poolId(): string | undefined; readonly ended: Promise<void> } {
  const state: { poolId?: string; closed?: Promise<unknown> } = {};
  let sessions = 0;

  /** Its connections are its own, so that it begins with none that an earlier one has lost. */
  async function runSession(): Promise<void> {
    const pgPool = openPool(databaseUrl, lane.atOnce + 1, {
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    try {
      await runOn(pgPool);
    } finally {
      state.closed = pgPool.end().catch(() => undefined);
    }
  }

  async function runOn(pgPool: pg.Pool): Promise<void> {
    const events = new EventEmitter() as WorkerEvents;
    const unnoted = waitForFatalError(events);
    const unasked = failWithFirstSearch(events);
    const inProgress = new Set<Promise<unknown>>();
    const shares = new AccountShares(events, lane.maxPerAccount);
    nameWorkerPool(events, () => {
      sessions += 1;
      state.poolId = `${poolName}.${sessions}`;
      return state.poolId;
    });
    const runner = await run({
      pgPool,
      taskList: buildTaskList(lane, { shares, inProgress, isSuspended }),
      concurrency: lane.atOnce,
      forbiddenFlags: () => shares.beginSearch(),
      pollInterval: pollMs,
      noHandleSignals: true,
      preset: noteAtOnce,
      logger: createLogger(log),
      events,
    });
    await noteAlive(knex, state.poolId).catch((err: unknown) => log.warn({ err }, unwritten));
    const stopRunner = () => void runner.stop().catch(() => undefined);
    stopping.addEventListener('abort', stopRunner);
    if (stopping.aborted) stopRunner();
    try {
      await Promise.race([runner.promise, unnoted.then(() => waitForTasks(inProgress)), unasked]);
    } finally {
      stopping.removeEventListener('abort', stopRunner);
      stopRunner();
    }
  }

  /** If the ends of two tasks cannot be noted, the runner waits forever. Without it, only its tasks are waited for. */
  async function waitForTasks(inProgress: ReadonlySet<Promise<unknown>>): Promise<void> {
    do {
      // The runner may just be asking for one more.
      await wait(answerMs, undefined, { ref: false });
      await Promise.allSettled(inProgress);
    } while (inProgress.size > 0);
  }

  async function keepRunning(): Promise<void> {
    let delayMs = firstRestartMs;
    while (!stopping.aborted) {
      const began = performance.now();
      await runSession().catch((err: unknown) => log.warn({ err }, 'jobs are not running'));
      delete state.poolId;
      const ranLong = performance.now() - began > maxRestartMs;
      delayMs = ranLong ? firstRestartMs : Math.min(delayMs * 2, maxRestartMs);
      await wait(delayMs, undefined, { signal: stopping }).catch(() => undefined);
    }
    await state.closed;
  }

  return { poolId: () => state.poolId, ended: keepRunning() };
}

/**
 * Makes the tasks of dead processes available to the others. A task whose process died in its last attempt gets one more:
 * without it, nobody would ever begin the task again, and it could not end what it does as failed.
 */
export async function unlockOrphanedTasks(knex: Knex): Promise<void> {
  await knex.transaction(async (transaction) => {
    const { rows: tasks } = await transaction.raw<{ rows: OrphanedTask[] }>(
      `SELECT id, locked_by, attempts, max_attempts FROM graphile_worker.jobs j
       WHERE locked_at < now() - make_interval(secs => :seconds) AND NOT EXISTS (
         SELECT FROM job_workers w
         WHERE w.pool_id = j.locked_by AND seen_at > now() - make_interval(secs => :seconds))`,
      { seconds: deadAfterSeconds },
    );
    if (tasks.length === 0) return;
    const dead = [...new Set(tasks.map(({ locked_by }) => locked_by))];
    await transaction.raw('SELECT graphile_worker.force_unlock_workers(cast(? AS text[]))', [dead]);
    for (const { id, attempts, max_attempts } of tasks)
      if (attempts >= max_attempts)
        await transaction.raw(
          'SELECT graphile_worker.reschedule_jobs(ARRAY[cast(:id AS bigint)], max_attempts => :oneMore)',
          { id, oneMore: attempts + 1 },
        );
  });
  await knex.raw(`DELETE FROM job_workers WHERE seen_at < now() - interval '1 day'`);
}

interface OrphanedTask {
  readonly id: string;
  readonly locked_by: string;
  readonly attempts: number;
  readonly max_attempts: number;
}

function createLogger(log: QueueParts['log']): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') log.debug({}, message);
    // The message of a failure repeats that of its error, which must not be logged.
    else if (meta?.error) log.warn({ err: meta.error, ...describeTask(meta.job) }, 'a job failed');
    else log.warn({}, message);
  });
}

function describeTask(job: unknown): object {
  const { id, task_identifier: task, attempts } = Object(job);
  if (id === undefined) return {};
  return { job_id: id, task, attempt: attempts };
}

const silent = new Logger(() => () => undefined);
