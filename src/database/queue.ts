import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Job,
  type JobHelpers,
  Logger,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Knex } from 'knex';
import pg from 'pg';
import { z } from 'zod';
import { recurring } from '../recurring.ts';
import { DatabaseClient, type DatabaseClientConfig } from './database-client.ts';

/** One attempt at a queued task. */
export interface QueuedTry {
  /** From 1. */
  readonly attempt: number;
  /** Whether there is no further attempt if this one fails. If the process dies in it, there is one more. */
  readonly last: boolean;
}

/** If it throws, the error is logged, and the task is retried after an increasing delay. */
export type QueuedTask = (payload: unknown, queuedTry: QueuedTry) => Promise<void>;

export interface QueueParts {
  readonly databaseUrl: string;
  readonly knex: Knex;
  /** Work for accounts. Tasks whose payload names a suspended account as `accountId` wait until it is resumed. */
  readonly tasks: Readonly<Record<string, QueuedTask>>;
  /** Housekeeping, which never waits. */
  readonly upkeep: Readonly<Record<string, QueuedTask>>;
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

const tasksAtOnce = 2;
const pollMs = 2_000;
const heartbeatMs = 5_000;
/** A process without a heartbeat for this long counts as dead. */
const deadAfterSeconds = 30;
const firstRestartMs = 200;
const maxRestartMs = 30_000;
/** How soon a task runs after its account is resumed, at the latest. */
const lookAgainMs = 60_000;

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
 * would stay locked for four hours (docs/traps.md#locked-jobs): so every process writes a heartbeat, and unlocks the
 * tasks of processes without one.
 */
export function runQueue({
  databaseUrl,
  knex,
  tasks,
  upkeep,
  isSuspended,
  log,
  answerMs = 10_000,
}: QueueParts): RunningQueue {
  const stopping = new AbortController();
  const state: { poolId?: string; closed?: Promise<unknown> } = {};

  /** Its connections are its own, so that it begins with none that an earlier one has lost. */
  async function session(): Promise<void> {
    const pgPool = openPool(databaseUrl, tasksAtOnce + 1, {
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
    const unnoted = once(events, 'pool:fatalError');
    const unasked = firstQuestionFailed(events);
    const inProgress = new Set<Promise<unknown>>();
    events.on('pool:create', ({ workerPool }) => {
      state.poolId = workerPool.id;
      const { gracefulShutdown } = workerPool;
      // The pool also calls it itself, and does not look at the outcome: a failure would end the process.
      workerPool.gracefulShutdown = (...given) => {
        const ended = gracefulShutdown.apply(workerPool, given);
        Promise.resolve(ended).catch(() => undefined);
        return ended;
      };
    });
    const runner = await run({
      pgPool,
      taskList: kept({ ...taskList(upkeep), ...waiting(taskList(tasks), isSuspended) }, inProgress),
      concurrency: tasksAtOnce,
      pollInterval: pollMs,
      noHandleSignals: true,
      // Without a delay, nobody looks at the outcome of noting how a task ended, and a failure would end the process. So it ends
      // this session, and the task is begun again (unlockTasksOfTheDead).
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message, meta) => {
        if (level !== 'error' && level !== 'warning') log.debug({}, message);
        // The message of a failure repeats that of its error, which must not be logged.
        else if (meta?.error) log.warn({ err: meta.error, ...taskOf(meta.job) }, 'a job failed');
        else log.warn({}, message);
      }),
      events,
    });
    await heartbeat().catch((err: unknown) => log.warn({ err }, 'the heartbeat could not be written'));
    const stop = () => void runner.stop().catch(() => undefined);
    stopping.signal.addEventListener('abort', stop);
    if (stopping.signal.aborted) stop();
    try {
      await Promise.race([runner.promise, unnoted.then(() => ended(inProgress)), unasked]);
    } finally {
      stopping.signal.removeEventListener('abort', stop);
      stop();
    }
  }

  /** If the ends of two tasks cannot be noted, the runner waits forever. Without it, only its tasks are waited for. */
  async function ended(inProgress: ReadonlySet<Promise<unknown>>): Promise<void> {
    do {
      // The runner may just be asking for one more.
      await wait(answerMs, undefined, { ref: false });
      await Promise.allSettled(inProgress);
    } while (inProgress.size > 0);
  }

  async function keepRunning(): Promise<void> {
    let delayMs = firstRestartMs;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      await session().catch((err: unknown) => log.warn({ err }, 'jobs are not running'));
      delete state.poolId;
      const ranLong = performance.now() - began > maxRestartMs;
      delayMs = ranLong ? firstRestartMs : Math.min(delayMs * 2, maxRestartMs);
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function heartbeat(): Promise<void> {
    if (state.poolId === undefined) return;
    await knex.raw(
      `INSERT INTO job_workers (pool_id, seen_at) VALUES (?, now())
       ON CONFLICT (pool_id) DO UPDATE SET seen_at = excluded.seen_at`,
      [state.poolId],
    );
    await unlockTasksOfTheDead(knex);
  }

  const running = keepRunning();
  const beating = recurring(heartbeatMs, heartbeat, (err) =>
    log.warn({ err }, 'the heartbeat could not be written'),
  );
  return {
    async stop() {
      stopping.abort();
      await beating.stop();
      await running;
      await state.closed;
    },
  };
}

/**
 * Fails with the first question for a task, if that fails: graphile-worker keeps its answer for the whole session, also a
 * failure, and would never find a task again (docs/traps.md#a-failure-that-is-kept).
 */
function firstQuestionFailed(events: WorkerEvents): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    const forget = () => void events.off('worker:getJob:error', fail);
    const fail = ({ error }: { readonly error: unknown }) => reject(error);
    events.on('worker:getJob:error', fail).once('worker:getJob:empty', forget).once('job:start', forget);
  });
  // It may fail before anybody waits for it, or when nobody does any more; that must not end the process.
  failed.catch(() => undefined);
  return failed;
}

/**
 * Makes the tasks of dead processes available to the others. A task whose process died in its last attempt gets one more:
 * without it, nobody would ever begin the task again, and it could not end what it does as failed.
 */
export async function unlockTasksOfTheDead(knex: Knex): Promise<void> {
  await knex.transaction(async (transaction) => {
    const { rows: tasks } = await transaction.raw<{ rows: TaskOfTheDead[] }>(
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

interface TaskOfTheDead {
  readonly id: string;
  readonly locked_by: string;
  readonly attempts: number;
  readonly max_attempts: number;
}

function taskList(tasks: QueueParts['tasks']): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) =>
        task(payload, { attempt: job.attempts, last: job.attempts >= job.max_attempts }),
    ]),
  );
}

/** The same tasks; `inProgress` has those that have begun and not ended. */
function kept(tasks: TaskList, inProgress: Set<Promise<unknown>>): TaskList {
  const keeping =
    (task: Task): Task =>
    async (payload, helpers) => {
      const running = Promise.resolve(task(payload, helpers));
      inProgress.add(running);
      try {
        await running;
      } finally {
        inProgress.delete(running);
      }
    };
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, keeping(task as Task)]));
}

const ofAccount = z.object({ accountId: z.string() });

/** Tasks of suspended accounts are queued again, with all their attempts, to be looked at later. */
function waiting(tasks: TaskList, isSuspended: QueueParts['isSuspended']): TaskList {
  const unlessSuspended =
    (task: Task): Task =>
    async (payload, helpers) => {
      const { data } = ofAccount.safeParse(payload);
      if (data && (await isSuspended(data.accountId))) await queueAgain(payload, helpers);
      else await task(payload, helpers);
    };
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, unlessSuspended(task as Task)]),
  );
}

/** Under the same key, this replaces the running task, so that a task that is queued meanwhile is not doubled. */
async function queueAgain(payload: unknown, { job, query }: JobHelpers): Promise<void> {
  const { key, max_attempts: maxAttempts, priority, task_identifier: task }: Job = job;
  // By the clock of Postgres, which also decides when a task is due.
  await query(
    `SELECT graphile_worker.add_job($1, payload := $2, run_at := now() + make_interval(secs => $3),
       max_attempts := $4, priority := $5, job_key := $6)`,
    [task, JSON.stringify(payload), lookAgainMs / 1_000, maxAttempts, priority, key],
  );
}

function taskOf(job: unknown): object {
  const { id, task_identifier: task, attempts } = Object(job);
  return id === undefined ? {} : { job_id: id, task, attempt: attempts };
}

const silent = new Logger(() => () => undefined);
